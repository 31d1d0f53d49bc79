"""Who the file is about, who acted in it, and what was done: the tables everything stands on."""

from __future__ import annotations

SQL = """
CREATE TABLE meta(
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE subjects(
  scope INTEGER PRIMARY KEY,
  tenant TEXT NOT NULL,
  user TEXT NOT NULL,
  salt BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  last_record INTEGER NOT NULL DEFAULT 0,
  UNIQUE(tenant, user)
) STRICT;

CREATE TABLE tombstones(
  scope INTEGER PRIMARY KEY,
  at INTEGER NOT NULL
) STRICT;

CREATE TABLE actors(
  id INTEGER PRIMARY KEY,
  role TEXT NOT NULL,
  name TEXT NOT NULL,
  UNIQUE(role, name)
) STRICT;

CREATE TABLE journal(
  seq INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  actor INTEGER NOT NULL,
  action TEXT NOT NULL,
  object_kind TEXT NOT NULL,
  subject_tag BLOB,
  object_tag BLOB,
  count INTEGER NOT NULL,
  code TEXT,
  previous BLOB NOT NULL,
  hash BLOB NOT NULL
) STRICT;

CREATE TABLE journal_notes(
  scope INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  note TEXT NOT NULL,
  PRIMARY KEY(scope, seq)
) STRICT, WITHOUT ROWID;
"""

GUARDED = (
    "subjects",
    "journal_notes",
)

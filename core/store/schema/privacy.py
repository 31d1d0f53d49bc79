"""A person's requests and limits, what was erased and may not come back, and where copies lie."""

from __future__ import annotations

SQL = """
CREATE TABLE requests(
  scope INTEGER NOT NULL,
  id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  extended INTEGER NOT NULL,
  status TEXT NOT NULL,
  closed_at INTEGER,
  actor INTEGER NOT NULL,
  note TEXT NOT NULL,
  answer TEXT NOT NULL,
  identity TEXT,
  PRIMARY KEY(scope, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE restrictions(
  scope INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  actor INTEGER NOT NULL,
  reason TEXT NOT NULL
) STRICT;

CREATE TABLE legal_holds(
  scope INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  actor INTEGER NOT NULL,
  reason TEXT NOT NULL
) STRICT;

CREATE TABLE exports(
  scope INTEGER NOT NULL,
  id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  actor INTEGER NOT NULL,
  path TEXT NOT NULL,
  sha256 BLOB NOT NULL,
  expires_at INTEGER,
  removed_at INTEGER,
  PRIMARY KEY(scope, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE erasures(
  id INTEGER PRIMARY KEY,
  job TEXT NOT NULL UNIQUE,
  subject INTEGER NOT NULL,
  what TEXT NOT NULL,
  at INTEGER NOT NULL,
  state TEXT NOT NULL,
  facts TEXT NOT NULL,
  receipt TEXT
) STRICT;

CREATE INDEX erasures_pending ON erasures(at) WHERE state = 'deleted';

CREATE TABLE suppressions(
  id INTEGER PRIMARY KEY,
  salt BLOB NOT NULL,
  tag BLOB NOT NULL,
  at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE TABLE retention(
  kind TEXT PRIMARY KEY,
  days REAL NOT NULL,
  reviewer TEXT NOT NULL,
  every_days REAL,
  last_run INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE backups(
  id INTEGER PRIMARY KEY,
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  actor INTEGER NOT NULL,
  path TEXT NOT NULL,
  size INTEGER NOT NULL,
  sha256 BLOB NOT NULL,
  expires_at INTEGER,
  removed_at INTEGER
) STRICT;
"""

GUARDED = (
    "requests",
    "restrictions",
    "legal_holds",
    "exports",
)

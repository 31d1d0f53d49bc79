"""What records are found by; everything here can be computed again from them."""

from __future__ import annotations

SQL = """
CREATE TABLE recall_scopes(
  scope INTEGER PRIMARY KEY,
  tokenizer INTEGER NOT NULL,
  changes INTEGER NOT NULL,
  epoch INTEGER NOT NULL,
  packed_to INTEGER NOT NULL,
  packed INTEGER NOT NULL,
  loose INTEGER NOT NULL,
  unread INTEGER NOT NULL
) STRICT;

CREATE TABLE postings(
  scope INTEGER NOT NULL,
  record INTEGER NOT NULL,
  kind TEXT NOT NULL,
  at INTEGER NOT NULL,
  expires_at INTEGER,
  importance REAL NOT NULL,
  trust INTEGER NOT NULL,
  session TEXT,
  length INTEGER NOT NULL,
  terms TEXT NOT NULL,
  PRIMARY KEY(scope, record)
) STRICT, WITHOUT ROWID;

CREATE TABLE postings_log(
  scope INTEGER NOT NULL,
  record INTEGER NOT NULL,
  change INTEGER NOT NULL,
  PRIMARY KEY(scope, record)
) STRICT, WITHOUT ROWID;

CREATE TABLE postings_packed(
  row INTEGER PRIMARY KEY,
  scope INTEGER NOT NULL,
  name TEXT NOT NULL,
  chunk INTEGER NOT NULL,
  data BLOB NOT NULL,
  UNIQUE(scope, name, chunk)
) STRICT;

CREATE TABLE embedders(
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  dimension INTEGER NOT NULL
) STRICT;

CREATE TABLE vectors(
  row INTEGER PRIMARY KEY,
  scope INTEGER NOT NULL,
  embedder INTEGER NOT NULL,
  record INTEGER NOT NULL,
  vector BLOB NOT NULL,
  UNIQUE(scope, embedder, record)
) STRICT;

CREATE TABLE vector_segments(
  row INTEGER PRIMARY KEY,
  scope INTEGER NOT NULL,
  embedder INTEGER NOT NULL,
  segment INTEGER NOT NULL,
  ids BLOB NOT NULL,
  scales BLOB NOT NULL,
  data BLOB NOT NULL,
  UNIQUE(scope, embedder, segment)
) STRICT;
"""

GUARDED = (
    "recall_scopes",
    "postings",
    "postings_log",
    "postings_packed",
    "vectors",
    "vector_segments",
)

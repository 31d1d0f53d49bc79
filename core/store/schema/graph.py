"""Entities and how they are linked, and documents in overlapping chunks with what they are found by."""

from __future__ import annotations

SQL = """
CREATE TABLE entities(
  scope INTEGER NOT NULL,
  id TEXT NOT NULL,
  type TEXT NOT NULL,
  name TEXT NOT NULL,
  folded TEXT NOT NULL,
  properties TEXT NOT NULL,
  source TEXT NOT NULL,
  trust INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  PRIMARY KEY(scope, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX entities_by_name ON entities(scope, folded);

CREATE INDEX entities_by_time ON entities(scope, created_at);

CREATE TABLE links(
  scope INTEGER NOT NULL,
  origin TEXT NOT NULL,
  target TEXT NOT NULL,
  relation TEXT NOT NULL,
  source TEXT NOT NULL,
  trust INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY(scope, origin, target, relation)
) STRICT, WITHOUT ROWID;

CREATE INDEX links_by_target ON links(scope, target, relation);

CREATE TABLE documents(
  scope INTEGER NOT NULL,
  id TEXT NOT NULL,
  title TEXT NOT NULL,
  source TEXT NOT NULL,
  trust INTEGER NOT NULL,
  added_at INTEGER NOT NULL,
  characters INTEGER NOT NULL,
  words INTEGER NOT NULL,
  chunks INTEGER NOT NULL,
  masked INTEGER NOT NULL,
  version INTEGER NOT NULL,
  PRIMARY KEY(scope, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE document_chunks(
  row INTEGER PRIMARY KEY,
  scope INTEGER NOT NULL,
  id INTEGER NOT NULL,
  document TEXT NOT NULL,
  place INTEGER NOT NULL,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  content TEXT NOT NULL,
  length INTEGER NOT NULL,
  terms TEXT NOT NULL,
  UNIQUE(scope, id),
  UNIQUE(scope, document, place)
) STRICT;

CREATE TABLE chunk_vectors(
  row INTEGER PRIMARY KEY,
  scope INTEGER NOT NULL,
  embedder INTEGER NOT NULL,
  chunk INTEGER NOT NULL,
  vector BLOB NOT NULL,
  UNIQUE(scope, embedder, chunk)
) STRICT;

CREATE TABLE document_scopes(
  scope INTEGER PRIMARY KEY,
  changes INTEGER NOT NULL,
  last_chunk INTEGER NOT NULL
) STRICT;
"""

GUARDED = (
    "entities",
    "links",
    "documents",
    "document_chunks",
    "chunk_vectors",
    "document_scopes",
)

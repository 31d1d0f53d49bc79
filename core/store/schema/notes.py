"""Text notes the agent keeps under ``/memories``: where each stands, and every version of it."""

from __future__ import annotations

SQL = """
CREATE TABLE notes(
  scope INTEGER NOT NULL,
  id INTEGER NOT NULL,
  path TEXT NOT NULL,
  version INTEGER NOT NULL,
  size INTEGER NOT NULL,
  source TEXT NOT NULL,
  trust INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  deleted_at INTEGER,
  PRIMARY KEY(scope, id)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX notes_one_per_path ON notes(scope, path) WHERE deleted_at IS NULL;

CREATE TABLE note_versions(
  scope INTEGER NOT NULL,
  note INTEGER NOT NULL,
  version INTEGER NOT NULL,
  at INTEGER NOT NULL,
  actor INTEGER NOT NULL,
  act TEXT NOT NULL,
  path TEXT NOT NULL,
  content TEXT,
  source TEXT NOT NULL,
  lineage TEXT,
  trust INTEGER NOT NULL,
  item INTEGER,
  PRIMARY KEY(scope, note, version)
) STRICT, WITHOUT ROWID;

CREATE INDEX note_versions_by_time ON note_versions(scope, source, at);

CREATE INDEX note_versions_by_item ON note_versions(scope, item) WHERE item IS NOT NULL;
"""

GUARDED = (
    "notes",
    "note_versions",
)

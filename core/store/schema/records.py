"""Long-term memory: every version, what happened to it later, and where imports came from."""

from __future__ import annotations

SQL = """
CREATE TABLE records(
  row INTEGER PRIMARY KEY,
  scope INTEGER NOT NULL,
  id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  key TEXT,
  content TEXT NOT NULL,
  is_json INTEGER NOT NULL,
  digest INTEGER NOT NULL,
  source TEXT NOT NULL,
  lineage TEXT,
  trust INTEGER NOT NULL,
  approved INTEGER NOT NULL,
  author INTEGER NOT NULL,
  session TEXT,
  recorded_at INTEGER NOT NULL,
  written_at INTEGER,
  written_estimated INTEGER NOT NULL,
  true_from INTEGER,
  true_until INTEGER,
  seen_at INTEGER NOT NULL,
  seen_count INTEGER NOT NULL,
  importance REAL NOT NULL,
  expires_at INTEGER,
  version INTEGER NOT NULL,
  supersedes INTEGER,
  superseded_by INTEGER,
  ended_at INTEGER,
  end_reason TEXT,
  outcome TEXT,
  details TEXT,
  verdict TEXT
) STRICT;

CREATE UNIQUE INDEX records_by_id ON records(scope, id);

CREATE UNIQUE INDEX records_one_current_per_key ON records(scope, key, kind)
  WHERE ended_at IS NULL AND key IS NOT NULL AND kind <> 'episodic';

CREATE INDEX records_by_key ON records(scope, key, kind, id) WHERE key IS NOT NULL;

CREATE INDEX records_live ON records(scope, kind, expires_at, id) WHERE ended_at IS NULL;

CREATE INDEX records_by_digest ON records(scope, digest) WHERE ended_at IS NULL;

CREATE TABLE record_events(
  scope INTEGER NOT NULL,
  record INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  actor INTEGER NOT NULL,
  act TEXT NOT NULL,
  before TEXT,
  after TEXT,
  PRIMARY KEY(scope, record, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE imports(
  scope INTEGER NOT NULL,
  item BLOB NOT NULL,
  digest BLOB NOT NULL,
  record INTEGER,
  at INTEGER NOT NULL,
  PRIMARY KEY(scope, item)
) STRICT, WITHOUT ROWID;

CREATE INDEX imports_by_record ON imports(scope, record);
"""

GUARDED = (
    "records",
    "record_events",
    "imports",
)

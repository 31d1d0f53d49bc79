"""What the gate kept out, and the values that may not come back."""

from __future__ import annotations

SQL = """
CREATE TABLE quarantine(
  scope INTEGER NOT NULL,
  id INTEGER NOT NULL,
  act TEXT NOT NULL,
  status TEXT NOT NULL,
  severity INTEGER NOT NULL,
  sensitivity INTEGER NOT NULL,
  kind TEXT,
  key TEXT,
  content TEXT,
  redacted TEXT NOT NULL,
  digest BLOB NOT NULL,
  value BLOB NOT NULL,
  origin BLOB NOT NULL,
  slot BLOB,
  source TEXT NOT NULL,
  lineage TEXT,
  trust INTEGER NOT NULL,
  author INTEGER NOT NULL,
  session TEXT,
  draft TEXT NOT NULL,
  findings TEXT NOT NULL,
  reason TEXT NOT NULL,
  supersedes INTEGER,
  seen_count INTEGER NOT NULL,
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  expires_at INTEGER,
  version INTEGER NOT NULL,
  decided_by INTEGER,
  decided_at INTEGER,
  decision_note TEXT,
  record INTEGER,
  was TEXT,
  PRIMARY KEY(scope, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX quarantine_by_status ON quarantine(scope, status, severity, last_at);

CREATE INDEX quarantine_by_digest ON quarantine(scope, digest);

CREATE INDEX quarantine_by_origin ON quarantine(scope, origin, last_at);

CREATE TABLE blocks(
  scope INTEGER NOT NULL,
  value BLOB NOT NULL,
  reason TEXT NOT NULL,
  at INTEGER NOT NULL,
  actor INTEGER NOT NULL,
  stopped INTEGER NOT NULL,
  stopped_at INTEGER,
  item INTEGER,
  lifted_item INTEGER,
  PRIMARY KEY(scope, value)
) STRICT, WITHOUT ROWID;
"""

GUARDED = (
    "quarantine",
    "blocks",
)

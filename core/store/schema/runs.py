"""What each writer run proposed."""

from __future__ import annotations

SQL = """
CREATE TABLE run_proposals(
  scope INTEGER NOT NULL,
  id INTEGER NOT NULL,
  run TEXT NOT NULL,
  at INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  record INTEGER,
  item INTEGER,
  cited TEXT NOT NULL,
  findings TEXT NOT NULL,
  PRIMARY KEY(scope, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX run_proposals_by_run ON run_proposals(scope, run, id);

CREATE INDEX run_proposals_by_record ON run_proposals(scope, record) WHERE record IS NOT NULL;

CREATE INDEX run_proposals_by_item ON run_proposals(scope, item) WHERE item IS NOT NULL;
"""

GUARDED = ("run_proposals",)

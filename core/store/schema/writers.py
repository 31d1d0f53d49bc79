"""Runs handed to a writer: what became of each, what it cost, who spoke in it, and the words of those that wait."""

from __future__ import annotations

SQL = """
CREATE TABLE writer_runs(
  scope INTEGER NOT NULL,
  run TEXT NOT NULL,
  writer TEXT NOT NULL,
  state TEXT NOT NULL,
  turns TEXT,
  at INTEGER NOT NULL,
  tried_at INTEGER,
  attempts INTEGER NOT NULL,
  problem TEXT,
  prompt_tokens INTEGER,
  completion_tokens INTEGER,
  cost REAL,
  PRIMARY KEY(scope, run)
) STRICT, WITHOUT ROWID;

CREATE INDEX writer_runs_waiting ON writer_runs(scope, at) WHERE state = 'waiting';
"""

GUARDED = ("writer_runs",)

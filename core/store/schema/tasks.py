"""Tasks that code keeps: their plans, everything that was proposed to them, and who works on them."""

from __future__ import annotations

SQL = """
CREATE TABLE tasks(
  scope INTEGER NOT NULL,
  id INTEGER NOT NULL,
  name TEXT NOT NULL,
  rev INTEGER NOT NULL,
  state TEXT NOT NULL,
  plan TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  PRIMARY KEY(scope, id)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX tasks_by_name ON tasks(scope, name);

CREATE TABLE task_events(
  scope INTEGER NOT NULL,
  task INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  rev INTEGER NOT NULL,
  at INTEGER NOT NULL,
  actor INTEGER NOT NULL,
  source TEXT NOT NULL,
  act TEXT NOT NULL,
  verdict TEXT NOT NULL,
  base_rev INTEGER,
  op_id TEXT,
  digest BLOB NOT NULL,
  proposal TEXT NOT NULL,
  before TEXT,
  after TEXT,
  problems TEXT,
  note TEXT,
  times INTEGER NOT NULL,
  PRIMARY KEY(scope, task, seq)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX task_events_by_operation ON task_events(scope, task, op_id)
  WHERE op_id IS NOT NULL AND verdict = 'accepted';

CREATE INDEX task_events_refused ON task_events(scope, task, rev) WHERE verdict = 'refused';

CREATE TABLE task_artefacts(
  scope INTEGER NOT NULL,
  task INTEGER NOT NULL,
  id INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY(scope, task, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE task_leases(
  scope INTEGER NOT NULL,
  task INTEGER NOT NULL,
  step INTEGER NOT NULL,
  host TEXT NOT NULL,
  process TEXT NOT NULL,
  until INTEGER NOT NULL,
  PRIMARY KEY(scope, task)
) STRICT, WITHOUT ROWID;
"""

GUARDED = (
    "tasks",
    "task_events",
    "task_artefacts",
    "task_leases",
)

"""Short-term memory: what was said, what is kept in mind, and what each prompt was made of."""

from __future__ import annotations

SQL = """
CREATE TABLE conversations(
  scope INTEGER NOT NULL,
  id TEXT NOT NULL,
  title TEXT,
  origin TEXT,
  item BLOB,
  session INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  last_message INTEGER NOT NULL,
  last_prompt INTEGER NOT NULL,
  PRIMARY KEY(scope, id)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX conversations_by_item ON conversations(scope, item) WHERE item IS NOT NULL;

CREATE TABLE messages(
  row INTEGER PRIMARY KEY,
  scope INTEGER NOT NULL,
  conversation TEXT NOT NULL,
  id INTEGER NOT NULL,
  session INTEGER NOT NULL,
  role TEXT NOT NULL,
  content TEXT NOT NULL,
  parts TEXT,
  calls TEXT,
  answers TEXT,
  name TEXT,
  at INTEGER,
  reported_tokens INTEGER,
  masked INTEGER NOT NULL,
  mark BLOB,
  UNIQUE(scope, conversation, id)
) STRICT;

CREATE INDEX messages_by_mark ON messages(scope, mark) WHERE mark IS NOT NULL;

CREATE TABLE handoffs(
  scope INTEGER NOT NULL,
  conversation TEXT NOT NULL,
  session INTEGER NOT NULL,
  text TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY(scope, conversation, session)
) STRICT, WITHOUT ROWID;

CREATE TABLE prompts(
  scope INTEGER NOT NULL,
  conversation TEXT NOT NULL,
  id INTEGER NOT NULL,
  message INTEGER NOT NULL,
  at INTEGER NOT NULL,
  counter TEXT NOT NULL,
  budget INTEGER NOT NULL,
  ledger TEXT NOT NULL,
  texts TEXT,
  PRIMARY KEY(scope, conversation, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE prompt_records(
  scope INTEGER NOT NULL,
  conversation TEXT NOT NULL,
  prompt INTEGER NOT NULL,
  place INTEGER NOT NULL,
  record INTEGER NOT NULL,
  score REAL,
  fit REAL,
  shown INTEGER NOT NULL,
  PRIMARY KEY(scope, conversation, prompt, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE scratchpads(
  scope INTEGER NOT NULL,
  task TEXT NOT NULL,
  text TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY(scope, task)
) STRICT, WITHOUT ROWID;

CREATE INDEX prompt_records_by_record ON prompt_records(scope, record);
"""

GUARDED = ("conversations", "messages", "handoffs", "prompts", "prompt_records", "scratchpads")

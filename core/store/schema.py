"""The exact layout of the file: what version it is, its SQL, and how old files are brought up.

The SQL below is compared letter by letter with ``sqlite_schema`` when a file is opened
(guide/privacy.md 10), so a change to any statement is a new migration, never an edit.
"""

from __future__ import annotations

from functools import cache

import apsw

from core.store import statement

APPLICATION_ID = 0x4D6E656D  # "Mnem", registered nowhere; tells our files from other SQLite files

_VERSION_1 = """
CREATE TABLE meta(
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE subjects(
  scope INTEGER PRIMARY KEY,
  tenant TEXT NOT NULL,
  user TEXT NOT NULL,
  salt BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  last_record INTEGER NOT NULL DEFAULT 0,
  UNIQUE(tenant, user)
) STRICT;

CREATE TABLE tombstones(
  scope INTEGER PRIMARY KEY,
  at INTEGER NOT NULL
) STRICT;

CREATE TABLE actors(
  id INTEGER PRIMARY KEY,
  role TEXT NOT NULL,
  name TEXT NOT NULL,
  UNIQUE(role, name)
) STRICT;

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

CREATE INDEX records_without_key ON records(scope, kind, id) WHERE key IS NULL AND ended_at IS NULL;

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

CREATE TABLE journal(
  seq INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  actor INTEGER NOT NULL,
  action TEXT NOT NULL,
  object_kind TEXT NOT NULL,
  subject_tag BLOB,
  object_tag BLOB,
  count INTEGER NOT NULL,
  code TEXT,
  previous BLOB NOT NULL,
  hash BLOB NOT NULL
) STRICT;

CREATE TABLE journal_notes(
  scope INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  note TEXT NOT NULL,
  PRIMARY KEY(scope, seq)
) STRICT, WITHOUT ROWID;
"""

_RECALL_1 = """
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

_GUARDED_RECALL_1 = (
    "recall_scopes",
    "postings",
    "postings_log",
    "postings_packed",
    "vectors",
    "vector_segments",
)

_QUARANTINE_1 = """
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
  PRIMARY KEY(scope, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX quarantine_by_status ON quarantine(scope, status, severity, last_at);

CREATE INDEX quarantine_by_digest ON quarantine(scope, digest);

CREATE TABLE blocks(
  scope INTEGER NOT NULL,
  value BLOB NOT NULL,
  reason TEXT NOT NULL,
  at INTEGER NOT NULL,
  actor INTEGER NOT NULL,
  stopped INTEGER NOT NULL,
  stopped_at INTEGER,
  item INTEGER,
  PRIMARY KEY(scope, value)
) STRICT, WITHOUT ROWID;
"""

_RUNS_1 = """
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

CREATE INDEX quarantine_by_origin ON quarantine(scope, origin, last_at);
"""

# Written out by this function rather than by hand, so that no guarded table can be forgotten.
_GUARDED_1 = (
    "subjects", "records", "record_events", "imports", "journal_notes", "quarantine", "blocks",
    "run_proposals"
)  # fmt: skip


def _guards(tables: tuple[str, ...]) -> str:
    """Triggers that refuse every late write for an erased person (guide/privacy.md 1 e)."""
    return "".join(
        f"CREATE TRIGGER {table}_{event.lower()}_refused_after_erasure BEFORE {event} ON {table}\n"
        "WHEN EXISTS (SELECT 1 FROM tombstones WHERE scope = NEW.scope)\n"
        "BEGIN SELECT RAISE(ABORT, 'subject erased'); END;\n\n"
        for table in tables
        for event in ("INSERT", "UPDATE")
    )


MIGRATIONS: tuple[str, ...] = (
    _VERSION_1 + _QUARANTINE_1 + _RUNS_1 + _RECALL_1 + _guards(_GUARDED_1) + _guards(_GUARDED_RECALL_1),
)
"""``MIGRATIONS[n]`` brings a file from version n to n + 1."""

CURRENT_VERSION = len(MIGRATIONS)


@cache
def expected(version: int) -> frozenset[tuple[str, str, str, str | None]]:
    """Every row ``(type, name, table, sql)`` that ``sqlite_schema`` of that version holds."""
    blank = apsw.Connection(":memory:")
    try:
        for script in MIGRATIONS[:version]:
            blank.execute(script)
        return snapshot(blank)
    finally:
        blank.close()


def snapshot(connection: apsw.Connection) -> frozenset[tuple[str, str, str, str | None]]:
    """The schema rows of an open file, statistics tables aside."""
    rows = statement.rows(
        connection, "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%'"
    )
    return frozenset(rows)

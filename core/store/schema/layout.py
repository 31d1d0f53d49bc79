"""What version a file is, the statements that make it, and how old files are brought up."""

from __future__ import annotations

from functools import cache

import apsw

from core.store import statement
from core.store.schema import (
    conversations,
    graph,
    notes,
    people,
    privacy,
    quarantine,
    recall,
    records,
    runs,
    tasks,
    writers,
)
from core.store.schema.guards import guards

APPLICATION_ID = 0x4D6E656D  # "Mnem", registered nowhere; tells our files from other SQLite files

_PARTS_1 = (people, records, quarantine, runs, writers, recall, conversations, graph, notes, privacy, tasks)
# What a restriction stops is memory; who the person is and what they asked for is still written.
_NO_MEMORY = (people, privacy)

MIGRATIONS: tuple[str, ...] = (
    "".join(part.SQL + "\n" + guards(part.GUARDED, restrictable=part not in _NO_MEMORY) for part in _PARTS_1),
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

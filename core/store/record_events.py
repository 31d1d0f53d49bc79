"""What happened to a record after it was written: an append-only list per record."""

from __future__ import annotations

from typing import NamedTuple

import apsw

from core.store import statement


class EventRow(NamedTuple):
    """One later change; ``before`` and ``after`` are JSON objects of the columns it changed."""

    seq: int
    at: int
    role: str
    name: str
    act: str
    before: str | None
    after: str | None


def append(
    tx: apsw.Connection,
    scope: int,
    record: int,
    at: int,
    actor: int,
    act: str,
    before: str | None,
    after: str | None,
) -> int:
    """Add an event as the record's next; its number."""
    rows = statement.rows(
        tx,
        "INSERT INTO record_events(scope, record, seq, at, actor, act, before, after)"
        " SELECT ?1, ?2, coalesce(max(seq), 0) + 1, ?3, ?4, ?5, ?6, ?7"
        " FROM record_events WHERE scope = ?1 AND record = ?2 RETURNING seq",
        (scope, record, at, actor, act, before, after),
    )
    return int(rows[0][0])


def of(connection: apsw.Connection, scope: int, record: int) -> list[EventRow]:
    """The events of one record, oldest first."""
    rows = statement.rows(
        connection,
        "SELECT e.seq, e.at, a.role, a.name, e.act, e.before, e.after FROM record_events e"
        " JOIN actors a ON a.id = e.actor WHERE e.scope = ? AND e.record = ? ORDER BY e.seq",
        (scope, record),
    )
    return [EventRow(*row) for row in rows]

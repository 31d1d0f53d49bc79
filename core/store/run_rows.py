"""Rows of what writer runs proposed: the outcome of each proposal, and the words it cited.

A row goes with the record or the item it tells of, so that no cited word outlives either.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import apsw

from core.store import statement


class RunRow(NamedTuple):
    """One proposal of a run; it became a record, or an item in quarantine."""

    id: int
    run: str
    at: int
    outcome: str
    record: int | None
    item: int | None
    cited: str
    findings: str


class RunCount(NamedTuple):
    """One run: how many of its proposals had which outcome, and when the first and last came."""

    run: str
    first_at: int
    last_at: int
    stored: int
    refreshed: int
    held: int
    refused: int
    skipped: int


_READ = ", ".join(RunRow._fields)
_INSERT = f"INSERT INTO run_proposals(scope, {_READ}) VALUES (?{', ?' * len(RunRow._fields)})"
_OUTCOMES = ("stored", "refreshed", "held", "refused", "skipped")
_COUNTS = ", ".join(f"sum(outcome = '{outcome}')" for outcome in _OUTCOMES)


def next_id(tx: apsw.Connection, scope: int) -> int:
    """The id of the scope's next row."""
    return statement.number(tx, "SELECT max(id) FROM run_proposals WHERE scope = ?", (scope,)) + 1


def insert(tx: apsw.Connection, scope: int, row: RunRow) -> None:
    """Add a row whose id came from `next_id` in the same transaction."""
    tx.execute(_INSERT, (scope, *row))


def runs(connection: apsw.Connection, scope: int, limit: int, offset: int) -> list[RunCount]:
    """The runs of one person, the one that proposed last first."""
    rows = statement.rows(
        connection,
        f"SELECT run, min(at), max(at), {_COUNTS} FROM run_proposals INDEXED BY run_proposals_by_run"
        " WHERE scope = ? GROUP BY run ORDER BY max(id) DESC LIMIT ? OFFSET ?",
        (scope, limit, offset),
    )
    return [RunCount(*row) for row in rows]


def of_run(connection: apsw.Connection, scope: int, run: str) -> list[RunRow]:
    """What one run proposed, in order."""
    rows = statement.rows(
        connection,
        f"SELECT {_READ} FROM run_proposals INDEXED BY run_proposals_by_run"
        " WHERE scope = ? AND run = ? ORDER BY id",
        (scope, run),
    )
    return [RunRow(*row) for row in rows]


def of_item(connection: apsw.Connection, scope: int, item: int) -> list[RunRow]:
    """The proposals that one item in quarantine stands for, in order."""
    rows = statement.rows(
        connection,
        f"SELECT {_READ} FROM run_proposals INDEXED BY run_proposals_by_item"
        " WHERE scope = ? AND item = ? ORDER BY id",
        (scope, item),
    )
    return [RunRow(*row) for row in rows]


def of_records(connection: apsw.Connection, scope: int, ids: Sequence[int]) -> dict[int, list[RunRow]]:
    """The proposals behind each record, in order: stored, seen again, or released from quarantine."""
    marks = ", ".join("?" * len(ids))
    columns = ", ".join(f"p.{name}" for name in RunRow._fields)
    found = statement.rows(
        connection,
        f"SELECT record, {_READ} FROM run_proposals INDEXED BY run_proposals_by_record"
        f" WHERE scope = ? AND record IN ({marks})",
        (scope, *ids),
    )
    found += statement.rows(
        connection,
        f"SELECT q.record, {columns} FROM quarantine q INDEXED BY quarantine_by_status"
        " CROSS JOIN run_proposals p INDEXED BY run_proposals_by_item ON p.scope = q.scope AND p.item = q.id"
        f" WHERE q.scope = ? AND q.status = 'released' AND q.record IN ({marks})",
        (scope, *ids),
    )
    behind: dict[int, list[RunRow]] = {}
    for record, *row in sorted(found, key=lambda each: int(each[1])):
        behind.setdefault(record, []).append(RunRow(*row))
    return behind


def forget_records(tx: apsw.Connection, scope: int, ids: Sequence[int]) -> None:
    """Remove what stands behind records that are about to go, while their items still name them."""
    for rows in of_records(tx, scope, ids).values():
        tx.executemany(
            "DELETE FROM run_proposals WHERE scope = ? AND id = ?", [(scope, row.id) for row in rows]
        )


def forget_items(tx: apsw.Connection, scope: int, ids: Sequence[int]) -> None:
    """Remove what stands behind items that are about to go."""
    tx.executemany("DELETE FROM run_proposals WHERE scope = ? AND item = ?", [(scope, item) for item in ids])

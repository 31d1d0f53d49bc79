"""Values that may not come back: keyed hashes that die with the person's salt."""

from __future__ import annotations

from typing import NamedTuple

import apsw

from core.store import statement


class Block(NamedTuple):
    """One blocked value: why and since when, and how often it was stopped."""

    value: bytes
    reason: str
    at: int
    stopped: int
    stopped_at: int | None
    item: int | None


def put(
    tx: apsw.Connection, scope: int, value: bytes, reason: str, at: int, actor: int, item: int | None
) -> None:
    """Block a value; one that is blocked already keeps its count.

    One without an item was forgotten, and stays so: taking a rejection back must not let it return.
    """
    tx.execute(
        "INSERT INTO blocks(scope, value, reason, at, actor, stopped, item) VALUES (?, ?, ?, ?, ?, 0, ?)"
        " ON CONFLICT(scope, value) DO UPDATE SET reason = excluded.reason, item = excluded.item"
        " WHERE item IS NOT NULL",
        (scope, value, reason, at, actor, item),
    )


def find(connection: apsw.Connection, scope: int, value: bytes) -> Block | None:
    """The block on a value, if there is one."""
    rows = statement.rows(
        connection,
        "SELECT value, reason, at, stopped, stopped_at, item FROM blocks WHERE scope = ? AND value = ?",
        (scope, value),
    )
    return Block(*rows[0]) if rows else None


def stopped(tx: apsw.Connection, scope: int, value: bytes, at: int) -> None:
    """Count that a blocked value tried to come back."""
    tx.execute(
        "UPDATE blocks SET stopped = stopped + 1, stopped_at = ? WHERE scope = ? AND value = ?",
        (at, scope, value),
    )


def lift(tx: apsw.Connection, scope: int, value: bytes) -> bool:
    """Let a value come back; False when it was not blocked."""
    tx.execute("DELETE FROM blocks WHERE scope = ? AND value = ?", (scope, value))
    return tx.changes() == 1


def listed(connection: apsw.Connection, scope: int) -> list[Block]:
    """Every block of one person, newest first."""
    rows = statement.rows(
        connection,
        "SELECT value, reason, at, stopped, stopped_at, item FROM blocks WHERE scope = ? ORDER BY at DESC, value",
        (scope,),
    )
    return [Block(*row) for row in rows]

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
    One that a release had lifted stands again.
    """
    tx.execute(
        "INSERT INTO blocks(scope, value, reason, at, actor, stopped, item) VALUES (?, ?, ?, ?, ?, 0, ?)"
        " ON CONFLICT(scope, value) DO UPDATE SET reason = excluded.reason, item = excluded.item,"
        " lifted_item = NULL WHERE item IS NOT NULL OR lifted_item IS NOT NULL",
        (scope, value, reason, at, actor, item),
    )


def find(connection: apsw.Connection, scope: int, value: bytes) -> Block | None:
    """The block on a value, if there is one."""
    rows = statement.rows(
        connection,
        "SELECT value, reason, at, stopped, stopped_at, item FROM blocks"
        " WHERE scope = ? AND value = ? AND lifted_item IS NULL",
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
    tx.execute("DELETE FROM blocks WHERE scope = ? AND value = ? AND lifted_item IS NULL", (scope, value))
    return tx.changes() == 1


def lift_for(tx: apsw.Connection, scope: int, value: bytes, item: int) -> None:
    """Let a value in because a person released an item; the block is kept aside with its count."""
    tx.execute(
        "UPDATE blocks SET lifted_item = ? WHERE scope = ? AND value = ? AND lifted_item IS NULL",
        (item, scope, value),
    )


def restore(tx: apsw.Connection, scope: int, item: int) -> None:
    """Put back what the release of an item had lifted, as it was."""
    tx.execute("UPDATE blocks SET lifted_item = NULL WHERE scope = ? AND lifted_item = ?", (scope, item))


def listed(connection: apsw.Connection, scope: int) -> list[Block]:
    """Every block of one person, newest first."""
    rows = statement.rows(
        connection,
        "SELECT value, reason, at, stopped, stopped_at, item FROM blocks"
        " WHERE scope = ? AND lifted_item IS NULL ORDER BY at DESC, value",
        (scope,),
    )
    return [Block(*row) for row in rows]

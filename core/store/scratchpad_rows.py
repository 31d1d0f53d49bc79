"""Rows of working memory: one text per task."""

from __future__ import annotations

import apsw

from core.store import statement


def read(connection: apsw.Connection, scope: int, task: str) -> str | None:
    """The scratchpad of one task."""
    rows = statement.rows(
        connection, "SELECT text FROM scratchpads WHERE scope = ? AND task = ?", (scope, task)
    )
    return str(rows[0][0]) if rows else None


def listed(connection: apsw.Connection, scope: int) -> list[tuple[str, str]]:
    """Every task with its scratchpad, the latest first."""
    rows = statement.rows(
        connection, "SELECT task, text FROM scratchpads WHERE scope = ? ORDER BY at DESC, task", (scope,)
    )
    return [(str(task), str(text)) for task, text in rows]


def count(connection: apsw.Connection, scope: int) -> int:
    """How many tasks of one scope have one."""
    return statement.number(connection, "SELECT count(*) FROM scratchpads WHERE scope = ?", (scope,))


def put(tx: apsw.Connection, scope: int, task: str, text: str, at: int) -> None:
    """Write the scratchpad of one task."""
    tx.execute(
        "INSERT INTO scratchpads(scope, task, text, at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT(scope, task) DO UPDATE SET text = excluded.text, at = excluded.at",
        (scope, task, text, at),
    )


def delete(tx: apsw.Connection, scope: int, task: str) -> bool:
    """Remove the scratchpad of one task; False when there was none."""
    tx.execute("DELETE FROM scratchpads WHERE scope = ? AND task = ?", (scope, task))
    return tx.changes() > 0

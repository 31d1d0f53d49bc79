"""Facts about the file itself, by name."""

from __future__ import annotations

import apsw

from core.store import statement


def read(connection: apsw.Connection, name: str) -> str | None:
    """The value of a fact, None when it was never set."""
    rows = statement.rows(connection, "SELECT value FROM meta WHERE name = ?", (name,))
    return str(rows[0][0]) if rows else None


def write(tx: apsw.Connection, name: str, value: str) -> None:
    """Set a fact."""
    tx.execute(
        "INSERT INTO meta(name, value) VALUES (?, ?) ON CONFLICT(name) DO UPDATE SET value = excluded.value",
        (name, value),
    )

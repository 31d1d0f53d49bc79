"""How long each kind of memory is kept, who looks first, and how often."""

from __future__ import annotations

from typing import NamedTuple

import apsw

from core.store import statement
from core.store.text import decoded


class RetentionRow(NamedTuple):
    """One rule; ``last_run`` in microseconds."""

    kind: str
    days: float
    reviewer: str
    every_days: float | None
    last_run: int | None


def listed(connection: apsw.Connection) -> list[RetentionRow]:
    """Every rule, by kind."""
    rows = statement.rows(
        connection,
        "SELECT kind, days, CAST(reviewer AS BLOB), every_days, last_run FROM retention ORDER BY kind",
    )
    return [RetentionRow(kind, days, decoded(name)[0], every, last) for kind, days, name, every, last in rows]


def put(tx: apsw.Connection, row: RetentionRow) -> None:
    """Set the rule of a kind; when it ran last is kept."""
    tx.execute(
        "INSERT INTO retention(kind, days, reviewer, every_days, last_run) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT(kind) DO UPDATE SET days = excluded.days, reviewer = excluded.reviewer,"
        " every_days = excluded.every_days",
        row,
    )


def clear(tx: apsw.Connection, kind: str) -> bool:
    """Take the rule of a kind away; False when there was none."""
    tx.execute("DELETE FROM retention WHERE kind = ?", (kind,))
    return tx.changes() == 1


def ran(tx: apsw.Connection, kind: str, now: int) -> None:
    """Note that a rule was carried out."""
    tx.execute("UPDATE retention SET last_run = ? WHERE kind = ?", (now, kind))

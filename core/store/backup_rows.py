"""Where the app put copies of the whole file."""

from __future__ import annotations

from typing import NamedTuple

import apsw

from core.store import statement
from core.store.text import decoded


class BackupRow(NamedTuple):
    """One backup; times in microseconds, ``seq`` the last journal entry it holds."""

    id: int
    seq: int
    at: int
    actor: int
    path: str
    size: int
    sha256: bytes
    expires_at: int | None
    removed_at: int | None


def add(tx: apsw.Connection, row: BackupRow) -> int:
    """Write a backup down; its number. The row's own is not read."""
    tx.execute(
        "INSERT INTO backups(seq, at, actor, path, size, sha256, expires_at, removed_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        row[1:],
    )
    return int(tx.last_insert_rowid())


def listed(connection: apsw.Connection) -> list[BackupRow]:
    """Every backup, the newest first."""
    rows = statement.rows(
        connection,
        "SELECT id, seq, at, actor, CAST(path AS BLOB), size, sha256, expires_at, removed_at FROM backups"
        " ORDER BY id DESC",
    )
    return [BackupRow._make((*row[:4], decoded(row[4])[0], *row[5:])) for row in rows]


def removed(tx: apsw.Connection, id_: int, now: int) -> None:
    """Note that a backup is gone."""
    tx.execute("UPDATE backups SET removed_at = ? WHERE id = ?", (now, id_))


def forget(tx: apsw.Connection, id_: int) -> None:
    """Take a backup out of the list."""
    tx.execute("DELETE FROM backups WHERE id = ?", (id_,))

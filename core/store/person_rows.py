"""What stands over a person's memory as a whole: restriction, legal hold, requests, exports."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

import apsw

from core.store import statement
from core.store.text import decoded


class Flag(StrEnum):
    """The two tables that hold at most one row of a person."""

    RESTRICTION = "restrictions"
    LEGAL_HOLD = "legal_holds"


class FlagRow(NamedTuple):
    """Since when, by whom and why; times in microseconds."""

    at: int
    actor: int
    reason: str


class RequestRow(NamedTuple):
    """One request of a person without its scope."""

    id: int
    kind: str
    at: int
    due_at: int
    extended: int
    status: str
    closed_at: int | None
    actor: int
    note: str
    answer: str
    identity: str | None


class ExportRow(NamedTuple):
    """One export of a person without its scope."""

    id: int
    at: int
    actor: int
    path: str
    sha256: bytes
    expires_at: int | None
    removed_at: int | None


def flag(connection: apsw.Connection, which: Flag, scope: int) -> FlagRow | None:
    """The restriction or the hold of a person."""
    found = statement.rows(
        connection, f"SELECT at, actor, CAST(reason AS BLOB) FROM {which} WHERE scope = ?", (scope,)
    )
    return FlagRow(found[0][0], found[0][1], decoded(found[0][2])[0]) if found else None


def raise_flag(tx: apsw.Connection, which: Flag, scope: int, row: FlagRow) -> None:
    """Set it, or give it a new reason."""
    tx.execute(
        f"INSERT INTO {which}(scope, at, actor, reason) VALUES (?, ?, ?, ?)"
        " ON CONFLICT(scope) DO UPDATE SET at = excluded.at, actor = excluded.actor, reason = excluded.reason",
        (scope, *row),
    )


def lower_flag(tx: apsw.Connection, which: Flag, scope: int) -> bool:
    """Take it away; False when it was not set."""
    tx.execute(f"DELETE FROM {which} WHERE scope = ?", (scope,))
    return tx.changes() == 1


def restricted(connection: apsw.Connection, scope: int) -> bool:
    """Whether the person's memory is kept and not used."""
    return bool(statement.rows(connection, "SELECT 1 FROM restrictions WHERE scope = ?", (scope,)))


_REQUEST = ", ".join(RequestRow._fields)
_EXPORT = ", ".join(ExportRow._fields)


def requests(connection: apsw.Connection, scope: int) -> list[RequestRow]:
    """Every request of a person, the newest first."""
    rows = statement.rows(
        connection,
        "SELECT id, kind, at, due_at, extended, status, closed_at, actor, CAST(note AS BLOB),"
        " CAST(answer AS BLOB), CAST(identity AS BLOB) FROM requests WHERE scope = ? ORDER BY id DESC",
        (scope,),
    )
    return [
        RequestRow._make(
            (*row[:8], decoded(row[8])[0], decoded(row[9])[0], row[10] and decoded(row[10])[0]),
        )
        for row in rows
    ]


def add_request(tx: apsw.Connection, scope: int, row: RequestRow) -> int:
    """Write a request down under the next number, which it answers with; the row's own is not read."""
    id_ = 1 + statement.number(tx, "SELECT max(id) FROM requests WHERE scope = ?", (scope,))
    marks = ", ".join("?" * len(row))
    tx.execute(f"INSERT INTO requests(scope, {_REQUEST}) VALUES (?, {marks})", (scope, id_, *row[1:]))
    return id_


def change_request(tx: apsw.Connection, scope: int, row: RequestRow) -> None:
    """Write a request as it stands now."""
    tx.execute(
        "UPDATE requests SET due_at = ?, extended = ?, status = ?, closed_at = ?, answer = ?"
        " WHERE scope = ? AND id = ?",
        (row.due_at, row.extended, row.status, row.closed_at, row.answer, scope, row.id),
    )


def exports(connection: apsw.Connection, scope: int) -> list[ExportRow]:
    """Every export of a person, the newest first."""
    rows = statement.rows(
        connection,
        "SELECT id, at, actor, CAST(path AS BLOB), sha256, expires_at, removed_at FROM exports"
        " WHERE scope = ? ORDER BY id DESC",
        (scope,),
    )
    return [ExportRow._make((*row[:3], decoded(row[3])[0], *row[4:])) for row in rows]


def add_export(tx: apsw.Connection, scope: int, row: ExportRow) -> int:
    """Write an export down under the next number, which it answers with; the row's own is not read."""
    id_ = 1 + statement.number(tx, "SELECT max(id) FROM exports WHERE scope = ?", (scope,))
    marks = ", ".join("?" * len(row))
    tx.execute(f"INSERT INTO exports(scope, {_EXPORT}) VALUES (?, {marks})", (scope, id_, *row[1:]))
    return id_


def export_removed(tx: apsw.Connection, scope: int, id_: int, now: int) -> None:
    """Note that the files of an export are gone."""
    tx.execute("UPDATE exports SET removed_at = ? WHERE scope = ? AND id = ?", (now, scope, id_))

"""Rows of proposals that were not stored: held for a person, refused, or skipped.

Nothing here is indexed by its words, and no search reads it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

import apsw

from core.store import run_rows, statement
from core.store.text import decoded


class QuarantineRow(NamedTuple):
    """One row without its scope; times in microseconds.

    ``value`` is the keyed hash a rejected value is blocked by. ``content`` is None where a
    secret or high-risk personal data was found: it was never written. ``was`` is the status before
    the present one; None for a row that has only one yet.
    """

    id: int
    act: str
    status: str
    severity: int
    sensitivity: int
    kind: str | None
    key: str | None
    content: str | None
    redacted: str
    digest: bytes
    value: bytes
    origin: bytes
    slot: bytes | None
    source: str
    lineage: str | None
    trust: int
    author: int
    session: str | None
    draft: str
    findings: str
    reason: str
    supersedes: int | None
    seen_count: int
    first_at: int
    last_at: int
    expires_at: int | None
    version: int
    decided_by: int | None
    decided_at: int | None
    decision_note: str | None
    record: int | None
    was: str | None = None


class Queued(NamedTuple):
    """What a queue over several people may know of a row: whose, which, how urgent; no words.

    ``origin`` and ``slot`` are keyed hashes: rows of one person with equal ones come from one
    place, or want the same key.
    """

    scope: int
    tenant: str
    user: str
    id: int
    version: int
    severity: int
    sensitivity: int
    trust: int
    origin: bytes
    slot: bytes | None
    reason: str
    seen_count: int
    first_at: int
    last_at: int
    decided_at: int | None


_COLUMNS = QuarantineRow._fields
_READ = ", ".join(_COLUMNS)
_INSERT = f"INSERT INTO quarantine(scope, {_READ}) VALUES (?{', ?' * len(_COLUMNS)})"


def next_id(tx: apsw.Connection, scope: int) -> int:
    """The id of the scope's next row; rows are only ever removed by forgetting or erasing."""
    return statement.number(tx, "SELECT max(id) FROM quarantine WHERE scope = ?", (scope,)) + 1


def insert(tx: apsw.Connection, scope: int, row: QuarantineRow) -> None:
    """Add a row whose id came from `next_id` in the same transaction."""
    tx.execute(_INSERT, (scope, *row))


def by_id(connection: apsw.Connection, scope: int, id_: int) -> QuarantineRow | None:
    """One row of one scope."""
    rows = statement.rows(
        connection, f"SELECT {_READ} FROM quarantine WHERE scope = ? AND id = ?", (scope, id_)
    )
    return QuarantineRow(*rows[0]) if rows else None


def same(connection: apsw.Connection, scope: int, digest: bytes) -> QuarantineRow | None:
    """The newest row with the same canonical bytes, kind and key."""
    rows = statement.rows(
        connection,
        f"SELECT {_READ} FROM quarantine INDEXED BY quarantine_by_digest"
        " WHERE scope = ? AND digest = ? ORDER BY id DESC LIMIT 1",
        (scope, digest),
    )
    return QuarantineRow(*rows[0]) if rows else None


def released_as(connection: apsw.Connection, scope: int, record: int) -> QuarantineRow | None:
    """The row whose release stored a record, the newest if there are several."""
    rows = statement.rows(
        connection,
        f"SELECT {_READ} FROM quarantine INDEXED BY quarantine_by_status"
        " WHERE scope = ? AND status = 'released' AND record = ? ORDER BY decided_at DESC LIMIT 1",
        (scope, record),
    )
    return QuarantineRow(*rows[0]) if rows else None


def saw_again(tx: apsw.Connection, scope: int, id_: int, at: int) -> None:
    """Count another arrival of the same proposal."""
    tx.execute(
        "UPDATE quarantine SET seen_count = seen_count + 1, last_at = ? WHERE scope = ? AND id = ?",
        (at, scope, id_),
    )


def decide(
    tx: apsw.Connection,
    scope: int,
    id_: int,
    version: int,
    status: str,
    by: int | None,
    at: int | None,
    note: str | None,
    record: int | None,
) -> bool:
    """Move a row to a new status; False when its version is not the one the decision was made on."""
    tx.execute(
        "UPDATE quarantine SET was = status, status = ?, version = version + 1, decided_by = ?, decided_at = ?,"
        " decision_note = ?, record = ? WHERE scope = ? AND id = ? AND version = ?",
        (status, by, at, note, record, scope, id_, version),
    )
    return tx.changes() == 1


def queue(connection: apsw.Connection, statuses: Sequence[str], scope: int | None = None) -> list[Queued]:
    """Rows in one of the statuses, person by person: each seek begins with one scope."""
    marks = ", ".join("?" * len(statuses))
    rows = statement.rows(
        connection,
        f"""SELECT s.scope, s.tenant, s.user, q.id, q.version, q.severity, q.sensitivity, q.trust, q.origin,
              q.slot, q.reason, q.seen_count, q.first_at, q.last_at, q.decided_at
            FROM subjects s CROSS JOIN quarantine q INDEXED BY quarantine_by_status
            ON q.scope = s.scope AND q.status IN ({marks})
            WHERE (? IS NULL OR s.scope = ?)""",
        (*statuses, scope, scope),
    )
    return [Queued(*row) for row in rows]


def waiting_since(connection: apsw.Connection, scope: int, origin: bytes, since: int) -> int:
    """How many proposals of one origin have begun to wait since a moment."""
    return statement.number(
        connection,
        "SELECT count(*) FROM quarantine INDEXED BY quarantine_by_status"
        " WHERE scope = ? AND status = 'waiting' AND origin = ? AND first_at >= ?",
        (scope, origin, since),
    )


def seen_since(connection: apsw.Connection, scope: int, origin: bytes, since: int) -> int:
    """How many proposals of one origin, whatever became of them, were last made since a moment."""
    return statement.number(
        connection,
        "SELECT count(*) FROM quarantine INDEXED BY quarantine_by_origin"
        " WHERE scope = ? AND origin = ? AND last_at >= ?",
        (scope, origin, since),
    )


def overdue(connection: apsw.Connection, scope: int, now: int) -> list[QuarantineRow]:
    """Waiting rows whose time to wait is over."""
    rows = statement.rows(
        connection,
        f"SELECT {_READ} FROM quarantine INDEXED BY quarantine_by_status"
        " WHERE scope = ? AND status = 'waiting' AND expires_at <= ?",
        (scope, now),
    )
    return [QuarantineRow(*row) for row in rows]


def holding(
    connection: apsw.Connection, scope: int, values: Sequence[bytes], records: Sequence[int]
) -> list[QuarantineRow]:
    """Rows whose value is one of these, or whose release stored one of these records."""
    rows = statement.rows(
        connection,
        f"SELECT {_READ} FROM quarantine WHERE scope = ? AND act = 'record' AND (record IN"
        " (SELECT value FROM json_each(?)) OR hex(value) IN (SELECT value FROM json_each(?))) ORDER BY id",
        (scope, json.dumps(list(records)), json.dumps([value.hex().upper() for value in values])),
    )
    return [QuarantineRow(*row) for row in rows]


def containing(connection: apsw.Connection, scope: int, text: str) -> list[QuarantineRow]:
    """Rows whose text contains exactly these characters."""
    rows = statement.rows(
        connection,
        f"SELECT {_READ} FROM quarantine WHERE scope = ? AND instr(content, ?) ORDER BY id",
        (scope, text),
    )
    return [QuarantineRow(*row) for row in rows]


def waiting_deletions(connection: apsw.Connection, scope: int) -> list[QuarantineRow]:
    """Deletions that wait for a person."""
    rows = statement.rows(
        connection,
        f"SELECT {_READ} FROM quarantine INDEXED BY quarantine_by_status"
        " WHERE scope = ? AND status = 'waiting' AND act = 'deletion'",
        (scope,),
    )
    return [QuarantineRow(*row) for row in rows]


def held_notes(connection: apsw.Connection, scope: int, role: str, name: str) -> list[str]:
    """Paths of notes that one actor proposed to write and that wait for a person."""
    rows = statement.rows(
        connection,
        "SELECT DISTINCT CAST(q.key AS BLOB) FROM quarantine q INDEXED BY quarantine_by_status"
        " JOIN actors a ON a.id = q.author"
        " WHERE q.scope = ? AND q.status = 'waiting' AND q.act = 'note' AND a.role = ? AND a.name = ?",
        (scope, role, name),
    )
    return sorted(decoded(path)[0] for (path,) in rows)


def waiting_notes(connection: apsw.Connection, scope: int) -> list[tuple[int, str]]:
    """Id and path of every note that waits for a person, in the order they came."""
    rows = statement.rows(
        connection,
        "SELECT id, CAST(key AS BLOB) FROM quarantine INDEXED BY quarantine_by_status"
        " WHERE scope = ? AND status = 'waiting' AND act = 'note' ORDER BY id",
        (scope,),
    )
    return [(int(id_), decoded(path)[0]) for id_, path in rows]


def of_note(connection: apsw.Connection, scope: int, note: int, path: str) -> list[int]:
    """Ids of proposals to write one note, whatever became of them."""
    rows = statement.rows(
        connection,
        "SELECT id FROM quarantine WHERE scope = ? AND act = 'note'"
        " AND (key = ? OR json_extract(draft, '$.note') = ?) ORDER BY id",
        (scope, path, note),
    )
    return [int(id_) for (id_,) in rows]


def of_source(connection: apsw.Connection, scope: int, prefix: str) -> list[int]:
    """Ids of proposals whose source, or one they cite, starts literally with the prefix."""
    rows = statement.rows(
        connection,
        "SELECT id FROM quarantine WHERE scope = ? AND (substr(source, 1, length(?)) = ?"
        f" OR {statement.IN_LINEAGE}) ORDER BY id",
        (scope, prefix, prefix, prefix, prefix),
    )
    return [int(id_) for (id_,) in rows]


def delete(tx: apsw.Connection, scope: int, ids: Sequence[int]) -> None:
    """Remove rows for good, with what they cited."""
    run_rows.forget_items(tx, scope, ids)
    tx.executemany("DELETE FROM quarantine WHERE scope = ? AND id = ?", [(scope, id_) for id_ in ids])


def count_by_status(connection: apsw.Connection, scope: int | None = None) -> dict[str, int]:
    """How many rows each status has, counted person by person."""
    rows = statement.rows(
        connection,
        "SELECT q.status, count(*) FROM subjects s CROSS JOIN quarantine q INDEXED BY quarantine_by_status"
        " ON q.scope = s.scope WHERE (? IS NULL OR s.scope = ?) GROUP BY q.status",
        (scope, scope),
    )
    return dict(rows)

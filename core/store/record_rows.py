"""Rows of the records table: written, fetched and removed, always inside one scope.

This is the storage path for rows that were already judged. Only the memory floor and the
benches that seed files call it; neither handle reaches it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import apsw

from core.store import run_rows, statement
from core.store.text import decoded


class RecordRow(NamedTuple):
    """One row without its scope; times in microseconds."""

    id: int
    kind: str
    key: str | None
    content: str
    is_json: int
    digest: int
    source: str
    lineage: str | None
    trust: int
    approved: int
    author: int
    session: str | None
    recorded_at: int
    written_at: int | None
    written_estimated: int
    true_from: int | None
    true_until: int | None
    seen_at: int
    seen_count: int
    importance: float
    expires_at: int | None
    version: int
    supersedes: int | None
    superseded_by: int | None
    ended_at: int | None
    end_reason: str | None
    outcome: str | None
    details: str | None
    verdict: str | None


class StoredRow(NamedTuple):
    """A row as read back, and whether one of its texts held bytes that are no UTF-8."""

    row: RecordRow
    damaged: bool


_CHUNK = 500
_AMENDMENTS = {
    column: f"UPDATE records SET {column} = ? WHERE scope = ? AND id = ?"
    for column in ("seen_at", "seen_count", "lineage", "approved", "expires_at")
}
_COLUMNS = RecordRow._fields
_TEXT = ("key", "content", "source", "lineage", "session", "details")
_TEXT_POSITIONS = tuple(_COLUMNS.index(name) for name in _TEXT)
_READ = ", ".join(f"CAST({name} AS BLOB)" if name in _TEXT else name for name in _COLUMNS)
_INSERT = f"INSERT INTO records(scope, {', '.join(_COLUMNS)}) VALUES (?{', ?' * len(_COLUMNS)})"


def insert(tx: apsw.Connection, scope: int, rows: Iterable[RecordRow]) -> None:
    """Add rows whose ids were reserved with `subjects.next_record_ids`."""
    tx.executemany(_INSERT, ((scope, *row) for row in rows))


def retold(tx: apsw.Connection, scope: int, digests: Iterable[tuple[int, int]]) -> None:
    """Take over the digests of records whose text is another one now."""
    tx.executemany(
        "UPDATE records SET digest = ? WHERE scope = ? AND id = ?",
        ((digest, scope, id_) for id_, digest in digests),
    )


def by_ids(connection: apsw.Connection, scope: int, ids: Sequence[int]) -> dict[int, StoredRow]:
    """The rows of those ids that exist."""
    marks = ", ".join("?" * len(ids))
    found = _fetch(
        connection, f"SELECT {_READ} FROM records WHERE scope = ? AND id IN ({marks})", (scope, *ids)
    )
    return {stored.row.id: stored for stored in found}


def existing(connection: apsw.Connection, scope: int, ids: Sequence[int]) -> list[int]:
    """Those of the ids that are there, in the same order."""
    present: set[int] = set()
    for start in range(0, len(ids), _CHUNK):
        chunk = tuple(ids[start : start + _CHUNK])
        marks = ", ".join("?" * len(chunk))
        rows = statement.rows(
            connection, f"SELECT id FROM records WHERE scope = ? AND id IN ({marks})", (scope, *chunk)
        )
        present.update(int(id_) for (id_,) in rows)
    return [id_ for id_ in ids if id_ in present]


def contents(connection: apsw.Connection, scope: int, ids: Sequence[int]) -> list[str]:
    """The texts of those of the records that are there."""
    found: list[str] = []
    for start in range(0, len(ids), _CHUNK):
        found += (
            stored.row.content for stored in by_ids(connection, scope, ids[start : start + _CHUNK]).values()
        )
    return found


def authors(connection: apsw.Connection, scope: int, ids: Sequence[int]) -> dict[int, tuple[str, str]]:
    """Role and name of who wrote each of the rows."""
    found: dict[int, tuple[str, str]] = {}
    for start in range(0, len(ids), _CHUNK):
        chunk = tuple(ids[start : start + _CHUNK])
        marks = ", ".join("?" * len(chunk))
        rows = statement.rows(
            connection,
            "SELECT r.id, a.role, a.name FROM records r JOIN actors a ON a.id = r.author"
            f" WHERE r.scope = ? AND r.id IN ({marks})",
            (scope, *chunk),
        )
        found.update({int(id_): (str(role), str(name)) for id_, role, name in rows})
    return found


def current_by_key(connection: apsw.Connection, scope: int, kind: str, key: str) -> StoredRow | None:
    """The row of that kind and key that nothing has ended; its expiry is the caller's to judge."""
    rows = _fetch(
        connection,
        f"SELECT {_READ} FROM records WHERE scope = ? AND kind = ? AND key = ? AND ended_at IS NULL"
        " AND key IS NOT NULL AND kind <> 'episodic'",
        (scope, kind, key),
    )
    return rows[0] if rows else None


def current_by_digest(connection: apsw.Connection, scope: int, digest: int) -> list[StoredRow]:
    """Rows in force whose folded text has that digest; compare the texts, digests may collide."""
    return _fetch(
        connection,
        f"SELECT {_READ} FROM records INDEXED BY records_by_digest"
        " WHERE scope = ? AND digest = ? AND ended_at IS NULL ORDER BY id",
        (scope, digest),
    )


def written_since(connection: apsw.Connection, scope: int, origin: str, since: int, among: int) -> int:
    """How many of the scope's newest rows come from an origin, or a passage of it, since a moment.

    Args:
        among: how many rows are looked at; ids rise with time, so these are the newest.
    """
    return statement.number(
        connection,
        "SELECT count(*) FROM records INDEXED BY records_by_id WHERE scope = ?1"
        " AND id > (SELECT max(id) FROM records WHERE scope = ?1) - ?2 AND recorded_at >= ?3"
        " AND (source = ?4 OR substr(source, 1, length(?4) + 1) = ?4 || '#')",
        (scope, among, since, origin),
    )


def keyed(connection: apsw.Connection, scope: int, key: str, kind: str | None) -> list[StoredRow]:
    """Every version of a key, oldest first."""
    return _fetch(
        connection,
        f"SELECT {_READ} FROM records INDEXED BY records_by_key"
        " WHERE scope = ?1 AND key = ?2 AND (?3 IS NULL OR kind = ?3) ORDER BY id",
        (scope, key, kind),
    )


def newest_version(connection: apsw.Connection, scope: int, kind: str, key: str) -> int:
    """The highest version number of the key in that kind that is still there; 0 when none is."""
    rows = statement.rows(
        connection,
        "SELECT max(version) FROM records WHERE scope = ? AND key = ? AND kind = ?",
        (scope, key, kind),
    )
    return int(rows[0][0] or 0)


def containing(connection: apsw.Connection, scope: int, text: str, but: Sequence[int]) -> list[StoredRow]:
    """Rows whose content contains ``text`` literally, some ids left out: copies of a value."""
    marks = ", ".join("?" * len(but))
    return _fetch(
        connection,
        f"SELECT {_READ} FROM records WHERE scope = ? AND instr(content, ?) > 0 AND id NOT IN ({marks}) ORDER BY id",
        (scope, text, *but),
    )


def end(tx: apsw.Connection, scope: int, id_: int, at: int, reason: str, superseded_by: int | None) -> bool:
    """Mark a row as no longer believed; False when something had ended it before."""
    tx.execute(
        "UPDATE records SET ended_at = max(?, recorded_at), end_reason = ?, superseded_by = ?"
        " WHERE scope = ? AND id = ? AND ended_at IS NULL",
        (at, reason, superseded_by, scope, id_),
    )
    return tx.changes() == 1


def amend(tx: apsw.Connection, scope: int, id_: int, changes: Mapping[str, object]) -> None:
    """Change what may change after a row was written: sightings, approval and expiry.

    Raises:
        KeyError: a column that is part of what was said, which is never edited.
    """
    for column, value in changes.items():
        tx.execute(_AMENDMENTS[column], (value, scope, id_))


def delete(tx: apsw.Connection, scope: int, ids: Sequence[int]) -> None:
    """Remove rows with their events and what they cited for good, and unlink what pointed at them.

    Their import links stay without a record, so that importing again does not bring them back.
    """
    for start in range(0, len(ids), _CHUNK):
        chunk = tuple(ids[start : start + _CHUNK])
        marks = ", ".join("?" * len(chunk))
        both = (scope, scope, *chunk)
        gone = f"records WHERE scope = ? AND id IN ({marks})"
        tx.execute(
            f"UPDATE records SET supersedes = NULL WHERE scope = ? AND id IN (SELECT superseded_by FROM {gone})",
            both,
        )
        tx.execute(
            f"UPDATE records SET superseded_by = NULL WHERE scope = ? AND id IN (SELECT supersedes FROM {gone})",
            both,
        )
        tx.execute(
            f"UPDATE imports INDEXED BY imports_by_record SET record = NULL WHERE scope = ? AND record IN ({marks})",
            (scope, *chunk),
        )
        run_rows.forget_records(tx, scope, chunk)
        tx.execute(f"DELETE FROM record_events WHERE scope = ? AND record IN ({marks})", (scope, *chunk))
        tx.execute(f"DELETE FROM records WHERE scope = ? AND id IN ({marks})", (scope, *chunk))


def _fetch(connection: apsw.Connection, sql: str, arguments: tuple[object, ...]) -> list[StoredRow]:
    return [_stored(raw) for raw in statement.rows(connection, sql, arguments)]


def _stored(raw: tuple[Any, ...]) -> StoredRow:
    values = list(raw)
    damaged = False
    for position in _TEXT_POSITIONS:
        value = values[position]
        if isinstance(value, bytes):
            values[position], bad = decoded(value)
            damaged = damaged or bad
    return StoredRow(RecordRow(*values), damaged)

"""The words of each live record, and the counters that say what of them is packed.

One row per record holds its postings; it is the write path and the truth. What changed about a
record after its row was written (it ended, its expiry or trust moved) is noted in a log, so
that an index held in memory or packed in the file can catch up without being built again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import apsw

from core.store import statement

_CHUNK = 500
_FEWEST_LOOSE = 1_000


class PostingRow(NamedTuple):
    """What ranking needs to know of one live record; times in microseconds.

    ``terms`` holds each distinct term once, blanks between, with ``*n`` where it occurs n times.
    """

    record: int
    kind: str
    at: int
    expires_at: int | None
    importance: float
    trust: int
    session: str | None
    length: int
    terms: str


class Standing(NamedTuple):
    """The counters of one scope's index.

    Attributes:
        changes: raised by every change; equal numbers mean an equal index.
        epoch: raised when rows left for good or the packed form was written anew.
        packed_to: the last record the packed form covers, 0 when there is none.
        packed: how many records it covers.
        loose: rows and log entries since it was written.
        unread: rows written without a vector; an upper bound, for some may be gone.
    """

    tokenizer: int
    changes: int
    epoch: int
    packed_to: int
    packed: int
    loose: int
    unread: int

    @property
    def packing_is_due(self) -> bool:
        """Whether so much is loose that reading it row by row costs more than packing it once."""
        return self.loose > max(_FEWEST_LOOSE, self.packed // 10)


EMPTY = Standing(0, 0, 0, 0, 0, 0, 0)
_READ = ", ".join(PostingRow._fields)
_COUNTERS = ", ".join(Standing._fields)


def standing(connection: apsw.Connection, scope: int) -> Standing:
    """The counters, all zero where nothing was ever indexed."""
    found = statement.rows(
        connection,
        f"SELECT {_COUNTERS} FROM recall_scopes WHERE scope = ?",
        (scope,),
    )
    return Standing(*found[0]) if found else EMPTY


def advance(tx: apsw.Connection, scope: int, tokenizer: int, loose: int, unread: int = 0) -> Standing:
    """Count one more change that left so many more entries unpacked and unread; the counters after it."""
    found = statement.rows(
        tx,
        f"INSERT INTO recall_scopes(scope, {_COUNTERS}) VALUES (?1, ?2, 1, 0, 0, 0, ?3, ?4)"
        " ON CONFLICT(scope) DO UPDATE SET changes = changes + 1, loose = loose + ?3, unread = unread + ?4"
        f" RETURNING {_COUNTERS}",
        (scope, tokenizer, loose, unread),
    )
    return Standing(*found[0])


def renew(tx: apsw.Connection, scope: int, packed_to: int, packed: int, loose: int) -> None:
    """Say that the packed form is another one now, or that rows left for good."""
    tx.execute(
        "UPDATE recall_scopes SET epoch = epoch + 1, packed_to = ?, packed = ?, loose = ? WHERE scope = ?",
        (packed_to, packed, loose, scope),
    )


def all_read(tx: apsw.Connection, scope: int) -> None:
    """Say that every row has its vector."""
    tx.execute("UPDATE recall_scopes SET unread = 0 WHERE scope = ?", (scope,))


def insert(tx: apsw.Connection, scope: int, rows: Iterable[PostingRow]) -> None:
    """Add the rows of new records."""
    tx.executemany(
        f"INSERT INTO postings(scope, {_READ}) VALUES (?{', ?' * len(PostingRow._fields)})",
        ((scope, *row) for row in rows),
    )


def amend(tx: apsw.Connection, scope: int, record: int, expires_at: int | None, trust: int) -> bool:
    """Move what may move after a record was written; False when it is not indexed."""
    tx.execute(
        "UPDATE postings SET expires_at = ?, trust = ? WHERE scope = ? AND record = ?",
        (expires_at, trust, scope, record),
    )
    return tx.changes() == 1


def delete(tx: apsw.Connection, scope: int, records: Sequence[int]) -> None:
    """Remove rows; their log entries are the caller's to write or to remove."""
    for chunk, marks in _chunks(records):
        tx.execute(f"DELETE FROM postings WHERE scope = ? AND record IN ({marks})", (scope, *chunk))


def note(tx: apsw.Connection, scope: int, records: Iterable[int], change: int) -> None:
    """Write down which records a change touched."""
    tx.executemany(
        "INSERT INTO postings_log(scope, record, change) VALUES (?, ?, ?)"
        " ON CONFLICT(scope, record) DO UPDATE SET change = excluded.change",
        ((scope, record, change) for record in records),
    )


def clear_log(tx: apsw.Connection, scope: int, records: Sequence[int] | None = None) -> None:
    """Remove log entries of some records, or all."""
    if records is None:
        tx.execute("DELETE FROM postings_log WHERE scope = ?", (scope,))
        return
    for chunk, marks in _chunks(records):
        tx.execute(f"DELETE FROM postings_log WHERE scope = ? AND record IN ({marks})", (scope, *chunk))


def touched_since(connection: apsw.Connection, scope: int, change: int) -> list[int]:
    """Records that changes after that one touched, in order."""
    found = statement.rows(
        connection,
        "SELECT record FROM postings_log WHERE scope = ? AND change > ? ORDER BY record",
        (scope, change),
    )
    return [int(record) for (record,) in found]


def after(connection: apsw.Connection, scope: int, record: int) -> list[PostingRow]:
    """The rows of records with a higher number, in order."""
    found = statement.rows(
        connection,
        f"SELECT {_READ} FROM postings WHERE scope = ? AND record > ? ORDER BY record",
        (scope, record),
    )
    return [PostingRow(*row) for row in found]


def of(connection: apsw.Connection, scope: int, records: Sequence[int]) -> dict[int, PostingRow]:
    """The rows of those records that are indexed."""
    rows: dict[int, PostingRow] = {}
    for chunk, marks in _chunks(records):
        found = statement.rows(
            connection,
            f"SELECT {_READ} FROM postings WHERE scope = ? AND record IN ({marks})",
            (scope, *chunk),
        )
        rows.update((int(row[0]), PostingRow(*row)) for row in found)
    return rows


def sharing(
    connection: apsw.Connection,
    scope: int,
    terms: Sequence[str],
    kind: str,
    least: int,
    newest: int,
    most: int,
) -> list[int]:
    """Of the newest rows, the records of a kind whose terms contain at least so many; the most first.

    A term is found inside another too; whoever asks compares the texts afterwards.
    """
    shared = " + ".join(f"(instr(terms, ?{number}) > 0)" for number in range(6, 6 + len(terms)))
    found = statement.rows(
        connection,
        f"""SELECT record FROM (
              SELECT record, {shared} AS shared FROM (
                SELECT record, kind, terms FROM postings WHERE scope = ?1 ORDER BY record DESC LIMIT ?2
              ) WHERE kind = ?3
            ) WHERE shared >= ?4 ORDER BY shared DESC, record DESC LIMIT ?5""",
        (scope, newest, kind, least, most, *terms),
    )
    return [int(record) for (record,) in found]


def _chunks(records: Sequence[int]) -> Iterable[tuple[tuple[Any, ...], str]]:
    for start in range(0, len(records), _CHUNK):
        chunk = tuple(records[start : start + _CHUNK])
        yield chunk, ", ".join("?" * len(chunk))

"""Vectors as rows, which are the truth, and as segments, which are derived from them.

Every statement names the embedder as well as the scope: numbers of two embedders never meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import apsw

from core.store import statement
from core.store.text import decoded

_CHUNK = 500


class Segment(NamedTuple):
    """Some vectors side by side; the arrays inside are the business of ``core.recall``."""

    number: int
    ids: bytes
    scales: bytes
    data: bytes


def embedder(connection: apsw.Connection, name: str) -> tuple[int, int] | None:
    """Number and dimension of an embedder this file has vectors of."""
    found = statement.rows(connection, "SELECT id, dimension FROM embedders WHERE name = ?", (name,))
    return (int(found[0][0]), int(found[0][1])) if found else None


def admit_embedder(tx: apsw.Connection, name: str, dimension: int) -> int:
    """The number of an embedder, given out on first use."""
    known = embedder(tx, name)
    if known is not None:
        return known[0]
    tx.execute("INSERT INTO embedders(name, dimension) VALUES (?, ?)", (name, dimension))
    return int(tx.last_insert_rowid())


def embedders(connection: apsw.Connection) -> dict[int, int]:
    """The dimension of every embedder this file has vectors of, by number."""
    return dict(statement.rows(connection, "SELECT id, dimension FROM embedders"))


def named_embedders(connection: apsw.Connection) -> list[dict[str, int | str]]:
    """Number, name and dimension of every embedder this file has vectors of."""
    rows = statement.rows(connection, "SELECT id, name, dimension FROM embedders ORDER BY id")
    return [{"id": id_, "name": name, "dimension": dimension} for id_, name, dimension in rows]


def drop_embedder(tx: apsw.Connection, number: int) -> None:
    """Forget an embedder none of whose vectors are left."""
    tx.execute("DELETE FROM embedders WHERE id = ?", (number,))


def write(tx: apsw.Connection, scope: int, embedder: int, rows: Iterable[tuple[int, bytes]]) -> None:
    """Add the vectors of records, replacing what stood there."""
    tx.executemany(
        "INSERT INTO vectors(scope, embedder, record, vector) VALUES (?, ?, ?, ?)"
        " ON CONFLICT(scope, embedder, record) DO UPDATE SET vector = excluded.vector",
        ((scope, embedder, record, vector) for record, vector in rows),
    )


def delete(tx: apsw.Connection, scope: int, records: Sequence[int]) -> None:
    """Remove the vectors of records, whichever embedder they came from."""
    for start in range(0, len(records), _CHUNK):
        chunk = tuple(records[start : start + _CHUNK])
        marks = ", ".join("?" * len(chunk))
        tx.execute(
            f"DELETE FROM vectors WHERE scope = ? AND embedder IN (SELECT id FROM embedders) AND record IN ({marks})",
            (scope, *chunk),
        )


def delete_embedder(tx: apsw.Connection, scope: int, embedder: int) -> None:
    """Remove every vector and segment one embedder made in one scope."""
    tx.execute("DELETE FROM vectors WHERE scope = ? AND embedder = ?", (scope, embedder))
    tx.execute("DELETE FROM vector_segments WHERE scope = ? AND embedder = ?", (scope, embedder))


def after(connection: apsw.Connection, scope: int, embedder: int, record: int) -> list[tuple[int, bytes]]:
    """Record and vector of every record with a higher number, in order."""
    return [
        (int(id_), vector)
        for id_, vector in statement.rows(
            connection,
            "SELECT record, vector FROM vectors WHERE scope = ? AND embedder = ? AND record > ? ORDER BY record",
            (scope, embedder, record),
        )
    ]


def of(connection: apsw.Connection, scope: int, embedder: int, records: Sequence[int]) -> dict[int, bytes]:
    """The vectors of those records that have one."""
    found: dict[int, bytes] = {}
    for start in range(0, len(records), _CHUNK):
        chunk = tuple(records[start : start + _CHUNK])
        marks = ", ".join("?" * len(chunk))
        found.update(
            statement.rows(
                connection,
                "SELECT record, vector FROM vectors WHERE scope = ? AND embedder = ?"
                f" AND record IN ({marks})",
                (scope, embedder, *chunk),
            )
        )
    return found


def missing(connection: apsw.Connection, scope: int, embedder: int, limit: int) -> list[tuple[int, str]]:
    """Number and text of live records that this embedder has not read yet, oldest first."""
    return [
        (int(id_), decoded(text)[0])
        for id_, text in statement.rows(
            connection,
            "SELECT p.record, CAST(r.content AS BLOB) FROM postings p"
            " JOIN records r ON r.scope = p.scope AND r.id = p.record"
            " WHERE p.scope = ?1 AND NOT EXISTS (SELECT 1 FROM vectors v WHERE v.scope = ?1"
            " AND v.embedder = ?2 AND v.record = p.record) ORDER BY p.record LIMIT ?3",
            (scope, embedder, limit),
        )
    ]


def texts(connection: apsw.Connection, scope: int, records: Sequence[int]) -> dict[int, str]:
    """The texts of those records, to be read by an embedder."""
    found: dict[int, str] = {}
    for start in range(0, len(records), _CHUNK):
        chunk = tuple(records[start : start + _CHUNK])
        marks = ", ".join("?" * len(chunk))
        rows = statement.rows(
            connection,
            f"SELECT id, CAST(content AS BLOB) FROM records WHERE scope = ? AND id IN ({marks})",
            (scope, *chunk),
        )
        found.update((int(id_), decoded(text)[0]) for id_, text in rows)
    return found


def counted(connection: apsw.Connection, scope: int, embedder: int) -> tuple[int, int]:
    """How many live records have a vector of this embedder, and how many there are."""
    done = statement.number(
        connection, "SELECT count(*) FROM vectors WHERE scope = ? AND embedder = ?", (scope, embedder)
    )
    return done, statement.number(connection, "SELECT count(*) FROM postings WHERE scope = ?", (scope,))


def scopes(connection: apsw.Connection) -> list[int]:
    """The numbers of all indexed scopes, for the one act that concerns the whole file."""
    return [
        int(scope)
        for (scope,) in statement.rows(connection, "SELECT scope FROM recall_scopes ORDER BY scope")
    ]


def segments(connection: apsw.Connection, scope: int, embedder: int) -> Iterator[Segment]:
    """Every segment in order."""
    for row in statement.rows(
        connection,
        "SELECT segment, ids, scales, data FROM vector_segments WHERE scope = ? AND embedder = ? ORDER BY segment",
        (scope, embedder),
    ):
        yield Segment(*row)


def drop_segments(tx: apsw.Connection, scope: int) -> None:
    """Delete the packed vectors of a scope; they are made again from its rows."""
    tx.execute("DELETE FROM vector_segments WHERE scope = ?", (scope,))


def segment_ids(connection: apsw.Connection, scope: int, embedder: int) -> list[tuple[int, bytes]]:
    """Number and record ids of every segment, without the vectors."""
    return [
        (int(number), ids)
        for number, ids in statement.rows(
            connection,
            "SELECT segment, ids FROM vector_segments WHERE scope = ? AND embedder = ? ORDER BY segment",
            (scope, embedder),
        )
    ]


def write_segment(tx: apsw.Connection, scope: int, embedder: int, segment: Segment) -> None:
    """Write a segment over the one of its number; without ids it goes."""
    tx.execute(
        "DELETE FROM vector_segments WHERE scope = ? AND embedder = ? AND segment = ?",
        (scope, embedder, segment.number),
    )
    if segment.ids:
        tx.execute(
            "INSERT INTO vector_segments(scope, embedder, segment, ids, scales, data) VALUES (?, ?, ?, ?, ?, ?)",
            (scope, embedder, *segment),
        )

"""Rows of documents: their chunks with the words and vectors they are found by, and a change counter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import apsw

from core.store import statement
from core.store.text import decoded


class DocumentRow(NamedTuple):
    """One document; times in microseconds."""

    id: str
    title: str
    source: str
    trust: int
    added_at: int
    characters: int
    words: int
    chunks: int
    masked: int
    version: int


class ChunkRow(NamedTuple):
    """One chunk; ``terms`` as in the rows of postings."""

    id: int
    document: str
    place: int
    first: int
    last: int
    content: str
    length: int
    terms: str


class ChunkTerms(NamedTuple):
    """What ranking needs to know of a chunk and of the document it belongs to."""

    id: int
    added_at: int
    trust: int
    length: int
    terms: str


_DOCUMENT = ", ".join(DocumentRow._fields)
_READ_DOCUMENT = (
    "CAST(id AS BLOB), CAST(title AS BLOB), CAST(source AS BLOB), trust, added_at, characters, words, chunks,"
    " masked, version"
)
_CHUNK = ", ".join(ChunkRow._fields)
_READ_CHUNK = "id, CAST(document AS BLOB), place, first, last, CAST(content AS BLOB), length, terms"


def changes(connection: apsw.Connection, scope: int) -> int:
    """The number every change to a scope's chunks raises; equal numbers mean equal chunks."""
    return statement.number(connection, "SELECT changes FROM document_scopes WHERE scope = ?", (scope,))


def advance(tx: apsw.Connection, scope: int, new_chunks: int = 0) -> int:
    """Count one more change; the last chunk id before those that are new with it."""
    found = statement.rows(
        tx,
        "INSERT INTO document_scopes(scope, changes, last_chunk) VALUES (?1, 1, ?2)"
        " ON CONFLICT(scope) DO UPDATE SET changes = changes + 1, last_chunk = last_chunk + ?2"
        " RETURNING last_chunk",
        (scope, new_chunks),
    )
    return int(found[0][0]) - new_chunks


def document(connection: apsw.Connection, scope: int, id_: str) -> DocumentRow | None:
    """One document of one scope."""
    found = statement.rows(
        connection, f"SELECT {_READ_DOCUMENT} FROM documents WHERE scope = ? AND id = ?", (scope, id_)
    )
    return DocumentRow(*_text(found[0])) if found else None


def documents(connection: apsw.Connection, scope: int) -> list[DocumentRow]:
    """Every document, in the order of titles."""
    found = statement.rows(
        connection, f"SELECT {_READ_DOCUMENT} FROM documents WHERE scope = ? ORDER BY title, id", (scope,)
    )
    return [DocumentRow(*_text(row)) for row in found]


def of_source(connection: apsw.Connection, scope: int, prefix: str) -> list[str]:
    """Ids of documents whose source starts literally with the prefix."""
    return [row.id for row in documents(connection, scope) if row.source.startswith(prefix)]


def insert(tx: apsw.Connection, scope: int, row: DocumentRow, chunks: Iterable[ChunkRow]) -> None:
    """Add a document with its chunks; the caller has deleted what stood there."""
    tx.execute(
        f"INSERT INTO documents(scope, {_DOCUMENT}) VALUES (?{', ?' * len(DocumentRow._fields)})",
        (scope, *row),
    )
    tx.executemany(
        f"INSERT INTO document_chunks(scope, {_CHUNK}) VALUES (?{', ?' * len(ChunkRow._fields)})",
        ((scope, *chunk) for chunk in chunks),
    )


def delete(tx: apsw.Connection, scope: int, id_: str) -> int:
    """Remove a document with its chunks and their vectors; how many chunks went."""
    tx.execute(
        "DELETE FROM chunk_vectors WHERE scope = ?1"
        " AND chunk IN (SELECT id FROM document_chunks WHERE scope = ?1 AND document = ?2)",
        (scope, id_),
    )
    tx.execute("DELETE FROM document_chunks WHERE scope = ? AND document = ?", (scope, id_))
    gone = tx.changes()
    tx.execute("DELETE FROM documents WHERE scope = ? AND id = ?", (scope, id_))
    return gone


def chunks_of(connection: apsw.Connection, scope: int, id_: str) -> list[ChunkRow]:
    """The chunks of one document in their order."""
    found = statement.rows(
        connection,
        f"SELECT {_READ_CHUNK} FROM document_chunks WHERE scope = ? AND document = ? ORDER BY place",
        (scope, id_),
    )
    return [ChunkRow(*_text(row)) for row in found]


def chunks(connection: apsw.Connection, scope: int, ids: Sequence[int]) -> dict[int, ChunkRow]:
    """Those chunks that are there."""
    found: dict[int, ChunkRow] = {}
    for id_ in ids:
        rows = statement.rows(
            connection, f"SELECT {_READ_CHUNK} FROM document_chunks WHERE scope = ? AND id = ?", (scope, id_)
        )
        found.update((int(row[0]), ChunkRow(*_text(row))) for row in rows)
    return found


def terms(connection: apsw.Connection, scope: int) -> list[ChunkTerms]:
    """Every chunk of one scope as ranking sees it, in the order of ids."""
    found = statement.rows(
        connection,
        "SELECT c.id, d.added_at, d.trust, c.length, c.terms FROM document_chunks c"
        " JOIN documents d ON d.scope = c.scope AND d.id = c.document WHERE c.scope = ? ORDER BY c.id",
        (scope,),
    )
    return [ChunkTerms(*row) for row in found]


def write_vectors(tx: apsw.Connection, scope: int, embedder: int, rows: Iterable[tuple[int, bytes]]) -> None:
    """Add the vectors of chunks, replacing what stood there."""
    tx.executemany(
        "INSERT INTO chunk_vectors(scope, embedder, chunk, vector) VALUES (?, ?, ?, ?)"
        " ON CONFLICT(scope, embedder, chunk) DO UPDATE SET vector = excluded.vector",
        ((scope, embedder, chunk, vector) for chunk, vector in rows),
    )


def vectors(connection: apsw.Connection, scope: int, embedder: int) -> dict[int, bytes]:
    """The vectors one embedder made of chunks."""
    return dict(
        statement.rows(
            connection,
            "SELECT chunk, vector FROM chunk_vectors WHERE scope = ? AND embedder = ?",
            (scope, embedder),
        )
    )


def missing(connection: apsw.Connection, scope: int, embedder: int, limit: int) -> list[tuple[int, str]]:
    """Number and text of chunks this embedder has not read, oldest first."""
    found = statement.rows(
        connection,
        "SELECT c.id, CAST(c.content AS BLOB) FROM document_chunks c WHERE c.scope = ?1 AND NOT EXISTS"
        " (SELECT 1 FROM chunk_vectors v WHERE v.scope = ?1 AND v.embedder = ?2 AND v.chunk = c.id)"
        " ORDER BY c.id LIMIT ?3",
        (scope, embedder, limit),
    )
    return [(int(id_), decoded(text)[0]) for id_, text in found]


def drop_other_vectors(tx: apsw.Connection, scope: int, embedder: int) -> None:
    """Remove the vectors of every other embedder."""
    tx.execute("DELETE FROM chunk_vectors WHERE scope = ? AND embedder <> ?", (scope, embedder))


def scopes(connection: apsw.Connection) -> list[int]:
    """The numbers of all scopes with documents, for the one act that concerns the whole file."""
    found = statement.rows(connection, "SELECT scope FROM document_scopes ORDER BY scope")
    return [int(scope) for (scope,) in found]


def counts(connection: apsw.Connection, scope: int) -> tuple[int, int]:
    """How many documents and chunks there are."""
    return (
        statement.number(connection, "SELECT count(*) FROM documents WHERE scope = ?", (scope,)),
        statement.number(connection, "SELECT count(*) FROM document_chunks WHERE scope = ?", (scope,)),
    )


def _text(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(decoded(value)[0] if isinstance(value, bytes) else value for value in row)

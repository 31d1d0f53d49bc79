"""Giving every chunk of a file its vector by the embedder in use, scope by scope."""

from __future__ import annotations

from collections.abc import Callable

from core.recall import Embedder
from core.store import Database, document_rows, vector_rows

_BATCH = 64


def embed_documents(
    database: Database, embedder: Embedder, cancelled: Callable[[], bool] | None = None
) -> None:
    """Embed what this embedder has not read and drop what others made; stopped, it goes on from there.

    Raises:
        EmbedderFailure: the server failed; what was written stays.
    """
    with database.write() as tx:
        number = vector_rows.admit_embedder(tx, embedder.name, embedder.dimension)
        scopes = document_rows.scopes(tx)
        for scope in scopes:
            document_rows.drop_other_vectors(tx, scope, number)
    for scope in scopes:
        while cancelled is None or not cancelled():
            with database.read() as connection:
                waiting = document_rows.missing(connection, scope, number, _BATCH)
            if not waiting:
                break
            made = embedder.embed([text for _, text in waiting])
            rows = [(id_, vector.tobytes()) for (id_, _), vector in zip(waiting, made, strict=True)]
            with database.write() as tx:
                present = document_rows.chunks(tx, scope, [id_ for id_, _ in rows])
                document_rows.write_vectors(tx, scope, number, [row for row in rows if row[0] in present])
                document_rows.advance(tx, scope)

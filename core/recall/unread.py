"""Records that were written without a vector, and the embedder that gets to them later."""

from __future__ import annotations

import apsw

from core.recall.embedder import Embedder
from core.store import posting_rows, vector_rows

_BATCH = 500


def read(tx: apsw.Connection, scope: int, number: int, embedder: Embedder) -> None:
    """Give every live record of a scope the vector it lacks; for embedders that are instant."""
    while waiting := vector_rows.missing(tx, scope, number, _BATCH):
        vectors = embedder.embed([text for _, text in waiting])
        rows = [(record, row.tobytes()) for (record, _), row in zip(waiting, vectors, strict=True)]
        vector_rows.write(tx, scope, number, rows)
    posting_rows.all_read(tx, scope)

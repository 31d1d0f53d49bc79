"""The documents of one scope, as its agent holds them."""

from __future__ import annotations

from collections.abc import Callable

from core.errors import Invalid
from core.memory.documents.document import (
    Document,
    DocumentChunk,
    DocumentHit,
    DocumentHits,
    Ingested,
    chunk_of,
    document_of,
)
from core.memory.documents.ingesting import Progress, ingest
from core.memory.ground import Ground
from core.recall import Asked, Weights
from core.store import document_rows


class Documents:
    """Longer texts in overlapping chunks, found beside the records and never mixed with them.

    Taking a document in again replaces it. It deletes nothing; that is a person's (`OperatorDocuments`).
    """

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def add(
        self,
        id_: str,
        content: str | bytes,
        *,
        title: str | None = None,
        source: str | None = None,
        progress: Progress | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Ingested:
        """Take a document in; see `core.memory.documents.ingesting.ingest`.

        Args:
            source: ``doc:`` and the id by default.

        Raises:
            Invalid: it is empty, too large or no text.
            Cancelled: the caller asked to stop; nothing was written.
        """
        return ingest(
            self._ground,
            id_,
            content,
            title,
            f"doc:{id_}" if source is None else source,
            progress,
            cancelled,
        )

    def get(self, id_: str) -> Document | None:
        """The document of exactly that id."""
        with self._ground.read() as (connection, scope):
            row = None if scope is None else document_rows.document(connection, scope, id_)
        return None if row is None else document_of(row)

    def all(self) -> list[Document]:
        """Every document, in the order of titles."""
        with self._ground.read() as (connection, scope):
            rows = [] if scope is None else document_rows.documents(connection, scope)
        return [document_of(row) for row in rows]

    def chunks(self, id_: str) -> list[DocumentChunk]:
        """The chunks of a document in their order; none of one that is not there."""
        with self._ground.read() as (connection, scope):
            rows = [] if scope is None else document_rows.chunks_of(connection, scope, id_)
        return [chunk_of(row) for row in rows]

    def recall(
        self, query: str, k: int = 3, min_score: float = 0.0, *, weights: Weights | None = None
    ) -> DocumentHits:
        """The chunks that fit a question best, each with its score taken apart.

        Raises:
            Invalid: a ``k`` that is no count, a threshold outside 0 to 1.
            WrongEmbedder: the file's vectors come from another embedder than the one in use.
        """
        if not isinstance(query, str):
            raise Invalid("query", "type", expected="str", got=type(query).__name__)
        asked = Asked.of(k, None, min_score, weights)
        with self._ground.read() as (connection, scope):
            if scope is None:
                return DocumentHits()
            answer = self._ground.recall.search_passages(
                connection, scope, query, asked, self._ground.clock()
            )
            chunks = document_rows.chunks(connection, scope, [scored.record for scored in answer.found])
            names = {chunk.document for chunk in chunks.values()}
            rows = {row.id: row for row in document_rows.documents(connection, scope) if row.id in names}
        hits = [
            DocumentHit(
                document_of(rows[chunks[scored.record].document]),
                chunk_of(chunks[scored.record]),
                scored.score,
                scored.fit,
                scored.parts,
                scored.matched,
            )
            for scored in answer.found
            if scored.record in chunks
        ]
        return DocumentHits(hits, answer)

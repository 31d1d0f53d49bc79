"""Finding chunks of documents: an index of their own beside the records', so that neither counts in the
other's statistics; made of the same parts, partition by partition, and scored by the same formula.
"""

from __future__ import annotations

import threading
from collections import OrderedDict

import apsw
import numpy as np
from numpy.typing import NDArray

from core.kind import Kind
from core.recall.columns import Columns
from core.recall.embedder import Embedder
from core.recall.opened import OpenScope
from core.recall.parts import Scored
from core.recall.postings import Postings
from core.recall.ranking import Question, Ranking
from core.recall.settings import Asked
from core.recall.vectors import Vectors
from core.store import document_rows
from core.store.document_rows import ChunkTerms
from core.store.posting_rows import PostingRow

_IMPORTANCE = 0.5
_MOST_OPEN = 8


class Passages:
    """The chunks of every scope that was asked, held in memory until a document changes."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._opened: OrderedDict[int, tuple[tuple[int, int], OpenScope]] = OrderedDict()

    def search(
        self,
        connection: apsw.Connection,
        scope: int,
        number: int,
        embedder: Embedder,
        question: Question,
        asked: Asked,
        now: int,
    ) -> tuple[list[Scored], int]:
        """The chunks that fit a question best, and how many were compared."""
        with self._lock:
            opened = self._open(connection, scope, number, embedder)
            if not len(opened.columns):
                return [], 0
            ranking = Ranking(opened, opened.moment(now), question, asked, _never)
            return ranking.best(), ranking.candidates

    def drop(self, scope: int) -> None:
        """Forget what is held of one scope."""
        with self._lock:
            self._opened.pop(scope, None)

    def held(self) -> dict[int, list[int]]:
        """The chunk ids held of each scope that is open."""
        with self._lock:
            return {scope: opened.columns.ids.tolist() for scope, (_, opened) in self._opened.items()}

    def _open(self, connection: apsw.Connection, scope: int, number: int, embedder: Embedder) -> OpenScope:
        state = (document_rows.changes(connection, scope), number)
        known = self._opened.get(scope)
        # What may still be rolled back is nobody else's business.
        private = connection.txn_state() == apsw.SQLITE_TXN_WRITE
        if known is None or known[0] != state:
            known = state, _load(connection, scope, number, embedder)
            if private:
                return known[1]
            self._opened[scope] = known
        self._opened.move_to_end(scope)
        while len(self._opened) > _MOST_OPEN:
            self._opened.popitem(last=False)
        return known[1]


def _load(connection: apsw.Connection, scope: int, number: int, embedder: Embedder) -> OpenScope:
    rows = document_rows.terms(connection, scope)
    known = document_rows.vectors(connection, scope, number)
    if embedder.instant:
        unread = document_rows.missing(connection, scope, number, len(rows))
        made = embedder.embed([text for _, text in unread]) if unread else ()
        known.update((id_, vector.tobytes()) for (id_, _), vector in zip(unread, made, strict=True))
    columns, words, vectors = Columns(), Postings(), Vectors(embedder.dimension, coded=False)
    columns.add([_row(row) for row in rows])
    vectors.add([known.get(row.id) for row in rows])
    for place, row in enumerate(rows):
        words.add(place, row.terms)
    words.fold()
    return OpenScope(columns, words, vectors, number, embedder)


def _row(row: ChunkTerms) -> PostingRow:
    # The kind only has to be one that knows no neighbours; nobody asks chunks by kind.
    return PostingRow(
        row.id, Kind.SEMANTIC, row.added_at, None, _IMPORTANCE, row.trust, None, row.length, row.terms
    )


def _never(places: NDArray[np.intp], query: NDArray[np.float32]) -> NDArray[np.float32]:
    raise AssertionError("chunks are held exactly, so no cosine is made exact")

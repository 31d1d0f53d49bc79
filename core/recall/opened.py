"""One partition's index in memory, kept in step with the file by its change counter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import apsw
import numpy as np
from numpy.typing import NDArray

from core.recall import postings
from core.recall.columns import Columns
from core.recall.embedder import Embedder
from core.recall.moment import Moment
from core.recall.postings import Postings
from core.recall.vectors import Vectors
from core.store import packed_postings, posting_rows, vector_rows
from core.store.posting_rows import PostingRow, Standing

_FOLD_FROM = 2_000


class OpenScope:
    """Columns, postings and vectors of the live records of one scope, place by place.

    Places follow ids. A record that ended keeps its place, marked, until the packed form is
    written anew; one that was forgotten leaves with the whole object (see ``core.recall.engine``).

    Attributes:
        number: of the embedder in this file.
        changes: the change this is in step with.
    """

    def __init__(
        self, columns: Columns, words: Postings, vectors: Vectors, number: int, embedder: Embedder | None
    ) -> None:
        self.columns = columns
        self.postings = words
        self.vectors = vectors
        self.changes = 0
        self.epoch = 0
        self.number = number
        self._embedder = embedder
        self._unread: dict[int, bytes] = {}
        self._moment: Moment | None = None

    @classmethod
    def load(
        cls,
        connection: apsw.Connection,
        scope: int,
        standing: Standing,
        number: int = 0,
        embedder: Embedder | None = None,
        *,
        coded: bool | None = None,
    ) -> Self:
        """Read one scope's index: the packed form, then what was written since.

        Args:
            number: of the embedder in this file; 0 when it has written nothing yet.
            embedder: None leaves the vectors aside.
            coded: whether to hold the vectors in codes; None leaves it to their dimension.
        """
        columns, words = Columns(), Postings()
        if standing.packed:
            values = packed_postings.load(connection, scope)
            columns, words = Columns.from_bytes(values), Postings(postings.from_bytes(values))
        dimension = embedder.dimension if embedder else 0
        vectors = Vectors(dimension, coded=coded)
        opened = cls(columns, words, vectors, number, embedder)
        opened.epoch = standing.epoch
        if vectors.coded == Vectors(dimension).coded:
            vectors.fill(vector_rows.segments(connection, scope, number), columns.ids)
        else:
            known = dict(vector_rows.after(connection, scope, number, 0))
            vectors.add([known.get(id_) for id_ in columns.ids.tolist()])
        opened._catch_up(connection, scope, standing, since=0)
        return opened

    @property
    def nbytes(self) -> int:
        """The memory it takes."""
        moment = 0 if self._moment is None else self._moment.nbytes
        return self.columns.nbytes + self.postings.nbytes + self.vectors.nbytes + moment

    def moment(self, now: int) -> Moment:
        """What holds of the partition at that time."""
        if self._moment is None or not self._moment.holds(self.changes, now):
            self._moment = Moment(self.columns, self.changes, now)
        return self._moment

    def exact(
        self, connection: apsw.Connection, scope: int, places: NDArray[np.intp], query: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """The cosines of some places by the stored vectors."""
        ids = self.columns.ids[places].tolist()
        known = {**self._unread, **vector_rows.of(connection, scope, self.number, ids)}
        empty = bytes(4 * self.vectors.dimension)
        joined = b"".join(known.get(id_, empty) for id_ in ids)
        vectors = np.frombuffer(joined, "<f4").reshape(len(ids), self.vectors.dimension)
        cosines: NDArray[np.float32] = np.vecdot(vectors, query)
        return cosines

    def is_at(self, standing: Standing) -> bool:
        """Whether it is in step with the file."""
        return (standing.changes, standing.epoch) == (self.changes, self.epoch)

    def follow(self, connection: apsw.Connection, scope: int, standing: Standing) -> bool:
        """Come into step with the file; False when that takes loading it again."""
        if self.is_at(standing):
            return True
        if standing.epoch != self.epoch or standing.changes < self.changes:
            return False
        self._catch_up(connection, scope, standing, since=self.changes)
        return True

    def _catch_up(self, connection: apsw.Connection, scope: int, standing: Standing, since: int) -> None:
        for record in posting_rows.touched_since(connection, scope, since):
            self._amend(connection, scope, record)
        last = int(self.columns.ids[-1]) if len(self.columns) else 0
        self._append(connection, scope, posting_rows.after(connection, scope, last), last)
        self.changes = standing.changes

    def _amend(self, connection: apsw.Connection, scope: int, record: int) -> None:
        place = self.columns.place(record)
        if place is None:
            return
        self.columns.amend(place, posting_rows.of(connection, scope, [record]).get(record))
        vector = vector_rows.of(connection, scope, self.number, [record]).get(record)
        if vector is not None:
            self.vectors.put(place, vector)

    def _append(self, connection: apsw.Connection, scope: int, rows: Sequence[PostingRow], last: int) -> None:
        if not rows:
            return
        known = dict(vector_rows.after(connection, scope, self.number, last))
        known.update(self._read(connection, scope, [row.record for row in rows if row.record not in known]))
        place = len(self.columns)
        self.columns.add(rows)
        self.vectors.add([known.get(row.record) for row in rows])
        for offset, row in enumerate(rows):
            self.postings.add(place + offset, row.terms)
        if len(rows) >= _FOLD_FROM:
            self.postings.fold()

    def _read(self, connection: apsw.Connection, scope: int, records: Sequence[int]) -> dict[int, bytes]:
        """The vectors of records that were written without one, where they can be made at once."""
        if not records or self._embedder is None or not self._embedder.instant:
            return {}
        texts = vector_rows.texts(connection, scope, records)
        vectors = self._embedder.embed(list(texts.values()))
        read = {record: row.tobytes() for record, row in zip(texts, vectors, strict=True)}
        self._unread.update(read)
        return read

"""How far each occurrence of a word counts, before it is known how rare the word is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.recall.postings import Entries, Postings, counts, places

Floats = NDArray[np.float32]
Places = NDArray[np.intp]


class Saturations:
    """BM25's ``tf / (tf + norm)`` of every posting of one partition at one moment.

    The first question after a write wants a few words only; working all of them out would cost it
    more than it saves. Both ways give the same numbers, to the bit.
    """

    def __init__(self, postings: Postings, norms: Floats) -> None:
        self._postings = postings
        self._norms = norms
        self._packed: tuple[Places, Floats] | None = None

    @property
    def nbytes(self) -> int:
        """The memory it takes."""
        return 0 if self._packed is None else sum(each.nbytes for each in self._packed)

    def fill(self) -> None:
        """Work them out for everything that is packed; the tail is short."""
        if self._packed is None:
            self._packed = self._worked_out(self._postings.packed_entries)

    def of(self, term: str) -> tuple[Places, Floats]:
        """Places, rising, and values for all postings of a term."""
        if self._packed is None or (span := self._postings.span(term)) is None:
            return self._worked_out(self._postings.of(term))
        where, values = self._packed
        return where[span], values[span]

    def _worked_out(self, entries: Entries) -> tuple[Places, Floats]:
        where, tf = places(entries).astype(np.intp), counts(entries)
        return where, tf / (tf + self._norms[where])

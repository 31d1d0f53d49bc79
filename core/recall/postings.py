"""Which records hold which term, how often: packed arrays and a growing tail."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, repeat
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.recall.term_counts import MOST, counted

Entries = NDArray[np.uint32]
"""Place and count of one posting in one number; see `places` and `counts`."""

_COUNT_BITS = 8
_NOWHERE = slice(0, 0)


def places(entries: Entries) -> NDArray[np.uint32]:
    """Which records, by their places in the index."""
    return entries >> np.uint32(_COUNT_BITS)


def counts(entries: Entries) -> NDArray[np.float32]:
    """How often each holds the term."""
    return (entries & np.uint32(MOST)).astype(np.float32)


class Packed(NamedTuple):
    """Postings in the order of their terms, then of their records.

    Attributes:
        vocabulary: the terms, sorted.
        pointers: where each term's postings begin; one more for the end.
    """

    vocabulary: list[str]
    pointers: NDArray[np.int32]
    entries: Entries


NONE = Packed([], np.zeros(1, np.int32), np.zeros(0, np.uint32))


class Postings:
    """The postings of one open partition."""

    def __init__(self, packed: Packed = NONE) -> None:
        self._take(packed)
        self._tail: dict[str, list[int]] = {}
        self._tail_entries = 0

    @property
    def nbytes(self) -> int:
        """The memory it takes, terms included by estimate."""
        packed = self._packed
        terms = 200 * (len(packed.vocabulary) + len(self._tail))
        return packed.pointers.nbytes + packed.entries.nbytes + terms + 40 * self._tail_entries

    def add(self, place: int, terms: str) -> None:
        """Append the record at ``place``, which is higher than any before."""
        for term, count in counted(terms):
            self._tail.setdefault(term, []).append(place << _COUNT_BITS | count)
            self._tail_entries += 1

    @property
    def packed_entries(self) -> Entries:
        """Everything but the tail."""
        return self._packed.entries

    def span(self, term: str) -> slice | None:
        """Where all of a term's postings stand in what is packed; None where some are in the tail."""
        return None if term in self._tail else self._packed_span(term)

    def of(self, term: str) -> Entries:
        """The postings of a term, in the order of places."""
        entries, tail = self._packed.entries[self._packed_span(term)], self._tail.get(term)
        return entries if tail is None else np.concatenate((entries, np.array(tail, np.uint32)))

    def fold(self) -> None:
        """Bring the tail into the packed arrays."""
        if self._tail:
            self._take(self.packed())
            self._tail, self._tail_entries = {}, 0

    def _packed_span(self, term: str) -> slice:
        number = self._numbers.get(term)
        return _NOWHERE if number is None else slice(self._begins[number], self._begins[number + 1])

    def _take(self, packed: Packed) -> None:
        self._packed = packed
        # Plain numbers: so many slices or pairs would keep the garbage collector busy, and a window still.
        self._numbers = dict(zip(packed.vocabulary, range(len(packed.vocabulary)), strict=True))
        self._begins = packed.pointers.tolist()

    def packed(self, keep: NDArray[np.bool_] | None = None) -> Packed:
        """All postings as packed arrays; with ``keep``, of those records only, places closed up."""
        vocabulary, pointers, entries = self._packed
        if not self._tail and keep is None:
            return self._packed
        merged = sorted({*vocabulary, *self._tail})
        numbers = {term: number for number, term in enumerate(merged)}
        old = np.fromiter((numbers[term] for term in vocabulary), np.int32, len(vocabulary))
        of_tail = chain.from_iterable(repeat(numbers[term], len(tail)) for term, tail in self._tail.items())
        tail = np.fromiter(chain.from_iterable(self._tail.values()), np.uint32, self._tail_entries)
        terms = np.concatenate(
            (np.repeat(old, np.diff(pointers)), np.fromiter(of_tail, np.int32, self._tail_entries))
        )
        entries = np.concatenate((entries, tail))
        if keep is not None:
            kept = keep[places(entries)]
            terms, entries = terms[kept], entries[kept]
            closed_up = (np.cumsum(keep) - 1).astype(np.uint32)
            entries = closed_up[places(entries)] << np.uint32(_COUNT_BITS) | entries & np.uint32(MOST)
        order = np.argsort(terms, kind="stable")
        sizes = np.bincount(terms, minlength=len(merged))
        left = [term for term, size in zip(merged, sizes.tolist(), strict=True) if size]
        ends = np.concatenate(([0], np.cumsum(sizes[sizes > 0]))).astype(np.int32)
        return Packed(left, ends, entries[order])


def to_bytes(packed: Packed) -> dict[str, bytes]:
    """The packed arrays as they are kept in the file."""
    return {
        "vocabulary": "\n".join(packed.vocabulary).encode(),
        "pointers": packed.pointers.astype("<i4").tobytes(),
        "entries": packed.entries.astype("<u4").tobytes(),
    }


def from_bytes(values: Mapping[str, bytes]) -> Packed:
    """The packed arrays of `to_bytes`, without copying them."""
    vocabulary = values["vocabulary"].decode()
    return Packed(
        vocabulary.split("\n") if vocabulary else [],
        np.frombuffer(values["pointers"], "<i4"),
        np.frombuffer(values["entries"], "<u4"),
    )

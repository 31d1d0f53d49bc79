"""Which records hold which term, how often: packed arrays and a growing tail."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, pairwise, repeat
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.recall.term_counts import counted

Positions = NDArray[np.int32]
Counts = NDArray[np.uint8]


class Packed(NamedTuple):
    """Postings in the order of their terms, then of their records.

    Attributes:
        vocabulary: the terms, sorted.
        pointers: where each term's postings begin; one more for the end.
        places: which record (by its place in the index) holds it.
        counts: how often.
    """

    vocabulary: list[str]
    pointers: Positions
    places: Positions
    counts: Counts


NONE = Packed([], np.zeros(1, np.int32), np.zeros(0, np.int32), np.zeros(0, np.uint8))


class Postings:
    """The postings of one open partition."""

    def __init__(self, packed: Packed = NONE) -> None:
        self._packed = packed
        self._spans = _spans(packed)
        self._tail: dict[str, tuple[list[int], list[int]]] = {}
        self._tail_places = 0

    @property
    def nbytes(self) -> int:
        """The memory it takes, terms included by estimate."""
        packed = self._packed
        held = packed.pointers.nbytes + packed.places.nbytes + packed.counts.nbytes
        return held + 200 * (len(packed.vocabulary) + len(self._tail)) + 200 * self._tail_places

    def add(self, place: int, terms: str) -> None:
        """Append the record at ``place``, which is higher than any before."""
        for term, count in counted(terms):
            places, counts = self._tail.setdefault(term, ([], []))
            places.append(place)
            counts.append(count)
        self._tail_places += 1

    def of(self, term: str) -> tuple[Positions, Counts]:
        """The records that hold a term, in order, and how often each does."""
        places, counts = self._packed.places, self._packed.counts
        begin, end = self._spans.get(term, (0, 0))
        tail = self._tail.get(term)
        if tail is None:
            return places[begin:end], counts[begin:end]
        return (
            np.concatenate((places[begin:end], np.array(tail[0], np.int32))),
            np.concatenate((counts[begin:end], np.array(tail[1], np.uint8))),
        )

    def fold(self) -> None:
        """Bring the tail into the packed arrays."""
        if self._tail:
            self._packed = self.packed()
            self._spans = _spans(self._packed)
            self._tail, self._tail_places = {}, 0

    def packed(self, keep: NDArray[np.bool_] | None = None) -> Packed:
        """All postings as packed arrays; with ``keep``, of those records only, places closed up."""
        vocabulary, pointers, places, counts = self._packed
        if not self._tail and keep is None:
            return self._packed
        merged = sorted({*vocabulary, *self._tail})
        numbers = {term: number for number, term in enumerate(merged)}
        old = np.fromiter((numbers[term] for term in vocabulary), np.int32, len(vocabulary))
        of_packed = np.repeat(old, np.diff(pointers))
        of_tail, tail_places, tail_counts = _flat(self._tail, numbers)
        terms = np.concatenate((of_packed, of_tail))
        places = np.concatenate((places, tail_places))
        counts = np.concatenate((counts, tail_counts))
        if keep is not None:
            kept = keep[places]
            closed_up = (np.cumsum(keep) - 1).astype(np.int32)
            terms, places, counts = terms[kept], closed_up[places[kept]], counts[kept]
        order = np.argsort(terms, kind="stable")
        sizes = np.bincount(terms, minlength=len(merged))
        left = [term for term, size in zip(merged, sizes.tolist(), strict=True) if size]
        ends = np.concatenate(([0], np.cumsum(sizes[sizes > 0]))).astype(np.int32)
        return Packed(left, ends, places[order], counts[order])


def _spans(packed: Packed) -> dict[str, tuple[int, int]]:
    """Where each term's postings begin and end."""
    pointers = packed.pointers.tolist()
    return dict(zip(packed.vocabulary, pairwise(pointers), strict=True))


def to_bytes(packed: Packed) -> dict[str, bytes]:
    """The packed arrays as they are kept in the file."""
    return {
        "vocabulary": "\n".join(packed.vocabulary).encode(),
        "pointers": packed.pointers.astype("<i4").tobytes(),
        "places": packed.places.astype("<i4").tobytes(),
        "counts": packed.counts.tobytes(),
    }


def from_bytes(values: Mapping[str, bytes]) -> Packed:
    """The packed arrays of `to_bytes`, without copying them."""
    vocabulary = values["vocabulary"].decode()
    return Packed(
        vocabulary.split("\n") if vocabulary else [],
        np.frombuffer(values["pointers"], "<i4"),
        np.frombuffer(values["places"], "<i4"),
        np.frombuffer(values["counts"], np.uint8),
    )


def _flat(
    tail: Mapping[str, tuple[list[int], list[int]]], numbers: Mapping[str, int]
) -> tuple[Positions, Positions, Counts]:
    size = sum(len(places) for places, _ in tail.values())
    terms = chain.from_iterable(repeat(numbers[term], len(places)) for term, (places, _) in tail.items())
    return (
        np.fromiter(terms, np.int32, size),
        np.fromiter(chain.from_iterable(places for places, _ in tail.values()), np.int32, size),
        np.fromiter(chain.from_iterable(counts for _, counts in tail.values()), np.uint8, size),
    )

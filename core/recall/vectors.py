"""The vectors of one open partition, place by place: exact, or in codes that are made exact later."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.recall.growing import Growing, room
from core.recall.quantised import quantise, scan
from core.store.vector_rows import Segment

SEGMENT = 1024
CODED_FROM = 256
"""From this dimension on segments hold codes; below it, plain numbers are small enough."""
EXACT_BYTES = 64 << 20
"""A partition that is asked again is held exactly up to this size."""

Floats = NDArray[np.float32]
Ids = NDArray[np.int64]


class Vectors:
    """One vector per place; zeros where a record has none."""

    def __init__(self, dimension: int, *, coded: bool | None = None) -> None:
        self.dimension = dimension
        self.coded = dimension >= CODED_FROM if coded is None else coded
        self._numbers: Growing[Any]
        if self.coded:
            self._numbers = Growing(np.zeros((0, dimension), np.int8))
        else:
            self._numbers = Growing(np.zeros((0, dimension), np.float32))
        self._scales = Growing(np.zeros(0, np.float32))

    @property
    def numbers(self) -> NDArray[Any]:
        """The vectors, or their codes, place by place."""
        return self._numbers.values

    @property
    def nbytes(self) -> int:
        """The memory it takes."""
        return self._numbers.nbytes + self._scales.nbytes

    @property
    def is_small(self) -> bool:
        """Whether it may be held without codes."""
        return len(self._scales.values) * self.dimension * 4 <= EXACT_BYTES

    def fill(self, segments: Iterable[Segment], ids: Ids) -> None:
        """Take the vectors of the first places from the file's segments."""
        parts = [self._arrays(segment) for segment in segments]
        known = np.concatenate([part[0] for part in parts]) if parts else np.zeros(0, np.int64)
        if np.array_equal(known, ids) and parts:
            self._numbers = Growing(_joined([part[1] for part in parts]))
            self._scales = Growing(_joined([part[2] for part in parts]))
            return
        self.add([None] * len(ids))
        places = np.searchsorted(ids, known)
        here = (places < len(ids)) & (ids[np.minimum(places, len(ids) - 1)] == known) if len(ids) else []
        if len(ids) and parts:
            self._numbers.values[places[here]] = np.concatenate([part[1] for part in parts])[here]
            self._scales.values[places[here]] = np.concatenate([part[2] for part in parts])[here]

    def add(self, vectors: Sequence[bytes | None]) -> None:
        """Append the vectors of new places."""
        numbers, scales = self._encoded(vectors)
        self._numbers.add(numbers)
        self._scales.add(scales)

    def put(self, place: int, vector: bytes) -> None:
        """Set the vector of a place that is there already."""
        numbers, scales = self._encoded([vector])
        self._numbers.values[place] = numbers[0]
        self._scales.values[place] = scales[0]

    def cosines(self, query: Floats) -> Floats:
        """The cosine of every vector with the query: exact, unless ``coded``."""
        numbers = self._numbers.values
        if numbers.dtype == np.int8:
            return scan(numbers, self._scales.values, query)
        cosines: Floats = np.vecdot(numbers, query)
        return cosines

    def _encoded(self, vectors: Sequence[bytes | None]) -> tuple[NDArray[Any], Floats]:
        if not any(vectors):
            return np.zeros((len(vectors), self.dimension), np.float32), np.zeros(len(vectors), np.float32)
        empty = bytes(4 * self.dimension)
        joined = b"".join(empty if vector is None else vector for vector in vectors)
        floats = np.frombuffer(joined, "<f4").reshape(len(vectors), self.dimension)
        if self.coded:
            return quantise(floats)
        return floats, np.ones(len(vectors), np.float32)

    def _arrays(self, segment: Segment) -> tuple[Ids, NDArray[Any], Floats]:
        ids = np.frombuffer(segment.ids, "<i8")
        kind = np.int8 if self.coded else np.dtype("<f4")
        numbers = np.frombuffer(segment.data, kind).reshape(len(ids), self.dimension)
        scales = np.frombuffer(segment.scales, "<f4") if self.coded else np.ones(len(ids), np.float32)
        return ids, numbers, scales


def _joined(parts: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """One array, where a scan costs what it always costs."""
    rows = sum(len(part) for part in parts)
    return np.concatenate(parts, out=room((rows, *parts[0].shape[1:]), parts[0].dtype))


def segment_of(number: int, ids: Sequence[int], vectors: Sequence[bytes], dimension: int) -> Segment:
    """The segment that holds those vectors, as it is kept in the file."""
    joined = b"".join(vectors)
    scales = b""
    if dimension >= CODED_FROM:
        codes, factors = quantise(np.frombuffer(joined, "<f4").reshape(len(ids), dimension))
        joined, scales = codes.tobytes(), factors.astype("<f4").tobytes()
    return Segment(number, np.array(ids, "<i8").tobytes(), scales, joined)

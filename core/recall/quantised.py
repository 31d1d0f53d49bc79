"""Vectors with one byte per number, and the scan over them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.int8]
Floats = NDArray[np.float32]

# As many numbers are widened at a time as the processor's inner cache holds.
_NUMBERS_AT_ONCE = 1 << 18


def quantise(vectors: Floats) -> tuple[Codes, Floats]:
    """Codes from -127 to 127, and per vector the scale that gives its numbers back."""
    scales = np.abs(vectors).max(axis=1, initial=0) / np.float32(127)
    steps = np.where(scales > 0, scales, np.float32(1))
    return np.rint(vectors / steps[:, None]).astype(np.int8), scales.astype(np.float32)


def scan(codes: Codes, scales: Floats, query: Floats) -> Floats:
    """The cosine of each vector with the query, off by a few thousandths at most."""
    count, dimension = codes.shape
    rows = max(1, _NUMBERS_AT_ONCE // dimension)
    widened = np.empty((min(rows, count), dimension), np.float32)
    cosines = np.empty(count, np.float32)
    for start in range(0, count, rows):
        part = codes[start : start + rows]
        floats = widened[: len(part)]
        np.copyto(floats, part)
        np.vecdot(floats, query, out=cosines[start : start + rows])
    cosines *= scales
    return cosines

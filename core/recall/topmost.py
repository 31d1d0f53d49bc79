"""The highest of many scores, exactly and in a fixed order."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Places = NDArray[np.intp]

_BLOCK = 32


def top(scores: Floats, mask: NDArray[np.bool_] | None, k: int) -> Places:
    """The places of the ``k`` highest, best first; equal ones in the order of their places."""
    if mask is None:
        return _top(scores, k)
    places = np.flatnonzero(mask)
    return places[_top(scores[places], k)]


def _top(scores: Floats, k: int) -> Places:
    if not 0 < k < len(scores):
        return np.argsort(-scores, kind="stable")[:k]
    reaching = np.flatnonzero(scores >= _bound(scores, k))
    values = scores[reaching]
    least = np.partition(values, len(values) - k)[len(values) - k]
    # Many may be equal at the end of the list; only as many as have room are ordered.
    above = reaching[values > least]
    level = reaching[values == least][: k - len(above)]
    return np.concatenate((above[np.argsort(-scores[above], kind="stable")], level))


def _bound(scores: Floats, k: int) -> np.float32:
    """A score that at least ``k`` reach and few exceed: the k-th highest among blocks' highest."""
    blocks = len(scores) // _BLOCK
    if blocks < 4 * k:
        return np.float32(-np.inf)
    highest = scores[: blocks * _BLOCK].reshape(_BLOCK, blocks).max(axis=0)
    return np.float32(np.partition(highest, blocks - k)[blocks - k])

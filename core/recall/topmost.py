"""The highest of many scores, exactly and in a fixed order."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Places = NDArray[np.intp]

_BLOCK = 32
_FEW = 64  # so many are sorted faster than chosen from
_WORTH_BOUNDING = 4 * _BLOCK


def top(scores: Floats, mask: NDArray[np.bool_] | None, k: int) -> Places:
    """The places of the ``k`` highest, best first; equal ones in the order of their places."""
    places = None if mask is None else mask.nonzero()[0]
    values = scores if places is None else scores[places]
    if k > 0 and len(values) >= _WORTH_BOUNDING * k:
        reaching = (values >= _bound(values, k)).nonzero()[0]
        values = values[reaching]
        places = reaching if places is None else places[reaching]
    if len(values) <= _FEW or not 0 < k < len(values):
        order = (-values).argsort(kind="stable")[:k]
        return order if places is None else places[order]
    sorted_about_k = values.copy()
    sorted_about_k.partition(len(values) - k)
    least = sorted_about_k[len(values) - k]
    order = (values >= least).nonzero()[0]
    if len(order) > 2 * k:
        # Many are equal at the end of the list; only as many as have room are ordered.
        level = (values == least).nonzero()[0]
        above = (values > least).nonzero()[0]
        order = np.concatenate((above, level[: k - len(above)]))
    order = order[(-values[order]).argsort(kind="stable")][:k]
    return order if places is None else places[order]


def _bound(values: Floats, k: int) -> np.float32:
    """A score that at least ``k`` reach and few exceed: the k-th highest among blocks' highest."""
    blocks = len(values) // _BLOCK
    highest = values[: blocks * _BLOCK].reshape(_BLOCK, blocks).max(axis=0)
    return np.float32(np.partition(highest, blocks - k)[blocks - k])

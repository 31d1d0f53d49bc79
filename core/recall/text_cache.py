"""Vectors that were expensive to get, by the hash of their text; the texts themselves are not kept."""

from __future__ import annotations

import threading
from collections import OrderedDict
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]


class TextCache:
    """The vectors of the texts that were read last; it may be used from any thread."""

    def __init__(self, most: int = 20_000) -> None:
        self._most = most
        self._vectors: OrderedDict[bytes, Vector] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, text: str) -> Vector | None:
        """The vector of a text, if it is here."""
        with self._lock:
            return self._vectors.get(_key(text))

    def keep(self, text: str, vector: Vector) -> None:
        """Take a vector in; the oldest leave when there are too many."""
        with self._lock:
            self._vectors[_key(text)] = vector
            while len(self._vectors) > self._most:
                self._vectors.popitem(last=False)

    def clear(self) -> None:
        """Drop everything."""
        with self._lock:
            self._vectors.clear()


def _key(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()

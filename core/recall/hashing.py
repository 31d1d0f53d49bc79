"""Signed hashing: vectors from the words' hashes alone. For tests; it does not rank well."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

_TOKEN = re.compile(r"[a-z0-9][a-z0-9_.\-]*")
_STOP_WORDS = frozenset(
    ["the", "a", "an", "and", "or", "of", "to", "in", "on", "is", "it", "its", "for", "with", "at"]
)

Matrix = NDArray[np.float32]


class SignedHashing:
    """Each word adds or takes 1 in one of 256 places (specification 4, golden C)."""

    name = "hashing-256"
    dimension = 256
    weight = 0.4
    reads_cjk = False
    instant = True

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Counts by slot, brought to length 1."""
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in enumerate(texts):
            for token in _TOKEN.findall(text.lower()):
                if token not in _STOP_WORDS:
                    number = int.from_bytes(blake2b(token.encode(), digest_size=8).digest(), "little")
                    vectors[row, number % self.dimension] += -1 if number >> 63 else 1
        lengths = np.sqrt(np.vecdot(vectors, vectors))[:, None]
        np.divide(vectors, lengths, out=vectors, where=lengths > 0)
        return vectors

    def cached(self, text: str) -> Matrix | None:
        """The vector itself."""
        vector: Matrix = self.embed([text])[0]
        return vector

    def clear_cache(self) -> None:
        """Nothing is kept."""

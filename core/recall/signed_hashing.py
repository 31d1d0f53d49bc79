"""Signed hashing as an embedder: for tests; it does not rank well."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.recall.hashing import SLOTS, signed_slots

Matrix = NDArray[np.float32]


class SignedHashing:
    """Vectors from the words' hashes alone (specification 4, golden C)."""

    name = "hashing-256"
    dimension = SLOTS
    weight = 0.4
    reads_cjk = False
    instant = True

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Counts by slot, brought to length 1."""
        vectors = np.array([signed_slots(text) for text in texts], np.float32).reshape(len(texts), SLOTS)
        lengths = np.sqrt(np.vecdot(vectors, vectors))[:, None]
        np.divide(vectors, lengths, out=vectors, where=lengths > 0)
        return vectors

    def cached(self, text: str) -> Matrix | None:
        """The vector itself."""
        vector: Matrix = self.embed([text])[0]
        return vector

    def clear_cache(self) -> None:
        """Nothing is kept."""

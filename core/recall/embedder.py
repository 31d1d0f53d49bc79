"""The seam between texts and vectors."""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from typing import Protocol

Vector = Sequence[float]


class Embedder(Protocol):
    """Turns texts into vectors of unit length.

    Attributes:
        name: stored beside vectors; those of two embedders are never compared.
        repeats_from: similarity from which two texts may be one, measured on labelled pairs.
    """

    @property
    def name(self) -> str: ...
    @property
    def repeats_from(self) -> float: ...

    def embed(self, text: str) -> Vector:
        """The vector of a text; all zero when nothing in it can be compared."""
        ...


def similarity(left: Vector, right: Vector) -> float:
    """The cosine of two vectors of unit length."""
    return float(sum(map(mul, left, right)))

"""How the parts of a score are weighed, and how much is answered."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from core.errors import Invalid
from core.kind import Kind


def _within(value: object, low: float, high: float) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and math.isfinite(value) and low <= value <= high  # type: ignore[arg-type, operator]


@dataclass(frozen=True, slots=True)
class Weights:
    """The share of each part.

    Attributes:
        meaning: share of meaning, words have the rest; None takes what was measured for the
            embedder in use.
        neighbours: whether episodes of one session lift one another.
    """

    meaning: float | None = None
    recency: float = 0.05
    importance: float = 0.03
    trust: float = 0.02
    neighbours: bool = True

    def __post_init__(self) -> None:
        for name in ("meaning", "recency", "importance", "trust"):
            value = getattr(self, name)
            if value is not None and not _within(value, 0, 1):
                raise Invalid(name, "range", low=0, high=1)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question asks for: how many, of which kinds, how fitting."""

    k: int = 5
    kinds: frozenset[Kind] | None = None
    min_score: float = 0.0
    weights: Weights = Weights()

    @classmethod
    def of(
        cls, k: int, kinds: Iterable[str] | str | None, min_score: float, weights: Weights | None
    ) -> Asked:
        """Check what a caller passes.

        Raises:
            Invalid: a ``k`` that is no count, an unknown kind, a threshold outside 0 to 1.
        """
        if isinstance(k, bool) or not isinstance(k, int):
            raise Invalid("k", "type", expected="int", got=type(k).__name__)
        if k < 0:
            raise Invalid("k", "range", low=0)
        if not _within(min_score, 0, 1):
            raise Invalid("min_score", "range", low=0, high=1)
        if isinstance(kinds, str):
            kinds = (kinds,)
        if kinds is not None and not isinstance(kinds, Iterable):
            raise Invalid("kind", "type", expected="a list of kinds", got=type(kinds).__name__)
        if weights is not None and not isinstance(weights, Weights):
            raise Invalid("weights", "type", expected="Weights", got=type(weights).__name__)
        wanted = None if kinds is None else frozenset(Kind.parse(kind) for kind in kinds)
        return cls(k, wanted, float(min_score), weights or Weights())

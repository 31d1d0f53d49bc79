"""A score taken apart: every part is a value times a weight, and together they are the score."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple


class Part(NamedTuple):
    """One term of the sum.

    Attributes:
        value: between 0 and 1; of the neighbours, what they add or take.
        raw: what the value was made from: BM25, the cosine, days, the trust rank.
    """

    value: float
    weight: float
    raw: float

    @property
    def points(self) -> float:
        """What it adds to the score."""
        return self.value * self.weight


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts in the order they are drawn in."""

    words: Part
    meaning: Part
    neighbours: Part
    recency: Part
    importance: Part
    trust: Part

    def __iter__(self) -> Iterator[tuple[str, Part]]:
        return ((name, getattr(self, name)) for name in self.__slots__)

    @property
    def score(self) -> float:
        """Their sum."""
        return (
            self.words.points
            + self.meaning.points
            + self.neighbours.points
            + self.recency.points
            + self.importance.points
            + self.trust.points
        )


@dataclass(frozen=True, slots=True)
class Scored:
    """One record's standing for one question.

    Attributes:
        fit: how well it fits the question by itself, 0 to 1: the larger of the cosine and the
            share of the question's idf that it matched. Thresholds look at this.
        matched: the terms of the question it holds.
    """

    record: int
    score: float
    fit: float
    parts: Parts
    matched: tuple[str, ...]

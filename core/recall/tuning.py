"""Where near-duplicates begin for one embedder, measured on labelled pairs, never guessed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.errors import Invalid
from core.recall.engine import Recall
from core.store.faults import reported


@dataclass(frozen=True, slots=True)
class Pair:
    """Two texts, and whether a person says that they say the same."""

    first: str
    second: str
    same: bool


@dataclass(frozen=True, slots=True)
class Tuning:
    """The likeness of each pair by one embedder.

    Attributes:
        embedder: its name; a threshold is worth nothing with another one.
    """

    embedder: str
    pairs: tuple[Pair, ...]
    scores: tuple[float, ...]

    def at(self, threshold: float) -> tuple[int, int]:
        """How many pairs a threshold merges rightly, and how many wrongly."""
        merged = [
            pair.same for pair, score in zip(self.pairs, self.scores, strict=True) if score >= threshold
        ]
        return merged.count(True), merged.count(False)

    @property
    def suggested(self) -> float | None:
        """Halfway between the likest different pair and the next pair that is the same.

        None where every threshold that merges a pair rightly merges one wrongly as well.
        """
        different = max((s for p, s in zip(self.pairs, self.scores, strict=True) if not p.same), default=0.0)
        above = [s for p, s in zip(self.pairs, self.scores, strict=True) if p.same and s > different]
        return (different + min(above)) / 2 if above else None


def tune(recall: Recall, pairs: Sequence[Pair]) -> Tuning:
    """Measure the pairs with the embedder in use."""
    scores = tuple(recall.likeness(pair.first, pair.second) for pair in pairs)
    return Tuning(recall.embedder.name, tuple(pairs), scores)


def pairs_in(path: Path) -> list[Pair]:
    """The labelled pairs of a JSON file: a list of ``{"a": …, "b": …, "same": true}``.

    Raises:
        NotFound, NotAStore, StorageFailure: the file cannot be read.
        Invalid: the file holds something else, or nothing.
    """
    with reported(path):
        data = path.read_bytes()
    try:
        raw = json.loads(data.decode("utf-8-sig"))
        pairs = [(each["a"], each["b"], each["same"]) for each in raw]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Invalid("pairs", "not_pairs") from None
    if not pairs:
        raise Invalid("pairs", "empty")
    if not all(isinstance(a, str) and isinstance(b, str) and isinstance(same, bool) for a, b, same in pairs):
        raise Invalid("pairs", "not_pairs")
    return [Pair(*pair) for pair in pairs]

"""From which likeness two texts are one memory: measured on pairs that people labelled."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.errors import Invalid
from core.recall import Embedder
from core.store.faults import reported

_MOST_BYTES = 20_000_000


@dataclass(frozen=True, slots=True)
class Pair:
    """Two texts and whether a person calls them the same memory."""

    first: str
    second: str
    same: bool


@dataclass(frozen=True, slots=True)
class Counts:
    """What one threshold does.

    Attributes:
        merged: same pairs that become one memory, out of ``same``.
        wrong: different pairs that become one memory, out of ``different``.
    """

    threshold: float
    merged: int
    wrong: int
    same: int
    different: int


@dataclass(frozen=True, slots=True)
class Tuning:
    """The pairs with their likeness by one embedder, the most alike first."""

    embedder: str
    scored: tuple[tuple[Pair, float], ...]

    def at(self, threshold: float) -> Counts:
        """Merged and wrong at a threshold; a likeness of exactly the threshold merges."""
        merging = [pair for pair, likeness in self.scored if likeness >= threshold]
        merged = sum(pair.same for pair in merging)
        same = sum(pair.same for pair, _ in self.scored)
        return Counts(threshold, merged, len(merging) - merged, same, len(self.scored) - same)

    def table(self, steps: int = 20) -> list[Counts]:
        """The counts at equally spaced thresholds from 0 to 1, both included."""
        return [self.at(step / steps) for step in range(steps + 1)]

    @property
    def best(self) -> float | None:
        """The threshold in the middle of the widest room above every different pair; None without one."""
        highest_wrong = max((likeness for pair, likeness in self.scored if not pair.same), default=0.0)
        above = [likeness for pair, likeness in self.scored if pair.same and likeness > highest_wrong]
        return (highest_wrong + min(above)) / 2 if above else None


def tune(pairs: Sequence[Pair], embedder: Embedder) -> Tuning:
    """Score every pair by one embedder.

    Raises:
        Invalid: no pairs at all.
        EmbedderFailure: the vectors could not be had.
    """
    if not pairs:
        raise Invalid("pairs", "empty")
    firsts = embedder.embed([pair.first for pair in pairs])
    seconds = embedder.embed([pair.second for pair in pairs])
    likeness = [float(a @ b) for a, b in zip(firsts, seconds, strict=True)]
    scored = sorted(zip(pairs, likeness, strict=True), key=lambda each: -each[1])
    return Tuning(embedder.name, tuple(scored))


def read_pairs(path: Path) -> list[Pair]:
    """The pairs of a JSON list of objects with ``a``, ``b`` and ``same``.

    Raises:
        NotFound, StorageFailure: the file cannot be read.
        Invalid: the file is no such list, is empty, or is endless.
    """
    with reported(path):
        data = path.read_bytes()[: _MOST_BYTES + 1]
    if len(data) > _MOST_BYTES:
        raise Invalid("pairs", "too_long", length=len(data), limit=_MOST_BYTES)
    try:
        raw = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise Invalid("pairs", "no_json") from None
    if not isinstance(raw, list) or not raw:
        raise Invalid("pairs", "empty" if raw == [] else "not_pairs", position=0)
    return [_pair(each, number) for number, each in enumerate(raw)]


def _pair(raw: object, number: int) -> Pair:
    if isinstance(raw, dict):
        first, second, same = raw.get("a"), raw.get("b"), raw.get("same")
        if isinstance(first, str) and isinstance(second, str) and isinstance(same, bool):
            return Pair(first, second, same)
    raise Invalid("pairs", "not_pairs", position=number)

"""Scores in digits: as few as make factors, parts and sum agree with one another."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from core.recall import Part, Parts

PARTS = ("words", "meaning", "recency", "trust", "importance", "neighbours")
"""The order of bars, legends and columns; the place is the colour."""
_FEWEST = 3
_MOST = 9


@dataclass(frozen=True, slots=True)
class Shown:
    """The parts of one score as they are shown.

    Attributes:
        digits: after the point; more than three only where three would not add up to the score.
        points: each part rounded to these digits, by its name in `PARTS`.
    """

    digits: int
    points: dict[str, float]

    @property
    def score(self) -> float:
        """What the shown parts add up to; rounded to three digits it is the score."""
        return round(sum(self.points.values()), self.digits)

    def text(self, name: str) -> str:
        """One part in digits."""
        return f"{self.points[name]:.{self.digits}f}"


@lru_cache(maxsize=1024)
def shown(parts: Parts) -> Shown:
    """Round every part by itself, with one more digit until their sum is the score to three digits."""
    exact = {name: getattr(parts, name).points for name in PARTS}
    wanted = f"{parts.score:.{_FEWEST}f}"
    found = Shown(_FEWEST, {})
    for digits in range(_FEWEST, _MOST + 1):
        # Zero is added so that nothing is ever shown as minus nought.
        found = Shown(digits, {name: round(value, digits) + 0.0 for name, value in exact.items()})
        if f"{found.score:.{_FEWEST}f}" == wanted:
            break
    return found


def factors(part: Part, digits: int) -> tuple[str, str]:
    """Value and weight in as few digits as multiply out to the part as it is shown.

    Args:
        digits: after the point, of the part.
    """
    weight = next(
        text
        for places in range(2, _MOST + 1)
        if _near(text := f"{part.weight:.{places}f}", part.weight, places)
    )
    wanted = f"{part.points:.{digits}f}"
    value = f"{part.value:.{_MOST}f}"
    for places in range(_FEWEST, _MOST + 1):
        value = f"{part.value:.{places}f}"
        if f"{float(value) * float(weight):.{digits}f}" == wanted:
            break
    return value, weight


def _near(text: str, number: float, places: int) -> bool:
    return abs(float(text) - number) < 1e-6 or places == _MOST

"""What a bar chart shows, as values: rows of segments, dividers and a legend."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Swatch:
    """One entry of the legend; ``slot`` is a place among the six colours of the theme.

    Attributes:
        hatched: drawn as a hatch: something that is not counted, or was taken away.
    """

    name: str
    slot: int = 0
    hatched: bool = False


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of a bar."""

    value: float
    slot: int
    hatched: bool = False


@dataclass(frozen=True, slots=True)
class BarRow:
    """One line of the chart.

    Attributes:
        id: what is told when it is chosen; None for a line that cannot be.
        lead: a short word in a column of its own, such as the rank.
        value: the number at the end of the bar, or what stands for it.
        note: a word beside the number: why it is not counted.
        divider: a line of text across the chart, with no bar.
    """

    id: int | None
    label: str
    segments: tuple[Segment, ...] = ()
    lead: str = ""
    value: str = ""
    note: str = ""
    tip: str = ""
    muted: bool = False
    divider: bool = False

    @property
    def total(self) -> float:
        """How far the bar reaches."""
        return sum(segment.value for segment in self.segments)


@dataclass(frozen=True, slots=True)
class Bars:
    """A whole chart.

    Attributes:
        upto: the least the axis reaches to, where another chart beside it has longer bars.
    """

    rows: tuple[BarRow, ...]
    legend: tuple[Swatch, ...]
    axis: str
    upto: float = 0.0

    @property
    def longest(self) -> float:
        """The farthest any bar reaches."""
        return max(self.upto, *(row.total for row in self.rows), 0.0)

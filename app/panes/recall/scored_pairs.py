"""Labelled pairs at a threshold, as bars and as columns of a table."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from app.widgets.bars import BarRow, Bars, Segment, Swatch
from app.widgets.column import Alignment, Column
from app.widgets.hidden_characters import one_line, revealed
from core.recall.tuning import Pair

_DRAWN = 200


@dataclass(frozen=True, slots=True)
class Scored:
    """A pair with its likeness, and what the threshold makes of it."""

    pair: Pair
    likeness: float
    merges: bool

    @property
    def wrong(self) -> bool:
        """Different texts that would become one memory."""
        return self.merges and not self.pair.same


def pair_bars(rows: list[Scored], threshold: float) -> Bars:
    """The pairs by likeness with the threshold between them; of a long list the part around it."""
    merging = sum(row.merges for row in rows)
    first = max(0, min(merging - _DRAWN // 2, len(rows) - _DRAWN))
    bars = [_bar(place + 1, row) for place, row in enumerate(rows)][first : first + _DRAWN]
    line = _tr("threshold {0}: above it one memory, below it two").format(f"{threshold:.3f}")
    bars.insert(merging - first, BarRow(None, line, divider=True))
    legend = (Swatch(_tr("same"), 0), Swatch(_tr("different"), 1))
    return Bars(tuple(bars), legend, _tr("likeness"))


def _bar(place: int, row: Scored) -> BarRow:
    return BarRow(
        None,
        one_line(row.pair.first),
        (Segment(max(row.likeness, 0.0), 0 if row.pair.same else 1),),
        lead=str(place),
        value=f"{row.likeness:.3f}",
        note=_outcome(row),
        tip=f"{revealed(row.pair.first)}\n{revealed(row.pair.second)}",
        muted=not row.merges,
    )


def _outcome(row: Scored) -> str:
    if row.wrong:
        return _tr("▲ merged wrongly")
    if row.pair.same:
        return _tr("merged") if row.merges else _tr("missed")
    return _tr("kept apart")


def pair_columns() -> tuple[Column[Scored], ...]:
    """The columns of the table of pairs."""
    return (
        Column(
            "likeness",
            _tr("Likeness"),
            lambda s: f"{s.likeness:.3f}",
            lambda s: s.likeness,
            "Likeness",
            Alignment.RIGHT,
            always=True,
        ),
        Column(
            "label",
            _tr("Label"),
            lambda s: _tr("same") if s.pair.same else _tr("different"),
            lambda s: s.pair.same,
            "different",
            always=True,
        ),
        Column("outcome", _tr("Outcome"), _outcome, _outcome, "▲ merged wrongly", always=True),
        Column(
            "first",
            _tr("One text"),
            lambda s: one_line(s.pair.first),
            lambda s: s.pair.first,
            "a text of some length, to compare",
            tip=lambda s: revealed(s.pair.first),
        ),
        Column(
            "second",
            _tr("The other"),
            lambda s: one_line(s.pair.second),
            lambda s: s.pair.second,
            stretch=True,
            tip=lambda s: revealed(s.pair.second),
        ),
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("recall", text)

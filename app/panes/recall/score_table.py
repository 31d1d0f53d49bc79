"""The numbers of the chart as a table."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication

from app.panes.recall.digits import PARTS
from app.panes.recall.score_bars import note_of, short_part_word
from app.panes.recall.study import Row
from app.theme import theme
from app.widgets.column import Alignment, Column, Mark
from app.widgets.hidden_characters import one_line, revealed
from app.widgets.listing import PAGE, Listing
from app.widgets.marks import DOT
from app.wording import fate_word, kind_word

_RANKS = {"words": 2, "meaning": 2, "recency": 3, "trust": 3, "importance": 3, "neighbours": 3}


def score_columns() -> tuple[Column[Row], ...]:
    """Rank, text, the parts, the score they add up to, the fit and the fate."""
    right = Alignment.RIGHT
    parts = tuple(
        Column(
            name,
            short_part_word(name),
            partial(_part, name),
            partial(_raw_part, name),
            "0.0000",
            right,
            shown=name != "neighbours",
            rank=_RANKS[name],
        )
        for name in PARTS
    )
    return (
        Column("rank", _tr("#"), _rank, lambda r: r.rank, "99", right, always=True),
        Column(
            "kind",
            _tr("Kind"),
            lambda r: kind_word(r.record.kind),
            lambda r: r.record.kind.value,
            "procedural",
            shown=False,
            rank=11,
            mark=lambda r: Mark(DOT, theme().tokens.kind_color(r.record.kind)),
        ),
        Column(
            "text",
            _tr("Text"),
            lambda r: one_line(r.record.content),
            lambda r: r.record.content,
            always=True,
            stretch=True,
            tip=lambda r: revealed(r.record.content),
        ),
        *parts,
        Column("score", _tr("Score"), lambda r: r.score_text, lambda r: r.score, "0.000", right, always=True),
        Column("fit", _tr("Fit"), _fit, lambda r: r.hit.fit if r.hit else None, "0.000", right, rank=1),
        Column(
            "fate",
            _tr("Why"),
            lambda r: note_of(r, fate_word(r.fate)),
            lambda r: note_of(r, r.fate.value),
            "below the threshold",
            rank=12,
        ),
    )


def listing(rows: Sequence[Row], current: int | None) -> Listing[Row]:
    """All rows at once; there are never many."""
    ids = array("q", (row.record.id for row in rows))
    pages: dict[int, list[Row | None]] = {
        start // PAGE: list(rows[start : start + PAGE]) for start in range(0, len(rows), PAGE)
    }
    place = ids.index(current) if current is not None and current in ids else None
    return Listing(ids, pages, place, () if place is None else (place,))


def no_pages(
    ids: Sequence[int],
    then: Callable[[list[Row | None]], None],
    failed: Callable[[Exception], None],
) -> None:
    """Nothing is left to read: a listing brings all its rows."""
    then([None] * len(ids))


def _rank(row: Row) -> str:
    return "–" if row.rank is None else str(row.rank)


def _part(name: str, row: Row) -> str:
    parts = row.shown
    return "–" if parts is None else parts.text(name)


def _raw_part(name: str, row: Row) -> object:
    return row.points.get(name)


def _fit(row: Row) -> str:
    return f"{row.hit.fit:.3f}" if row.hit is not None else "–"


def _tr(text: str) -> str:
    return QCoreApplication.translate("recall", text)

"""The answer as bars: the parts of each score in their fixed order, the cut, what was not kept."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.panes.recall.digits import PARTS
from app.panes.recall.study import Row, Study
from app.widgets.bars import BarRow, Bars, Segment, Swatch
from app.widgets.hidden_characters import one_line, revealed
from app.wording import fate_word
from core.memory.records import Fate


def kept_bars(study: Study, *, named: bool, upto: float) -> Bars:
    """Only what was kept; without the legend where a chart beside it has the same."""
    rows = tuple(_row(row) for row in study.kept)
    return Bars(rows, legend(study) if named else (), _tr("score"), upto)


def score_bars(study: Study) -> Bars:
    """The chart of one answer."""
    kept = [_row(row) for row in study.rows if row.kept]
    missed = [_row(row) for row in study.rows if not row.kept]
    rows = [*kept, *([_cut(study)] if missed else []), *missed]
    return Bars(tuple(rows), legend(study), _tr("score"))


def legend(study: Study) -> tuple[Swatch, ...]:
    """The parts with their colours; neighbours only where episodes had any."""
    found = [Swatch(part_word(name), slot) for slot, name in enumerate(PARTS[:5])]
    lifts = [row.points.get("neighbours", 0.0) for row in study.rows]
    if any(lift > 0 for lift in lifts):
        found.append(Swatch(part_word("neighbours"), 5))
    if any(lift < 0 for lift in lifts):
        found.append(Swatch(_tr("taken by neighbours"), 5, hatched=True))
    return tuple(found)


def part_word(name: str) -> str:
    """The name of a part of the score."""
    return {
        "words": _tr("words"),
        "meaning": _tr("meaning"),
        "recency": _tr("recency"),
        "trust": _tr("trust"),
        "importance": _tr("importance"),
        "neighbours": _tr("neighbours"),
    }[name]


def short_part_word(name: str) -> str:
    """The same for the head of a narrow column."""
    return {
        "words": _tr("Words"),
        "meaning": _tr("Meaning"),
        "recency": _tr("Recency"),
        "trust": _tr("Trust"),
        "importance": _tr("Import."),
        "neighbours": _tr("Neighb."),
    }[name]


def _row(row: Row) -> BarRow:
    return BarRow(
        id=row.record.id,
        label=one_line(row.record.content),
        segments=_segments(row.points),
        lead="–" if row.rank is None else str(row.rank),
        value=row.score_text,
        note=note_of(row, "" if row.fate is Fate.RECALLED else fate_word(row.fate)),
        tip=revealed(row.record.content),
        muted=not row.kept,
    )


def note_of(row: Row, fate: str) -> str:
    """What became of a memory, and what says something else under the same key."""
    others = row.hit.conflicts if row.hit is not None else ()
    if not others:
        return fate
    against = _tr("▲ conflict {0}").format(", ".join(f"#{id_}" for id_ in others))
    return f"{against}, {fate}" if fate else against


def _segments(points: dict[str, float]) -> tuple[Segment, ...]:
    """What the neighbours take is drawn at the end, so that the solid part is the score."""
    given = [max(points.get(name, 0.0), 0.0) for name in PARTS]
    taken = -min(points.get("neighbours", 0.0), 0.0)
    left = taken
    for slot in range(len(given) - 1, -1, -1):
        less = min(left, given[slot])
        given[slot] -= less
        left -= less
    found = [Segment(value, slot) for slot, value in enumerate(given)]
    return (*found, Segment(taken, 5, hatched=True)) if taken else tuple(found)


def _cut(study: Study) -> BarRow:
    ask = study.ask
    k = _tr("rank k = {0}").format(ask.k)
    fit = _tr("fit ≥ {0}").format(f"{ask.min_score:.2f}")
    line = _tr("not kept   (cut: {0})")
    return BarRow(None, line.format(f"{k}, {fit}" if ask.min_score else k), divider=True)


def _tr(text: str) -> str:
    return QCoreApplication.translate("recall", text)

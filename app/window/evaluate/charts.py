"""A board's picture and sheets as the widgets of the window take them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from app.evaluate.board import Field, Form, Picture, Sheet, Value
from app.widgets.bars import BarRow, Bars, Segment, Swatch
from app.widgets.column import Alignment, Column
from app.widgets.hidden_characters import one_line, revealed

_ALWAYS = 6


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a sheet, and its place."""

    place: int
    values: tuple[Value, ...]


def bars_of(picture: Picture) -> Bars:
    """The chart of a picture."""
    rows = tuple(
        BarRow(
            None,
            one_line(bar.label),
            tuple(Segment(part.value, part.slot) for part in bar.parts),
            value=bar.value,
            note=bar.note,
            divider=bar.title,
        )
        for bar in picture.bars
    )
    legend = tuple(Swatch(name, slot) for slot, name in enumerate(picture.legend))
    return Bars(rows, legend, picture.axis)


def columns_of(sheet: Sheet) -> tuple[Column[Line], ...]:
    """A table's columns; numbers at the right, the longest text takes the room that is left."""
    texts = [place for place, field in enumerate(sheet.fields) if field.form is Form.TEXT]
    widest = max(texts, key=lambda place: _longest(sheet, place), default=None)
    return tuple(
        Column(
            field.key,
            field.title,
            partial(_shown, field, place),
            partial(_raw, place),
            _sample(sheet, place),
            Alignment.LEFT if field.form is Form.TEXT else Alignment.RIGHT,
            stretch=place == widest,
            # What names a row stays; where there is little room the last numbers go first.
            always=field.form is Form.TEXT or place < _ALWAYS,
            rank=place,
            tip=partial(_tip, field, place),
        )
        for place, field in enumerate(sheet.fields)
    )


def lines_of(sheet: Sheet) -> list[Line]:
    """The rows of a sheet."""
    return [Line(place, values) for place, values in enumerate(sheet.rows)]


def _shown(field: Field, place: int, line: Line) -> str:
    return one_line(field.written(line.values[place]))


def _raw(place: int, line: Line) -> Value:
    return line.values[place]


def _tip(field: Field, place: int, line: Line) -> str:
    return revealed(field.written(line.values[place])) if field.form is Form.TEXT else ""


def _sample(sheet: Sheet, place: int) -> str:
    field = sheet.fields[place]
    return max((field.written(row[place]) for row in sheet.rows[:200]), key=len, default=field.title)[:28]


def _longest(sheet: Sheet, place: int) -> int:
    return max((len(str(row[place])) for row in sheet.rows[:200]), default=0)

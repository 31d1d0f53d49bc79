"""A scoreboard as values: what a table, a chart and a file show alike."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from app.wording import number, plain

Value = str | int | float | bool | None


class Form(StrEnum):
    """How the values of a column are written."""

    TEXT = "text"
    COUNT = "count"
    SHARE = "share"
    MONEY = "money"
    FLAG = "flag"


@dataclass(frozen=True, slots=True)
class Field:
    """One column: its name in files, and its title."""

    key: str
    title: str
    form: Form = Form.COUNT

    def written(self, value: Value) -> str:
        """The value as a person reads it; an en dash where there is none."""
        if value is None:
            return "–"
        match self.form:
            case Form.TEXT:
                return str(value)
            case Form.FLAG:
                return "✓" if value else "✗"
            case Form.SHARE:
                return f"{100 * float(value):.1f} %"
            case Form.MONEY:
                return f"${float(value):.4f}"
            case Form.COUNT:
                return number(round(float(value)))


@dataclass(frozen=True, slots=True)
class Sheet:
    """Rows of values under fields."""

    fields: tuple[Field, ...]
    rows: tuple[tuple[Value, ...], ...]

    def objects(self) -> list[dict[str, Value]]:
        """The rows as objects, by the names of the fields."""
        return [
            {field.key: value for field, value in zip(self.fields, row, strict=True)} for row in self.rows
        ]

    def text(self, most: int = 48) -> str:
        """The sheet for a terminal; numbers stand at the right, texts are cut at ``most``."""
        cells = [[field.title for field in self.fields]]
        cells += [
            [plain(field.written(value), most) for field, value in zip(self.fields, row, strict=True)]
            for row in self.rows
        ]
        widths = [max(len(line[place]) for line in cells) for place in range(len(self.fields))]
        left = [field.form is Form.TEXT for field in self.fields]
        return "\n".join(
            "  ".join(
                cell.ljust(width) if at_left else cell.rjust(width)
                for cell, width, at_left in zip(line, widths, left, strict=True)
            ).rstrip()
            for line in cells
        )


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a bar; ``slot`` is a place among the colours of the theme."""

    value: float
    slot: int


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of the chart, or with ``parts`` empty and ``title`` set a line between bars."""

    label: str
    parts: tuple[Part, ...] = ()
    value: str = ""
    note: str = ""
    title: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """The chart of a board: bars, what the colours mean, and the axis."""

    bars: tuple[Bar, ...]
    legend: tuple[str, ...]
    axis: str


@dataclass(frozen=True, slots=True)
class Board:
    """One measured scoreboard.

    Attributes:
        id: its name on the command line.
        said: what was measured, in a sentence.
        detail: every question or task, once per policy or mode.
        data: what is written as JSON.
    """

    id: str
    said: str
    sheet: Sheet
    detail: Sheet
    picture: Picture
    data: dict[str, Any]

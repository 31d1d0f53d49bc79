"""A table column as an object: everything the table, its header and its copies need to know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from PySide6.QtGui import QColor

Row = TypeVar("Row")


class Alignment(StrEnum):
    """Where the cell text stands; numbers and ages stand right."""

    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Mark:
    """A glyph in its fixed slot before the word, with the colour of the glyph."""

    glyph: str
    color: QColor


@dataclass(frozen=True, slots=True)
class Column(Generic[Row]):
    """One column of a table whose rows are of type ``Row``.

    Attributes:
        key: its name in settings, exports and sort orders.
        text: the cell as it is shown; ``raw`` the value as it is copied and exported.
        sample: its widest usual text, which gives the width; ``stretch`` takes what is left.
        sort: what the pane is asked to sort by, None when it cannot be sorted.
        always: it cannot be hidden.
        shown: it is visible until somebody chooses otherwise.
        rank: importance; when room is short the highest rank hides first.
        mark: the glyph before the word, if the column has one.
        tip: the full text for the tooltip, when it differs from ``text``.
    """

    key: str
    title: str
    text: Callable[[Row], str]
    raw: Callable[[Row], object]
    sample: str = ""
    alignment: Alignment = Alignment.LEFT
    sort: str | None = None
    descending_first: bool = False
    always: bool = False
    shown: bool = True
    stretch: bool = False
    rank: int = 0
    fixed_font: bool = False
    mark: Callable[[Row], Mark | None] | None = None
    tip: Callable[[Row], str] | None = None

"""How charts of bars paint what several of their parts have in common."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetrics, QPainter

from app.theme import theme
from app.widgets.bars import BarRow, Segment

if TYPE_CHECKING:
    from app.widgets.bar_plot import BarPlot

PAD = 8
_MIDDLE = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
LEFT = _MIDDLE | Qt.AlignmentFlag.AlignLeft
RIGHT = _MIDDLE | Qt.AlignmentFlag.AlignRight


def side(metrics: QFontMetrics) -> int:
    """The side of a swatch beside text."""
    return round(metrics.height() * 0.7)


def exposed(rows: Sequence[BarRow], part: QRectF) -> Iterator[tuple[int, BarRow]]:
    """The rows that a part of the chart shows, in the chart's own units: a row is 1 high."""
    first = max(math.floor(part.top()), 0)
    for place in range(first, min(math.ceil(part.bottom()) + 1, len(rows))):
        yield place, rows[place]


def elided(painter: QPainter, text: str, box: QRect) -> str:
    """A text cut to the width of its box."""
    return painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, box.width())


def paint_segment(painter: QPainter, box: QRect, segment: Segment) -> None:
    """A piece of a bar in its colour, or hatched."""
    tokens = theme().tokens
    if not segment.hatched:
        painter.fillRect(box, tokens.kinds[segment.slot])
        return
    painter.fillRect(box, tokens.free)
    painter.fillRect(box, QBrush(QColor(tokens.muted), Qt.BrushStyle.BDiagPattern))


def fill_current(painter: QPainter, plot: BarPlot, row: BarRow, line: QRect, *, left_edge: bool) -> None:
    """The row that is explained, with the focus ring where the chart has it."""
    if row.id is None or row.id != plot.current:
        return
    tokens = theme().tokens
    painter.fillRect(line, tokens.selection)
    if left_edge:
        painter.fillRect(QRect(line.left(), line.top(), 3, line.height()), tokens.accent)
    if plot.hasFocus():
        painter.fillRect(QRect(line.left(), line.top(), line.width(), 1), tokens.accent)
        painter.fillRect(QRect(line.left(), line.bottom(), line.width(), 1), tokens.accent)


def divide(painter: QPainter, line: QRect, text: str) -> None:
    """A line from the text to the edge of the chart; it may reach over the bars' side."""
    tokens = theme().tokens
    middle = line.center().y()
    width = painter.fontMetrics().horizontalAdvance(text)
    box = QRect(line.left() + PAD, line.top(), width + PAD, line.height())
    painter.fillRect(QRect(box.right(), middle, line.right() - box.right(), 1), tokens.line)
    painter.setPen(tokens.muted)
    painter.drawText(box, LEFT, text)

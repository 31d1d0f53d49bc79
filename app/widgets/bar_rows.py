"""The bars of a chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyqtgraph
from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from app.theme import theme
from app.widgets.bar_paint import LEFT, PAD, elided, exposed, fill_current, paint_segment
from app.widgets.bars import BarRow

if TYPE_CHECKING:
    from app.widgets.bar_plot import BarPlot

GAP = 2
_LEAST = 2


class BarRows(pyqtgraph.GraphicsObject):  # type: ignore[misc]
    """The bars themselves, drawn in pixels so that gaps and edges are sharp."""

    def __init__(self, plot: BarPlot) -> None:
        super().__init__()
        self._plot = plot
        # Only so does Qt say which part is to be drawn.
        self.setFlag(self.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    def boundingRect(self) -> QRectF:
        return QRectF(self._plot.view.viewRect())

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        transform = painter.transform()
        painter.resetTransform()
        painter.setFont(theme().font())
        right = round(transform.map(QPointF(self.boundingRect().right(), 0)).x())
        for place, row in exposed(self._plot.bars.rows, option.exposedRect):
            start = transform.map(QPointF(0, place))
            end = transform.map(QPointF(row.total, place + 1))
            line = QRect(round(start.x()), round(start.y()), right - round(start.x()), 0)
            line.setBottom(round(end.y()) - 1)
            fill_current(painter, self._plot, row, line, left_edge=False)
            if not row.divider:
                self._bar(painter, row, line, round(end.x()))
        painter.setTransform(transform)

    def _bar(self, painter: QPainter, row: BarRow, line: QRect, end: int) -> None:
        tokens = theme().tokens
        inset = max(round(line.height() * 0.2), 3)
        x, total, covered = line.left(), row.total or 1.0, 0.0
        for segment in row.segments:
            covered += segment.value
            upto = round(line.left() + (end - line.left()) * covered / total)
            width = max(upto - x, _LEAST if segment.value > 0 else 0)
            if width > 0:
                box = QRect(x, line.top() + inset, width, line.height() - 2 * inset)
                paint_segment(painter, box, segment)
                x += max(width, 0) + GAP
        x = max(x, line.left())
        box = QRect(x + PAD - GAP, line.top(), line.right() - x - PAD, line.height())
        painter.setPen(tokens.muted if row.muted else tokens.text)
        painter.drawText(box, LEFT, row.value)
        if row.note:
            box.setLeft(box.left() + painter.fontMetrics().horizontalAdvance(f"{row.value}  "))
            painter.setPen(tokens.muted)
            painter.drawText(box, LEFT, elided(painter, row.note, box))

"""The names of a chart's bars."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyqtgraph
from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from app.theme import theme
from app.widgets.bar_paint import LEFT, PAD, RIGHT, divide, elided, exposed, fill_current

if TYPE_CHECKING:
    from app.widgets.bar_plot import BarPlot


class BarNames(pyqtgraph.AxisItem):  # type: ignore[misc]
    """What stands left of the bars: the lead right-aligned in its slot, the label after it."""

    def __init__(self, plot: BarPlot) -> None:
        super().__init__("left")
        self._plot = plot
        self._lead = 0
        self.width_of = 0
        # Only so does Qt say which part is to be drawn.
        self.setFlag(self.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    def fit(self, metrics: QFontMetrics, room: int) -> None:
        """Takes the width the labels need, but never more than two fifths."""
        rows = [row for row in self._plot.bars.rows if not row.divider]
        self._lead = max((metrics.horizontalAdvance(lead) for lead in {row.lead for row in rows}), default=0)
        limit = max(round(room * 0.42), 60)
        widest = 0
        for label in {row.label[:120] for row in rows}:
            widest = max(widest, metrics.horizontalAdvance(label))
            # There is no more room than this, so longer ones need no measuring.
            if widest >= limit:
                break
        wanted = widest + self._lead + 4 * PAD
        self.width_of = min(wanted, limit)
        self.setWidth(self.width_of)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        tokens = theme().tokens
        painter.setFont(theme().font())
        part = self._plot.view.mapSceneToView(self.mapRectToScene(option.exposedRect).topLeft())
        end = self._plot.view.mapSceneToView(self.mapRectToScene(option.exposedRect).bottomLeft())
        shown = QRectF(0, part.y(), 1, end.y() - part.y())
        for place, row in exposed(self._plot.bars.rows, shown):
            top = self.mapFromScene(self._plot.view.mapViewToScene(QPointF(0, place))).y()
            bottom = self.mapFromScene(self._plot.view.mapViewToScene(QPointF(0, place + 1))).y()
            line = QRect(0, round(top), round(self.width()), round(bottom) - round(top))
            fill_current(painter, self._plot, row, line, left_edge=True)
            if row.divider:
                wide = QRect(line.left(), line.top(), self._plot.viewport().width(), line.height())
                divide(painter, wide, row.label)
                continue
            lead = QRect(PAD, line.top(), self._lead, line.height())
            painter.setPen(tokens.muted)
            painter.drawText(lead, RIGHT, row.lead)
            left = lead.right() + (PAD if self._lead else 0)
            label = QRect(left, line.top(), line.right() - left - PAD, line.height())
            painter.setPen(tokens.muted if row.muted else tokens.text)
            painter.drawText(label, LEFT, elided(painter, row.label, label))

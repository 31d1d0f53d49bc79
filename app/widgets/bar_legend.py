"""The legend of a chart of bars."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyqtgraph
from PySide6.QtCore import QRect
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QWidget

from app.theme import theme
from app.widgets.bar_paint import LEFT, PAD, paint_segment, side
from app.widgets.bars import Segment

if TYPE_CHECKING:
    from app.widgets.bar_plot import BarPlot

_BESIDE = 6


class BarLegend(pyqtgraph.AxisItem):  # type: ignore[misc]
    """The colours with their words, in the order of the segments."""

    def __init__(self, plot: BarPlot) -> None:
        super().__init__("top")
        self._plot = plot
        self._places: list[QRect] = []

    def fit(self, metrics: QFontMetrics, room: int) -> int:
        """Places the entries, in as many lines as they need, and takes the height for it.

        Returns:
            that height; the item itself has it only once its layout was carried out.
        """
        self._places = []
        line = round(metrics.height() * 1.4)
        x, y = PAD, 4
        for swatch in self._plot.bars.legend:
            width = side(metrics) + _BESIDE + metrics.horizontalAdvance(swatch.name)
            if x > PAD and x + width > room - PAD:
                x, y = PAD, y + line
            self._places.append(QRect(x, y, width, line))
            x += width + 2 * PAD
        height = y + line + 4 if self._places else 4
        self.setHeight(height)
        return height

    def paint(self, painter: QPainter, option: object, widget: QWidget | None = None) -> None:
        painter.setFont(theme().font())
        wide = side(painter.fontMetrics())
        # The first entry stands over the labels, whatever their width.
        edge = round(self.mapFromScene(self._plot.mapToScene(0, 0)).x())
        for swatch, place in zip(self._plot.bars.legend, self._places, strict=False):
            place = place.translated(edge, 0)
            box = QRect(place.left(), place.center().y() - wide // 2, wide, wide)
            paint_segment(painter, box, Segment(1.0, swatch.slot, swatch.hatched))
            painter.setPen(theme().tokens.text)
            painter.drawText(place.adjusted(wide + _BESIDE, 0, 4, 0), LEFT, swatch.name)

"""The bars on pyqtgraph's axes; this module and its parts import pyqtgraph, and it is imported late."""

from __future__ import annotations

import pyqtgraph
from PySide6.QtCore import QEvent, QPointF, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.theme import theme
from app.widgets.bar_legend import BarLegend
from app.widgets.bar_names import BarNames
from app.widgets.bar_paint import PAD
from app.widgets.bar_rows import BarRows
from app.widgets.bars import BarRow, Bars
from app.wording import number

_STEPS = tuple(base * 10.0**power for power in range(-2, 7) for base in (1, 2, 5))
_MOST_TICKS = 6


class BarPlot(pyqtgraph.PlotWidget):  # type: ignore[misc]
    """Horizontal bars, one row below the other.

    Signals:
        chosen: the id of the row that was clicked or reached with the arrow keys.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        self.bars = Bars((), (), "")
        self.current: int | None = None
        self._names = BarNames(self)
        self._legend = BarLegend(self)
        super().__init__(parent, enableMenu=False, axisItems={"left": self._names, "top": self._legend})
        item = self.getPlotItem()
        self.view = item.vb
        item.setMenuEnabled(False)
        # It is made all the same, as a window of its own that nobody would ever close.
        item.ctrlMenu.setParent(self)
        item.ctrlMenu.hide()
        item.hideButtons()
        item.showAxis("top")
        item.setContentsMargins(0, 0, 0, 0)
        self.view.setMouseEnabled(False, False)
        self.view.setDefaultPadding(0)
        self.view.invertY(True)
        self._axis = item.getAxis("bottom")
        self._axis.setStyle(tickLength=0, hideOverlappingLabels=False, maxTickLevel=0)
        self._axis.enableAutoSIPrefix(False)
        self._rows = BarRows(self)
        item.addItem(self._rows)
        self.setFrameShape(self.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(1)
        self.paint_in_theme()

    def show_bars(self, bars: Bars, current: int | None = None) -> None:
        """Replaces what is drawn."""
        self.bars = bars
        self.current = current
        self._fit()

    def choose(self, id_: int | None) -> None:
        """Marks the row of that id."""
        self.current = id_
        self._redraw()

    def paint_in_theme(self) -> None:
        """Takes over the colours and sizes of the theme."""
        tokens = theme().tokens
        self.setBackground(tokens.base)
        self._axis.setPen(tokens.line)
        self._axis.setTextPen(tokens.muted)
        self._axis.setTickFont(theme().font(9))
        self._axis.label.setFont(theme().font(9))
        self._fit()

    def row_rect(self, place: int) -> QRect:
        """Where a row is, from edge to edge."""
        top = self._pixel(0.0, place).y()
        return QRect(0, round(top), self.viewport().width(), theme().row_height())

    def sizeHint(self) -> QSize:
        return QSize(400, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # The base class resizes while it is being made.
        if hasattr(self, "_rows"):
            self._fit()
            QTimer.singleShot(0, self, self._settle)

    def _settle(self) -> None:
        """Gives the viewport a height that was changed while the width was; Qt leaves it as it was."""
        if self.viewport().height() != self.height():
            self.setViewportMargins(0, 0, 0, 0)
        # The axes were laid out for the height before.
        if self.getPlotItem().size().height() != self.height():
            super().resizeEvent(QResizeEvent(self.size(), self.size()))

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the page scrolls, not the chart

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._take(self._row_at(event.position()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
        if step is None:
            event.ignore()
            return
        places = [place for place, row in enumerate(self.bars.rows) if row.id is not None]
        here = [place for place in places if self.bars.rows[place].id == self.current]
        at = places.index(here[0]) + step if here else 0
        if 0 <= at < len(places):
            self._take(places[at])

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._redraw()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._redraw()

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            row = self._row_at(QPointF(event.pos()))
            tip = self.bars.rows[row].tip if row is not None else ""
            QToolTip.showText(event.globalPos(), tip, self)
            return True
        return bool(super().viewportEvent(event))

    def _row_at(self, position: QPointF) -> int | None:
        place = int(self.view.mapSceneToView(self.mapToScene(position.toPoint())).y() // 1)
        return place if 0 <= place < len(self.bars.rows) else None

    def _take(self, place: int | None) -> None:
        id_ = self.bars.rows[place].id if place is not None else None
        if id_ is not None:
            self.choose(id_)
            self.chosen.emit(id_)

    def _pixel(self, x: float, y: float) -> QPointF:
        return QPointF(self.mapFromScene(self.view.mapViewToScene(QPointF(x, y))))

    def _fit(self) -> None:
        """Room for labels at the left and numbers at the right, one row height for every row."""
        metrics = QFontMetrics(theme().font())
        rows = self.bars.rows
        row = theme().row_height()
        self._axis.setLabel(self.bars.axis)
        self._names.fit(metrics, self.width())
        above = self._legend.fit(metrics, self.width())
        below = round(metrics.height() * 2.6) if self.bars.axis else round(metrics.height() * 1.4)
        self._axis.setHeight(below)
        count = max(len(rows), 1)
        room = max(self.width() - self._names.width_of - 2, 40)
        most = max((_reach(each, metrics, room) for each in rows), default=0.0) or 1.0
        if self.bars.upto:
            # The same for every chart of the same width, whatever its numbers.
            most = max(
                most, self.bars.upto * room / max(room - metrics.horizontalAdvance("0.000") - 4 * PAD, 1)
            )
        reached = room * self.bars.longest / most
        widest = max(metrics.horizontalAdvance(each) for each in ("0.000", number(round(self.bars.longest))))
        places = round(reached / (widest * 1.2 if self.bars.longest >= 10_000 else widest))
        self._axis.setTicks([_ticks(self.bars.longest, max(min(places, _MOST_TICKS), 1))])
        self.view.setRange(xRange=(0, most), yRange=(0, count), padding=0, update=True)
        self.setFixedHeight(count * row + above + below + 2)
        self._redraw()

    def _redraw(self) -> None:
        self._rows.update()
        self._names.update()
        self._legend.update()
        self.viewport().update()


def _reach(row: BarRow, metrics: QFontMetrics, room: int) -> float:
    """How far the axis has to go for this bar and the words after it."""
    words = f"{row.value}  {row.note}" if row.note else row.value
    return row.total * room / max(room - metrics.horizontalAdvance(words) - 4 * PAD, room * 0.3)


def _ticks(longest: float, places: int) -> list[tuple[float, str]]:
    """Round numbers up to the longest bar, no more than have room."""
    step = next((step for step in _STEPS if longest / step <= places), 0.0)
    if not step:
        return []
    decimals = 2 if step < 0.1 else 1
    places_reached = range(int(longest / step + 1e-9) + 1)
    if step >= 1:
        return [(at * step, number(round(at * step))) for at in places_reached]
    return [(at * step, f"{at * step:.{decimals}f}") for at in places_reached]

"""The bars on pyqtgraph's axes; the one module that imports pyqtgraph, and it is imported late."""

from __future__ import annotations

import pyqtgraph
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFocusEvent,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.theme import theme
from app.widgets.bars import BarRow, Bars, Segment

GAP = 2
_PAD = 8
_BESIDE = 6
_LEAST = 2
_STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
_MOST_TICKS = 6
_MIDDLE = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
_LEFT = _MIDDLE | Qt.AlignmentFlag.AlignLeft
_RIGHT = _MIDDLE | Qt.AlignmentFlag.AlignRight


class BarPlot(pyqtgraph.PlotWidget):  # type: ignore[misc]
    """Horizontal bars, one row below the other.

    Signals:
        chosen: the id of the row that was clicked or reached with the arrow keys.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        self.bars = Bars((), (), "")
        self.current: int | None = None
        self._names = _Names(self)
        self._legend = _Legend(self)
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
        self._rows = _Rows(self)
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
        self._legend.fit(metrics, self.width())
        below = round(metrics.height() * 2.6) if self.bars.axis else round(metrics.height() * 1.4)
        self._axis.setHeight(below)
        count = max(len(rows), 1)
        room = max(self.width() - self._names.width_of - 2, 40)
        most = max((_reach(each, metrics, room) for each in rows), default=0.0) or 1.0
        if self.bars.upto:
            # The same for every chart of the same width, whatever its numbers.
            most = max(
                most, self.bars.upto * room / max(room - metrics.horizontalAdvance("0.000") - 4 * _PAD, 1)
            )
        reached = room * self.bars.longest / most
        places = round(reached / metrics.horizontalAdvance("0.000"))
        self._axis.setTicks([_ticks(self.bars.longest, max(min(places, _MOST_TICKS), 1))])
        self.view.setRange(xRange=(0, most), yRange=(0, count), padding=0, update=True)
        self.setFixedHeight(count * row + round(self._legend.height()) + below + 2)
        self._redraw()

    def _redraw(self) -> None:
        self._rows.update()
        self._names.update()
        self._legend.update()
        self.viewport().update()


class _Rows(pyqtgraph.GraphicsObject):  # type: ignore[misc]
    """The bars themselves, drawn in pixels so that gaps and edges are sharp."""

    def __init__(self, plot: BarPlot) -> None:
        super().__init__()
        self._plot = plot

    def boundingRect(self) -> QRectF:
        return QRectF(self._plot.view.viewRect())

    def paint(self, painter: QPainter, option: object, widget: QWidget | None = None) -> None:
        transform = painter.transform()
        painter.resetTransform()
        painter.setFont(theme().font())
        right = round(transform.map(QPointF(self.boundingRect().right(), 0)).x())
        for place, row in enumerate(self._plot.bars.rows):
            start = transform.map(QPointF(0, place))
            end = transform.map(QPointF(row.total, place + 1))
            line = QRect(round(start.x()), round(start.y()), right - round(start.x()), 0)
            line.setBottom(round(end.y()) - 1)
            _fill_current(painter, self._plot, row, line, left_edge=False)
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
                _paint_segment(painter, box, segment)
                x += max(width, 0) + GAP
        x = max(x, line.left())
        box = QRect(x + _PAD - GAP, line.top(), line.right() - x - _PAD, line.height())
        painter.setPen(tokens.muted if row.muted else tokens.text)
        painter.drawText(box, _LEFT, row.value)
        if row.note:
            box.setLeft(box.left() + painter.fontMetrics().horizontalAdvance(f"{row.value}  "))
            painter.setPen(tokens.muted)
            painter.drawText(box, _LEFT, _elided(painter, row.note, box))


class _Names(pyqtgraph.AxisItem):  # type: ignore[misc]
    """What stands left of the bars: the lead right-aligned in its slot, the label after it."""

    def __init__(self, plot: BarPlot) -> None:
        super().__init__("left")
        self._plot = plot
        self._lead = 0
        self.width_of = 0

    def fit(self, metrics: QFontMetrics, room: int) -> None:
        """Takes the width the labels need, but never more than two fifths."""
        rows = [row for row in self._plot.bars.rows if not row.divider]
        self._lead = max((metrics.horizontalAdvance(row.lead) for row in rows), default=0)
        widest = max((metrics.horizontalAdvance(row.label[:120]) for row in rows), default=0)
        wanted = widest + self._lead + 4 * _PAD
        self.width_of = min(wanted, max(round(room * 0.42), 60))
        self.setWidth(self.width_of)

    def paint(self, painter: QPainter, option: object, widget: QWidget | None = None) -> None:
        tokens = theme().tokens
        painter.setFont(theme().font())
        for place, row in enumerate(self._plot.bars.rows):
            top = self.mapFromScene(self._plot.view.mapViewToScene(QPointF(0, place))).y()
            bottom = self.mapFromScene(self._plot.view.mapViewToScene(QPointF(0, place + 1))).y()
            line = QRect(0, round(top), round(self.width()), round(bottom) - round(top))
            _fill_current(painter, self._plot, row, line, left_edge=True)
            if row.divider:
                wide = QRect(line.left(), line.top(), self._plot.viewport().width(), line.height())
                _divide(painter, wide, row.label)
                continue
            lead = QRect(_PAD, line.top(), self._lead, line.height())
            painter.setPen(tokens.muted)
            painter.drawText(lead, _RIGHT, row.lead)
            left = lead.right() + (_PAD if self._lead else 0)
            label = QRect(left, line.top(), line.right() - left - _PAD, line.height())
            painter.setPen(tokens.muted if row.muted else tokens.text)
            painter.drawText(label, _LEFT, _elided(painter, row.label, label))


class _Legend(pyqtgraph.AxisItem):  # type: ignore[misc]
    """The colours with their words, in the order of the segments."""

    def __init__(self, plot: BarPlot) -> None:
        super().__init__("top")
        self._plot = plot
        self._places: list[QRect] = []

    def fit(self, metrics: QFontMetrics, room: int) -> None:
        """Places the entries, in as many lines as they need, and takes the height for it."""
        self._places = []
        line = round(metrics.height() * 1.4)
        x, y = _PAD, 4
        for swatch in self._plot.bars.legend:
            width = _side(metrics) + _BESIDE + metrics.horizontalAdvance(swatch.name)
            if x > _PAD and x + width > room - _PAD:
                x, y = _PAD, y + line
            self._places.append(QRect(x, y, width, line))
            x += width + 2 * _PAD
        self.setHeight(y + line + 4 if self._places else 4)

    def paint(self, painter: QPainter, option: object, widget: QWidget | None = None) -> None:
        painter.setFont(theme().font())
        side = _side(painter.fontMetrics())
        # The first entry stands over the labels, whatever their width.
        edge = round(self.mapFromScene(self._plot.mapToScene(0, 0)).x())
        for swatch, place in zip(self._plot.bars.legend, self._places, strict=False):
            place = place.translated(edge, 0)
            box = QRect(place.left(), place.center().y() - side // 2, side, side)
            _paint_segment(painter, box, Segment(1.0, swatch.slot, swatch.hatched))
            painter.setPen(theme().tokens.text)
            painter.drawText(place.adjusted(side + _BESIDE, 0, 4, 0), _LEFT, swatch.name)


def _side(metrics: QFontMetrics) -> int:
    return round(metrics.height() * 0.7)


def _reach(row: BarRow, metrics: QFontMetrics, room: int) -> float:
    """How far the axis has to go for this bar and the words after it."""
    words = f"{row.value}  {row.note}" if row.note else row.value
    return row.total * room / max(room - metrics.horizontalAdvance(words) - 4 * _PAD, room * 0.3)


def _elided(painter: QPainter, text: str, box: QRect) -> str:
    return painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, box.width())


def _ticks(longest: float, places: int) -> list[tuple[float, str]]:
    """Round numbers up to the longest bar, no more than have room."""
    step = next((step for step in _STEPS if longest / step <= places), 0.0)
    if not step:
        return []
    decimals = 0 if step == int(step) else 2 if step < 0.1 else 1
    return [(at * step, f"{at * step:.{decimals}f}") for at in range(int(longest / step + 1e-9) + 1)]


def _paint_segment(painter: QPainter, box: QRect, segment: Segment) -> None:
    tokens = theme().tokens
    if not segment.hatched:
        painter.fillRect(box, tokens.kinds[segment.slot])
        return
    painter.fillRect(box, tokens.free)
    painter.fillRect(box, QBrush(QColor(tokens.muted), Qt.BrushStyle.BDiagPattern))


def _fill_current(painter: QPainter, plot: BarPlot, row: BarRow, line: QRect, *, left_edge: bool) -> None:
    if row.id is None or row.id != plot.current:
        return
    tokens = theme().tokens
    painter.fillRect(line, tokens.selection)
    if left_edge:
        painter.fillRect(QRect(line.left(), line.top(), 3, line.height()), tokens.accent)
    if plot.hasFocus():
        painter.fillRect(QRect(line.left(), line.top(), line.width(), 1), tokens.accent)
        painter.fillRect(QRect(line.left(), line.bottom(), line.width(), 1), tokens.accent)


def _divide(painter: QPainter, line: QRect, text: str) -> None:
    """A line from the text to the edge of the chart; it may reach over the bars' side."""
    tokens = theme().tokens
    middle = line.center().y()
    width = painter.fontMetrics().horizontalAdvance(text)
    box = QRect(line.left() + _PAD, line.top(), width + _PAD, line.height())
    painter.fillRect(QRect(box.right(), middle, line.right() - box.right(), 1), tokens.line)
    painter.setPen(tokens.muted)
    painter.drawText(box, _LEFT, text)

"""What the charts of the pane share; imports pyqtgraph, so it is imported late."""

from __future__ import annotations

import pyqtgraph
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QToolTip, QWidget

from app.theme import theme


class Plot(pyqtgraph.PlotWidget):  # type: ignore[misc]
    """Axes in the theme's colours that neither zoom nor move under the mouse.

    Signals:
        wanted: the turn that was clicked or reached with the arrow keys.
    """

    wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, enableMenu=False)
        item = self.getPlotItem()
        item.setMenuEnabled(False)
        # It is made all the same, as a window of its own that nobody would ever close.
        item.ctrlMenu.setParent(self)
        item.ctrlMenu.hide()
        item.hideButtons()
        self.view = item.vb
        self.view.setMouseEnabled(False, False)
        self.view.setDefaultPadding(0)
        # The last number of the axis reaches over its end.
        item.setContentsMargins(0, 6, 14, 0)
        self.setFrameShape(self.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(1, 1)
        self.turns = 0
        self.turn = 0
        self._dressed = False
        for name in ("left", "bottom"):
            axis = item.getAxis(name)
            axis.enableAutoSIPrefix(False)
            axis.setStyle(tickLength=-4, hideOverlappingLabels=False, maxTickLevel=0)
            axis.setZValue(-1)

    def tip_at(self, x: float, y: float) -> str:
        """What is said of a point."""
        return ""

    def take(self, x: float, y: float) -> None:
        """A point was clicked."""
        self._want(round(x) - 1)

    def dress(self) -> None:
        """Takes over the colours and sizes of the theme."""
        self._dressed = True
        tokens = theme().tokens
        self.setBackground(tokens.base)
        for name in ("left", "bottom"):
            axis = self.getPlotItem().getAxis(name)
            axis.setPen(tokens.line)
            axis.setTextPen(tokens.muted)
            axis.setTickFont(theme().font(9))
            axis.label.setFont(theme().font(9))

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the page scrolls, not the chart

    def mousePressEvent(self, event: QMouseEvent) -> None:
        point = self._point(event.position())
        self.take(point.x(), point.y())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}.get(Qt.Key(event.key()))
        if step is None:
            event.ignore()
            return
        self._want(self.turn + step)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            point = self._point(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), self.tip_at(point.x(), point.y()), self)
            return True
        return bool(super().viewportEvent(event))

    def _point(self, position: QPointF) -> QPointF:
        return QPointF(self.view.mapSceneToView(self.mapToScene(position.toPoint())))

    def _want(self, turn: int) -> None:
        if 0 <= turn < self.turns:
            self.wanted.emit(turn)


def step_of(top: float) -> int:
    """Round numbers, four or five of them."""
    step = 1
    while top / step > 5:
        for factor in (2, 2.5, 2):
            step = int(step * factor) or step + 1
            if top / step <= 5:
                break
    return step


def turn_ticks(turns: int) -> list[tuple[int, str]]:
    """Round numbers from 1 to the last."""
    step = max(step_of(turns * 0.6), 1)
    return [(turn, str(turn)) for turn in range(max(1, step), turns + 1, step)]

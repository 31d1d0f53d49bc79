"""An entity in the middle of what it is linked to, drawn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.theme import theme
from app.widgets.hidden_characters import one_line

_MOST = 12
_PAD = 8
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}


@dataclass(frozen=True, slots=True)
class Neighbour:
    """One entity at the other end, how it is linked, and in which direction."""

    id: str
    name: str
    relations: tuple[str, ...]
    outward: bool


class GraphPicture(QWidget):
    """The entity in the middle, its neighbours around it, a line with its relation for each.

    The same stands as a list below it; here the arrow keys go round and Enter goes there.

    Signals:
        asked: the id of a neighbour somebody wants to look at.
    """

    asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = ""
        self._neighbours: tuple[Neighbour, ...] = ()
        self._left_out = 0
        self._place = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        theme().changed.connect(self._on_theme)

    def show_graph(self, name: str, neighbours: Sequence[Neighbour]) -> None:
        """Draws an entity and, as far as they have room, its neighbours."""
        self._name = name
        self._neighbours = tuple(neighbours[:_MOST])
        self._left_out = max(len(neighbours) - _MOST, 0)
        self._place = 0
        told = [f"{' / '.join(each.relations)}: {each.name}" for each in self._neighbours]
        self.setAccessibleName(self.tr("Drawing of {0} and what it is linked to").format(one_line(name, 60)))
        self.setAccessibleDescription("; ".join(told))
        self.setVisible(bool(self._neighbours))
        self.updateGeometry()
        self.update()

    @property
    def neighbours(self) -> tuple[Neighbour, ...]:
        """What is drawn around the middle."""
        return self._neighbours

    def sizeHint(self) -> QSize:
        rows = 12 if len(self._neighbours) > 4 else 9
        return QSize(320, rows * round(self.fontMetrics().height() * 1.5))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tokens, middle = theme().tokens, self._middle()
        boxes = self._boxes()
        for each, box in zip(self._neighbours, boxes, strict=True):
            self._draw_line(painter, middle, box.center(), each)
        for place, (each, box) in enumerate(zip(self._neighbours, boxes, strict=True)):
            chosen = self.hasFocus() and place == self._place
            painter.setPen(QPen(tokens.accent if chosen else tokens.edge, 2 if chosen else 1))
            painter.setBrush(tokens.selection if chosen else tokens.base)
            painter.drawRoundedRect(box, 6, 6)
            painter.setPen(tokens.text)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._short(each.name, box.width()))
        own = self._box(self._name, middle)
        painter.setPen(QPen(tokens.accent, 1))
        painter.setBrush(tokens.selection)
        painter.drawRoundedRect(own, 6, 6)
        painter.setPen(tokens.text)
        painter.drawText(own, Qt.AlignmentFlag.AlignCenter, self._short(self._name, own.width()))
        if self._left_out:
            painter.setPen(tokens.muted)
            said = self.tr("{0} more in the list").format(self._left_out)
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom, said)
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _STEPS and self._neighbours:
            self._place = (self._place + _STEPS[key]) % len(self._neighbours)
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self._neighbours:
            self.asked.emit(self._neighbours[self._place].id)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self._at(event.position())
        if place is not None:
            self.asked.emit(self._neighbours[place].id)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = self._at(event.position())
        self.setCursor(Qt.CursorShape.ArrowCursor if place is None else Qt.CursorShape.PointingHandCursor)
        if place is None:
            QToolTip.hideText()
        else:
            each = self._neighbours[place]
            QToolTip.showText(
                event.globalPosition().toPoint(), f"{' / '.join(each.relations)}: {each.name}", self
            )

    def _at(self, where: QPointF) -> int | None:
        return next((place for place, box in enumerate(self._boxes()) if box.contains(where)), None)

    def _middle(self) -> QPointF:
        return QPointF(self.width() / 2, self.height() / 2)

    def _boxes(self) -> list[QRectF]:
        count, middle = len(self._neighbours), self._middle()
        height = self._height()
        across = max(self.width() / 2 - self._widest() / 2 - _PAD, 0)
        down = self.height() / 2 - height / 2 - _PAD
        boxes = []
        for place, each in enumerate(self._neighbours):
            # Two or four stand in the corners, where the words on the lines have room.
            turn = 2 * math.pi * (place + (0.5 if count in (2, 4) else 0)) / count - math.pi / 2
            boxes.append(
                self._box(each.name, middle + QPointF(across * math.cos(turn), down * math.sin(turn)))
            )
        return boxes

    def _box(self, name: str, middle: QPointF) -> QRectF:
        metrics = QFontMetricsF(self.font())
        width = min(metrics.horizontalAdvance(one_line(name, 60)) + 2 * _PAD, self._widest())
        height = self._height()
        return QRectF(middle.x() - width / 2, middle.y() - height / 2, width, height)

    def _draw_line(self, painter: QPainter, start: QPointF, end: QPointF, each: Neighbour) -> None:
        tokens, metrics = theme().tokens, QFontMetricsF(self.font())
        painter.setPen(QPen(tokens.edge, 1))
        painter.drawLine(start, end)
        arrow = "→ {0}" if each.outward else "← {0}"
        words = arrow.format(one_line(" / ".join(each.relations), 60))
        words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, self.width() * 0.3)
        where = start + (end - start) * 0.52
        box = QRectF(0, 0, metrics.horizontalAdvance(words) + 6, metrics.height())
        box.moveCenter(where)
        painter.fillRect(box, tokens.base)
        painter.setPen(tokens.muted)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)

    def _short(self, name: str, width: float) -> str:
        metrics = QFontMetricsF(self.font())
        return metrics.elidedText(one_line(name, 60), Qt.TextElideMode.ElideRight, width - _PAD)

    def _height(self) -> float:
        return QFontMetricsF(self.font()).height() * 1.5

    def _widest(self) -> float:
        return min(self.width() * 0.3, 22.0 * QFontMetricsF(self.font()).averageCharWidth())

    @Slot()
    def _on_theme(self) -> None:
        self.updateGeometry()
        self.update()

"""Swatches with their words, in as many lines as they need."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRect, QSize, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from app.theme import theme
from app.widgets.flow_layout import FlowLayout


class _Swatch(QWidget):
    def __init__(self, color: Callable[[], QColor]) -> None:
        super().__init__()
        self._color = color
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        side = round(self.fontMetrics().height() * 0.7)
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._color())
        painter.setPen(theme().tokens.edge)
        painter.drawRect(QRect(0, 0, self.width() - 1, self.height() - 1))
        painter.end()


class Legend(QWidget):
    """What the colours of a chart stand for; always on screen with it."""

    def __init__(
        self, entries: Sequence[tuple[str, Callable[[], QColor]]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        flow = FlowLayout(self, gap=16)
        for name, color in entries:
            entry = QWidget()
            row = QHBoxLayout(entry)
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(6)
            row.addWidget(_Swatch(color))
            row.addWidget(QLabel(name))
            flow.addWidget(entry)
        theme().changed.connect(self._on_theme)

    @Slot()
    def _on_theme(self) -> None:
        self.update()

"""The boxes of the Overview that act: the model, the window it sees, the gate."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.theme import theme


class Swatch(QWidget):
    """A small square in one of the six colours."""

    def __init__(self, slot: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._slot = slot
        self.setFixedSize(QSize(10, 10))

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme().tokens.kinds[self._slot])


class ActorCard(QFrame):
    """A title, a muted sentence and, for the window, its parts with their colours."""

    def __init__(
        self,
        title: str,
        text: str,
        parts: Sequence[tuple[int, str]] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setProperty("role", "actor")
        self.setAccessibleName(title)
        self._title = QLabel(title, self)
        words = QLabel(text, self)
        words.setWordWrap(True)
        words.setProperty("role", "muted")
        words.setAlignment(Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(6)
        column.addWidget(self._title)
        column.addWidget(words)
        for slot, name in parts:
            row = QHBoxLayout()
            row.setSpacing(8)
            row.addWidget(Swatch(slot, self), 0, Qt.AlignmentFlag.AlignVCenter)
            row.addWidget(QLabel(name, self), 1)
            column.addLayout(row)
        self._line = QLabel(self)
        self._line.setWordWrap(True)
        self._line.hide()
        column.addWidget(self._line)
        column.addStretch(1)
        theme().changed.connect(self._on_theme)
        self._on_theme()

    def set_line(self, text: str) -> None:
        """Say one thing in numbers, or nothing."""
        self._line.setText(text)
        self._line.setVisible(bool(text))

    @Slot()
    def _on_theme(self) -> None:
        self._title.setFont(theme().font(bold=True))

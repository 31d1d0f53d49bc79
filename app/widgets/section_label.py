"""A heading inside a page."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QWidget

from app.theme import theme


class SectionLabel(QLabel):
    """Semibold at the size of the text."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        theme().changed.connect(self._on_theme)
        self._on_theme()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # Moving a parent to another one makes the style sheet take the weight away again.
        self._on_theme()

    @Slot()
    def _on_theme(self) -> None:
        self.setFont(theme().font(bold=True))

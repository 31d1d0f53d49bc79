"""A line that says what is wrong or right about the control above it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from app.theme import theme


class SaidLabel(QLabel):
    """Keeps the room for so many ``lines``, so that nothing moves while one types."""

    def __init__(self, lines: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines = lines
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.say("", "muted")

    def say(self, text: str, role: str) -> None:
        """Show ``text`` in the colour of ``role``: muted, ok or danger."""
        self.setProperty("role", role)
        self.style().unpolish(self)
        self.style().polish(self)
        # The pages around it do not ask a label how high it is at its width, so it says so itself.
        width = self.width() if self.isVisible() else theme().row_height() * 13
        heights = []
        for shown in ("\n".join("x" * self._lines), text):
            self.setText(shown)
            heights.append(self.heightForWidth(width))
        self.setMinimumHeight(max(heights))

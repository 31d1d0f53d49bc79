"""A sentence across the page for a state that lasts, with one way out of it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from app.theme import theme


class Strip(QFrame):
    """Alternate fill, glyph, sentence, one action. Hidden until it has something to say.

    Signals:
        pressed: the action was chosen.
    """

    pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._token = "muted"
        self._glyph = QLabel()
        self._text = QLabel()
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._button = QPushButton()
        self._button.clicked.connect(self.pressed)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 6, 6)
        row.setSpacing(8)
        row.addWidget(self._glyph)
        row.addWidget(self._text, 1)
        row.addWidget(self._button)
        theme().changed.connect(self._on_theme)
        self.hide()

    @property
    def text(self) -> str:
        """The sentence; empty while the strip is hidden."""
        return "" if self.isHidden() else self._text.text()

    def say(self, glyph: str, text: str, action: str | None = None, token: str = "muted") -> None:
        """Shows the sentence; ``token`` colours the glyph."""
        self._token = token
        self._glyph.setText(glyph)
        self._text.setText(text)
        self._button.setText(action or "")
        self._button.setVisible(action is not None)
        self._on_theme()
        self.show()

    @Slot()
    def _on_theme(self) -> None:
        tokens = theme().tokens
        self._glyph.setStyleSheet(f"color: {getattr(tokens, self._token).name()};")
        self.setStyleSheet(f"Strip {{ background: {tokens.free.name()}; border: none; border-radius: 6px; }}")

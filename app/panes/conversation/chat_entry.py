"""Where a person writes to the agent: Return sends, Shift+Return begins a new line."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.theme import theme
from core.agent.chat.talk import LONGEST

_LINES = 3


class ChatEntry(QPlainTextEdit):
    """Signals:
    sent: Return was pressed.
    """

    sent = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "field")
        self.setTabChangesFocus(True)
        self.setAccessibleName(self.tr("Your words"))
        self.setPlaceholderText(self.tr("Ask what is remembered, state something, or say “please forget …”"))
        theme().changed.connect(self._fit)
        self._fit()

    @property
    def words(self) -> str:
        """What was written; what is too long to be taken is left at the end."""
        return self.toPlainText().strip()

    @property
    def too_long(self) -> bool:
        """Whether it is more than one message may hold."""
        return len(self.toPlainText()) > LONGEST

    def keyPressEvent(self, event: QKeyEvent) -> None:
        returns = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if returns and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.sent.emit()
            return
        super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        self.setFixedHeight(_LINES * self.fontMetrics().lineSpacing() + 18)

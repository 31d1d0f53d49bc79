"""The second key for what is high, critical or many: A asked for it, Enter does it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget


class ConfirmPanel(QWidget):
    """Says what the release would do and takes Enter or Esc.

    Signals:
        confirmed: Enter was pressed.
        cancelled: Esc was pressed.
    """

    confirmed = Signal()
    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._text = QLabel()
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        self.act = QPushButton()
        self.act.setProperty("role", "danger")
        self.act.clicked.connect(self.confirmed)
        keep = QPushButton(self.tr("Keep waiting   Esc"))
        keep.clicked.connect(self.cancelled)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.act)
        row.addWidget(keep)
        row.addStretch(1)
        box = QVBoxLayout(self)
        box.setContentsMargins(16, 8, 16, 8)
        box.setSpacing(8)
        box.addWidget(self._text)
        box.addLayout(row)
        self.setFocusProxy(self.act)

    @property
    def text(self) -> str:
        """What is asked."""
        return self._text.text()

    def ask(self, text: str, act: str) -> None:
        """Asks: what will happen, and the act that its button names."""
        self._text.setText(self.tr("{0} Press Enter to do it.").format(text))
        self.act.setText(self.tr("{0}   Enter").format(act))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.confirmed.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)

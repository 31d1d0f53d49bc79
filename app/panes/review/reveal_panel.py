"""The second key for reading contact data: V asked for it, Enter shows it, the reason is kept."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

_LONGEST = 1000


class RevealPanel(QWidget):
    """Says what will be written down, and takes a reason.

    Signals:
        confirmed: it shall be shown; the reason, which may be empty.
        cancelled: Esc was pressed.
    """

    confirmed = Signal(str)
    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        told = QLabel(
            self.tr("Contact data is shown for this item until you move on. The journal keeps who looked.")
        )
        told.setWordWrap(True)
        self.reason = QLineEdit()
        self.reason.setMaxLength(_LONGEST)
        self.reason.setPlaceholderText(self.tr("Why (kept in the journal; optional)"))
        self.reason.setAccessibleName(self.tr("Reason"))
        self.act = QPushButton(self.tr("Show it   Enter"))
        self.act.setProperty("role", "primary")
        self.act.clicked.connect(self._on_show)
        keep = QPushButton(self.tr("Cancel   Esc"))
        keep.clicked.connect(self.cancelled)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.reason, 1)
        row.addWidget(self.act)
        row.addWidget(keep)
        box = QVBoxLayout(self)
        box.setContentsMargins(16, 8, 16, 8)
        box.setSpacing(8)
        box.addWidget(told)
        box.addLayout(row)
        self.setFocusProxy(self.reason)

    def ask(self) -> None:
        """Begins with an empty reason."""
        self.reason.clear()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._on_show()
        else:
            super().keyPressEvent(event)

    @Slot()
    def _on_show(self) -> None:
        self.confirmed.emit(self.reason.text().strip())

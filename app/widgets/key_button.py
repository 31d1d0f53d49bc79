"""A button that shows its key in a cap at the right, and says why it is disabled."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Slot
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QWidget

from app.theme import theme

_GAP = 8


class KeyButton(QPushButton):
    """Follows a QAction: its text, shortcut, tooltip and whether it can be done."""

    def __init__(self, action: QAction, parent: QWidget | None = None, *, role: str | None = None) -> None:
        super().__init__(parent)
        self._action = action
        if role is not None:
            self.setProperty("role", role)
        self.clicked.connect(action.trigger)
        action.changed.connect(self._on_changed)
        theme().changed.connect(self._on_changed)
        self._on_changed()

    @property
    def key(self) -> str:
        """The key in the cap; empty when the action has none or a long one."""
        text = self._action.shortcut().toString(self._action.shortcut().SequenceFormat.NativeText)
        return text if len(text) <= 3 else ""

    def set_role(self, role: str | None) -> None:
        """Makes it the primary button, a dangerous one, or (None) an ordinary one."""
        if self.property("role") != role:
            self.setProperty("role", role)
            self.style().unpolish(self)
            self.style().polish(self)
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.key:
            return
        tokens = theme().tokens
        primary = self.property("role") == "primary" and self.isEnabled()
        color = tokens.on_accent if primary else tokens.muted if self.isEnabled() else tokens.edge
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = theme().fixed_font(9)
        painter.setFont(font)
        height = self.fontMetrics().height()
        width = self._cap_width()
        cap = QRectF(self.width() - width - 8.5, (self.height() - height) / 2 + 0.5, width, height - 1)
        painter.setPen(color)
        painter.drawRoundedRect(cap, 3, 3)
        painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, self.key)
        painter.end()

    def _cap_width(self) -> float:
        return max(self.fontMetrics().horizontalAdvance(self.key) + 8, self.fontMetrics().height())

    @Slot()
    def _on_changed(self) -> None:
        self.setText(self._action.text())
        self.setEnabled(self._action.isEnabled())
        self.setToolTip(self._action.toolTip())
        # The text is centred in what is left of the cap.
        room = round(self._cap_width()) + _GAP if self.key else 0
        self.setStyleSheet(f"QPushButton {{ padding-right: {12 + room}px; }}")
        self.updateGeometry()

"""What just happened, for four seconds, with the way back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPropertyAnimation, Qt, QTimer, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QEnterEvent
from PySide6.QtWidgets import QFrame, QGraphicsOpacityEffect, QHBoxLayout, QLabel, QPushButton, QWidget

from app.notices import Toast

SHOWN_MS = 4000
FADE_MS = 150
MARGIN = 16


class ToastView(QFrame):
    """One toast at the bottom left of its parent; the pointer over it holds it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._page = parent
        self.setProperty("role", "toast")
        self._text = QLabel(self)
        self._undo = QPushButton(self.tr("Undo"), self)
        self._undo.setProperty("role", "toast")
        self._undo.clicked.connect(self._on_undo)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 8, 8)
        row.setSpacing(16)
        row.addWidget(self._text)
        row.addWidget(self._undo)
        self._way_back: Callable[[], object] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SHOWN_MS)
        self._timer.timeout.connect(self._on_time)
        self._effect = QGraphicsOpacityEffect(self)
        self.setGraphicsEffect(self._effect)
        self._fade = QPropertyAnimation(self._effect, b"opacity", self)
        self._fade.setDuration(FADE_MS)
        self._fade.finished.connect(self._on_faded)
        self.hide()

    def show_toast(self, toast: Toast) -> None:
        """Show ``toast`` in place of whatever was there."""
        self._way_back = toast.undo
        width = max(200, self._page.width() - 200)
        self._text.setText(self.fontMetrics().elidedText(toast.text, Qt.TextElideMode.ElideRight, width))
        self._text.setToolTip(toast.text)
        self._undo.setVisible(toast.undo is not None)
        self._fade.stop()
        self._effect.setOpacity(1.0)
        self.adjustSize()
        self.place()
        self.show()
        self.raise_()
        self._timer.start()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, toast.text))

    def place(self) -> None:
        """Move to the bottom left of the parent."""
        self.move(MARGIN, self._page.height() - self.height() - MARGIN)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._timer.stop()

    def leaveEvent(self, event: QEvent) -> None:
        self._timer.start()

    @Slot()
    def _on_time(self) -> None:
        self._fade.setStartValue(1.0)
        self._fade.setEndValue(0.0)
        self._fade.start()

    @Slot()
    def _on_faded(self) -> None:
        self.hide()

    @Slot()
    def _on_undo(self) -> None:
        way_back, self._way_back = self._way_back, None
        self._timer.stop()
        self.hide()
        if way_back is not None:
            way_back()

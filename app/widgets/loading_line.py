"""A thin line that says something is being read, but only when it takes a while."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.theme import theme

_LINE_AFTER = 300
_WORDS_AFTER = 2000


class LoadingLine(QWidget):
    """Two pixels that are always reserved and filled after 300 ms, so that nothing moves.

    Signals:
        slow: it has taken two seconds and deserves words.
    """

    slow = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._filled = False
        self.setFixedHeight(2)
        self._soon = self._timer(_LINE_AFTER)
        self._soon.timeout.connect(self._fill)
        self._late = self._timer(_WORDS_AFTER)
        self._late.timeout.connect(self.slow)

    @property
    def filled(self) -> bool:
        """True while the line is drawn."""
        return self._filled

    @Slot(bool)
    def set_busy(self, busy: bool) -> None:
        """Starts or ends the wait."""
        if not busy:
            self._soon.stop()
            self._late.stop()
            self._filled = False
            self.update()
        elif not self._filled and not self._soon.isActive():
            self._soon.start()
            self._late.start()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._filled:
            painter = QPainter(self)
            painter.fillRect(self.rect(), theme().tokens.accent)
            painter.end()

    def _timer(self, after: int) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(after)
        return timer

    @Slot()
    def _fill(self) -> None:
        self._filled = True
        self.update()

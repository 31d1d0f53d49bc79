"""What the window shows while something is dragged over it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QMimeData, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.theme import theme

INSET = 16


def dropped_paths(data: QMimeData) -> list[Path]:
    """The files and folders of this computer that are being dragged."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


class DropVeil(QWidget):
    """A veil over the whole window that says what letting go would do."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self.text = ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_for(self, paths: Sequence[Path]) -> None:
        """Cover the window and tell what becomes of ``paths``."""
        if len(paths) == 1:
            told = self.tr("Drop to open or import %1")
            self.text = told.replace("%1", paths[0].name)
        else:
            self.text = self.tr("One file or folder at a time, please")
        self.setGeometry(self._window.rect())
        self.show()
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme().tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = QColor(tokens.window)
        veil.setAlphaF(0.85)
        painter.fillRect(self.rect(), veil)
        painter.setPen(QPen(tokens.accent, 2, Qt.PenStyle.DashLine))
        frame = self.rect().adjusted(INSET, INSET, -INSET, -INSET)
        painter.drawRoundedRect(frame, 8, 8)
        painter.setFont(theme().font(14, bold=True))
        painter.setPen(tokens.text)
        room = QRect(frame).adjusted(INSET, INSET, -INSET, -INSET)
        shown = painter.fontMetrics().elidedText(self.text, Qt.TextElideMode.ElideMiddle, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, shown)

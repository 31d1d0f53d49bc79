"""A column of row widgets that scrolls, for lists that are short and whose rows have many lines."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget


class Rows(QScrollArea):
    """Rows one below the other, as wide as the room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._inside = QWidget()
        self._box = QVBoxLayout(self._inside)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(0)
        self._box.addStretch(1)
        self.setWidget(self._inside)
        # The card shows through, so that the rows stand on its colour.
        self._inside.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)
        self.setStyleSheet("Rows { background: transparent; }")

    def put(self, rows: Iterable[QWidget]) -> None:
        """Replaces the rows; the place on screen stays."""
        bar = self.verticalScrollBar()
        place = bar.value()
        while self._box.count() > 1:
            item = self._box.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for number, row in enumerate(rows):
            self._box.insertWidget(number, row)
        self.lay_out()
        bar.setValue(place)

    def lay_out(self) -> None:
        """Gives every row its place now instead of with the next event."""
        self._box.activate()
        self._inside.resize(self.viewport().width(), self._box.totalHeightForWidth(self.viewport().width()))

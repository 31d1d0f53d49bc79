"""The title line that sits at the same pixel in every pane."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from app.elided_label import ElidedLabel
from app.theme import theme

MARGIN = 24
GAP = 16


class Heading(QWidget):
    """Title, muted count line, and room for chips and buttons at the right."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = QLabel(title, self)
        self._line = ElidedLabel(self, Qt.TextElideMode.ElideRight)
        self._line.setProperty("role", "muted")
        self._line.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(12)
        self._row.addWidget(self._title)
        self._row.addWidget(self._line, 1)
        theme().changed.connect(self._on_theme)
        self._on_theme()

    def set_line(self, text: str) -> None:
        """Say in one line what is shown."""
        self._line.setText(text)
        self._line.setToolTip(text)

    @property
    def line(self) -> str:
        """What is said beside the title."""
        return self._line.text()

    def add(self, widget: QWidget) -> None:
        """Put a chip or a button at the right end."""
        self._row.addWidget(widget)

    @Slot()
    def _on_theme(self) -> None:
        self._title.setFont(theme().font(15, bold=True))
        self.setFixedHeight(round(self.fontMetrics().height() * 2.1))

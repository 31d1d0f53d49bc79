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
        self._said = ""
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
        self._said = text
        self._line.setText(text)
        self._line.setToolTip(text)

    @property
    def line(self) -> str:
        """What is said beside the title."""
        return self._said

    def fits(self) -> bool:
        """Whether the line has room beside the title; where not, it is left out for whoever asks this."""
        items = (self._row.itemAt(place) for place in range(self._row.count()))
        row = [item.widget() for item in items if item is not None]
        others = [each for each in row if each is not None and each is not self._line and not each.isHidden()]
        taken = sum(each.sizeHint().width() + self._row.spacing() for each in others)
        self._line.setText(self._said)
        fits = self._line.sizeHint().width() <= self.width() - taken
        if not fits:
            self._line.setText("")
        return fits

    def add(self, widget: QWidget) -> None:
        """Put a chip or a button at the right end."""
        self._row.addWidget(widget)

    @Slot()
    def _on_theme(self) -> None:
        self._title.setFont(theme().font(15, bold=True))
        self.setFixedHeight(round(self.fontMetrics().height() * 2.1))

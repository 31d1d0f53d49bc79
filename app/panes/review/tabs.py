"""The four lists as tabs with their counts, and the chip that narrows them to one person."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QWidget

from app.panes.review.tab import Tab
from app.widgets.chip_row import Chip
from app.wording import short_number
from core.review import QueueCounts


class Tabs(QWidget):
    """One row of chips.

    Signals:
        chosen: a tab was chosen.
    """

    chosen = Signal(object)

    def __init__(self, narrow: QAction, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._narrow = narrow
        self._chips = {tab: Chip(tab.title) for tab in Tab}
        group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for tab, chip in self._chips.items():
            chip.clicked.connect(lambda _checked=False, tab=tab: self.chosen.emit(tab))
            group.addButton(chip)
            row.addWidget(chip)
        row.addStretch(1)
        self.person = Chip("")
        self.person.clicked.connect(narrow.trigger)
        row.addWidget(self.person)
        self._chips[Tab.WAITING].setChecked(True)

    def add(self, button: QPushButton) -> None:
        """Puts a button at the right end."""
        layout = self.layout()
        if layout is not None:
            layout.addWidget(button)

    def texts(self) -> list[str]:
        """What the tabs say."""
        return [chip.text() for chip in self._chips.values()]

    def select(self, tab: Tab) -> None:
        """Shows which list is on."""
        self._chips[tab].setChecked(True)

    def show_counts(self, counts: QueueCounts | None) -> None:
        """Writes the counts beside the names; none while they are unknown."""
        for tab, chip in self._chips.items():
            count = "" if counts is None else f"  {short_number(tab.count(counts))}"
            chip.setText(f"{tab.title}{count}")
            chip.setAccessibleName(f"{tab.title}{count}")

    def show_person(self, name: str, *, narrowed: bool) -> None:
        """Names whom the chip narrows to."""
        self.person.setVisible(bool(name))
        self.person.setText(self.tr("Only {0}").format(name).replace("&", "&&"))
        self.person.setChecked(narrowed)
        self.person.setToolTip(self._narrow.toolTip())
        self.person.setEnabled(bool(name))

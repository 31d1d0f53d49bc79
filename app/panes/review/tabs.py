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
        self._tight = False
        self._counts: QueueCounts | None = None
        self._name = ""
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
        self._counts = counts
        for tab, chip in self._chips.items():
            count = "" if counts is None else f"  {short_number(tab.count(counts))}"
            short = self._tight and tab is Tab.REFUSED
            chip.setText(f"{self.tr('Refused') if short else tab.title}{count}")
            chip.setToolTip(tab.title if short else "")
            chip.setAccessibleName(f"{tab.title}{count}")

    def show_person(self, name: str, *, narrowed: bool) -> None:
        """Names whom the chip narrows to."""
        self.person.setVisible(bool(name))
        self._name = name
        self._name_person()
        self.person.setChecked(narrowed)
        self.person.setToolTip(self._narrow.toolTip())
        self.person.setEnabled(bool(name))

    def set_tight(self, *, tight: bool) -> None:
        """Says less where a row at this width and zoom has no room for all of it."""
        if tight != self._tight:
            self._tight = tight
            self.show_counts(self._counts)
            self._name_person()

    def _name_person(self) -> None:
        said = self.tr("Only {0}").format(self._name)
        # The tenant goes first: the chip is a button, and its tip says the whole name.
        shown = self._name.rpartition(" ")[2] if self._tight else said
        self.person.setText(shown.replace("&", "&&"))
        self.person.setAccessibleName(said)

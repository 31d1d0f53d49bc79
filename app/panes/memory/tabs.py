"""Which part of a person's memory is shown: records, notes, entities or documents."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QWidget

RECORDS, NOTES, ENTITIES, DOCUMENTS = range(4)
_STEPS = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}


class Tabs(QWidget):
    """Four buttons, the one in force pressed; the arrow keys go from one to the next.

    Signals:
        switched: the place of the tab that is shown now.
    """

    switched = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        titles = (self.tr("Records"), self.tr("Notes"), self.tr("Entities"), self.tr("Documents"))
        self.buttons = tuple(self._button(place, title) for place, title in enumerate(titles))
        for button in self.buttons:
            row.addWidget(button)
        self.buttons[RECORDS].setChecked(True)
        self._group.idClicked.connect(self.switched)

    @property
    def place(self) -> int:
        """The tab that is shown."""
        return self._group.checkedId()

    @Slot(int)
    def show_tab(self, place: int) -> None:
        """Shows a tab, as its button does."""
        if place != self.place:
            self.buttons[place].setChecked(True)
            self.switched.emit(place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        there = (self.place + step) % len(self.buttons)
        self.buttons[there].setFocus()
        self.show_tab(there)

    def _button(self, place: int, title: str) -> QPushButton:
        button = QPushButton(title)
        button.setCheckable(True)
        button.setProperty("role", "tab")
        self._group.addButton(button, place)
        return button

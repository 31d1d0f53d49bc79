"""Which of several views is shown: buttons in a row, the one in force pressed."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from app.widgets.flow_layout import FlowLayout


class ViewTabs(QWidget):
    """A row of buttons over the views they choose.

    Signals:
        switched: the place of the view that is shown now.
    """

    switched = Signal(int)

    def __init__(self, parent: QWidget | None = None, *, margin: int = 8) -> None:
        super().__init__(parent)
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        row = QWidget()
        self._row = FlowLayout(row, gap=4)
        self._row.setContentsMargins(margin, margin, margin, max(margin // 2, 4))
        self._stack = QStackedWidget()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(row)
        column.addWidget(self._stack, 1)
        self._group.idClicked.connect(self.show_view)

    @property
    def place(self) -> int:
        """The view that is shown."""
        return self._stack.currentIndex()

    def add(self, title: str, view: QWidget) -> QPushButton:
        """Appends a view."""
        button = QPushButton(title)
        button.setCheckable(True)
        button.setProperty("role", "tab")
        place = self._stack.addWidget(view)
        self._group.addButton(button, place)
        self._row.addWidget(button)
        button.setChecked(place == 0)
        return button

    @Slot(int)
    def show_view(self, place: int) -> None:
        """Shows a view."""
        self._stack.setCurrentIndex(place)
        self._group.button(place).setChecked(True)
        self.switched.emit(place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}.get(Qt.Key(event.key()))
        here = self._group.checkedId()
        if step is None or not self._group.button(here).hasFocus():
            super().keyPressEvent(event)
            return
        there = (here + step) % self._stack.count()
        self._group.button(there).setFocus()
        self.show_view(there)

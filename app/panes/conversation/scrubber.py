"""The turn that is looked at, as a slider with steps at both ends."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from app.widgets.slider_row import SliderRow


class Scrubber(QWidget):
    """Arrow keys, page keys, Home and End move it while it has the focus.

    Signals:
        wanted: another turn.
    """

    wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.slider = SliderRow(self.tr("Turn"), 1, 1, self.tr("The turn that is shown; arrows move it"))
        self.back = _step("◂", self.tr("The turn before"))
        self.forth = _step("▸", self.tr("The next turn"))
        # Its own number would say the turn a second time.
        self.slider.number.setParent(self)
        self.slider.number.hide()
        self.label = QLabel()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for widget in (self.slider.label, self.back, self.slider, self.forth, self.label):
            row.addWidget(widget, 1 if widget is self.slider else 0)
        self.slider.moved.connect(self._on_moved)
        self.back.clicked.connect(lambda: self._on_step(-1))
        self.forth.clicked.connect(lambda: self._on_step(1))

    def show_turn(self, turn: int, turns: int) -> None:
        """Stands at a turn."""
        with QSignalBlocker(self.slider):
            self.slider.setRange(1, max(turns, 1))
            self.slider.setPageStep(max(turns // 10, 1))
            self.slider.setValue(turn + 1)
        self.label.setText(self.tr("{0} of {1}").format(turn + 1, turns))
        self.label.setMinimumWidth(
            self.fontMetrics().horizontalAdvance(self.tr("{0} of {1}").format(turns, turns))
        )
        self.back.setEnabled(turn > 0)
        self.forth.setEnabled(turn < turns - 1)

    @Slot()
    def _on_moved(self) -> None:
        self.wanted.emit(self.slider.value() - 1)

    def _on_step(self, step: int) -> None:
        self.slider.setValue(self.slider.value() + step)


def _step(text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setToolTip(tip)
    button.setAccessibleName(tip)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setStyleSheet("QPushButton { padding: 2px 8px; }")
    return button

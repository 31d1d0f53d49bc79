"""A slider with its name before it and its value after it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QLabel, QSlider

from app.theme import theme


class SliderRow(QSlider):
    """Whole steps; ``scale`` of them are 1.

    Signals:
        moved: the value was changed by a person.
    """

    moved = Signal()

    def __init__(self, name: str, highest: int, scale: int, tip: str) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._scale = scale
        self._show: Callable[[float], str] = lambda value: f"{value:.{len(str(scale)) - 1}f}"
        self.setRange(0, highest)
        self.setPageStep(max(highest // 10, 1))
        self.setAccessibleName(name)
        self.setToolTip(tip)
        self.label = QLabel(name)
        self.label.setBuddy(self)
        self.label.setProperty("role", "muted")
        self.label.setToolTip(tip)
        self.number = QLabel()
        self.number.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.valueChanged.connect(self._on_changed)
        theme().changed.connect(self._on_theme)
        self._on_theme()
        self._say()

    @property
    def amount(self) -> float:
        """The value in its own unit."""
        return self.value() / self._scale

    def set_amount(self, amount: float) -> None:
        """Shows a value without telling that it was moved."""
        with QSignalBlocker(self):
            self.setValue(round(amount * self._scale))
        self._say()

    def show_unknown(self) -> None:
        """There is no value yet; nothing is not zero."""
        self.set_amount(0.0)
        self.number.setText("–")

    def put_into(self, grid: QGridLayout, row: int) -> None:
        """Name, slider and value in one line of a grid."""
        grid.addWidget(self.label, row, 0)
        grid.addWidget(self, row, 1)
        grid.addWidget(self.number, row, 2)

    def _say(self) -> None:
        self.number.setText(self._show(self.amount))

    @Slot()
    def _on_changed(self) -> None:
        self._say()
        self.moved.emit()

    @Slot()
    def _on_theme(self) -> None:
        self.number.setMinimumWidth(
            self.fontMetrics().horizontalAdvance("0.000" if self._scale > 100 else "0.00")
        )
        tokens = theme().tokens
        side = round(self.fontMetrics().height() * 0.8)
        half = side // 2
        # Fusion's groove is 1.3:1 in dark and its focus ring is not seen at all.
        self.setStyleSheet(
            f"QSlider {{ min-height: {side + 6}px; }}"
            f" QSlider::groove:horizontal {{ height: 4px; border-radius: 2px; background: {tokens.edge.name()}; }}"
            f" QSlider::sub-page:horizontal {{ background: {tokens.accent.name()}; border-radius: 2px; }}"
            f" QSlider::handle:horizontal {{ width: {side}px; height: {side}px; margin: -{half - 2}px 0;"
            f" border-radius: {half}px; background: {tokens.base.name()}; border: 1px solid {tokens.edge.name()}; }}"
            f" QSlider::handle:horizontal:hover {{ border-color: {tokens.text.name()}; }}"
            f" QSlider:focus {{ border: none; }}"
            f" QSlider::handle:horizontal:focus {{ border: 2px solid {tokens.accent.name()};"
            f" background: {tokens.selection.name()}; }}"
        )

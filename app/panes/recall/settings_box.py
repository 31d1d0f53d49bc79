"""How questions are answered: weights, k, threshold and kinds, moved while one looks."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.panes.recall.study import Ask
from app.widgets.flow_layout import FlowLayout
from app.widgets.key_button import KeyButton
from app.widgets.section_label import SectionLabel
from app.widgets.slider_row import SliderRow
from app.wording import kind_word
from core.kind import Kind
from core.recall import Weights

_MOST = 50


class SettingsBox(QWidget):
    """Sliders and boxes.

    Signals:
        changed: something was moved; ``apply`` puts it into a question.
    """

    changed = Signal()

    def __init__(self, pin: KeyButton, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._measured: float | None = None
        self._own_meaning = False
        tr = self.tr
        self.meaning = SliderRow(
            tr("Meaning"), 100, 100, tr("Share of meaning against words; words have the rest")
        )
        self.recency = SliderRow(tr("Recency"), 100, 100, tr("What the newest record is given"))
        self.trust = SliderRow(tr("Trust"), 100, 100, tr("What an operator's word is given"))
        self.importance = SliderRow(tr("Importance"), 100, 100, tr("What the most important is given"))
        self.k = SliderRow(tr("Rank k"), _MOST, 1, tr("At most so many are kept"))
        self.threshold = SliderRow(
            tr("Threshold"),
            100,
            100,
            tr("The least fit: the cosine, or the share of the question it matched"),
        )
        self._sliders = (
            self.meaning, self.recency, self.trust, self.importance, self.k, self.threshold,
        )  # fmt: skip
        sides = QHBoxLayout()
        sides.setSpacing(16)
        for three in (self._sliders[:3], self._sliders[3:]):
            grid = QGridLayout()
            grid.setHorizontalSpacing(6)
            grid.setVerticalSpacing(2)
            for row, slider in enumerate(three):
                slider.put_into(grid, row)
                slider.setMinimumWidth(32)
                slider.moved.connect(self._on_moved)
            sides.addLayout(grid, 1)
        self.neighbours = QCheckBox(tr("Neighbours lift one another"))
        self.neighbours.setToolTip(tr("Episodes of one session are scored with those before and after them"))
        self.neighbours.toggled.connect(self._on_moved)
        self.kinds = {kind: QCheckBox(kind_word(kind)) for kind in Kind}
        kinds = QWidget()
        flow = FlowLayout(kinds, gap=12)
        for box in self.kinds.values():
            box.toggled.connect(self._on_moved)
            flow.addWidget(box)
        self.reset_button = QPushButton(tr("Reset"))
        self.reset_button.setToolTip(tr("Back to what was measured best"))
        self.reset_button.clicked.connect(self._on_reset)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(SectionLabel(tr("Setting")), 1)
        head.addWidget(pin)
        head.addWidget(self.reset_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(head)
        column.addLayout(sides)
        column.addWidget(kinds)
        column.addWidget(self.neighbours)
        self.show_setting(Ask())

    def apply(self, query: str, cap: int) -> Ask:
        """The question as it is set now."""
        kinds = frozenset(kind for kind, box in self.kinds.items() if box.isChecked())
        weights = Weights(
            meaning=self.meaning.amount if self._own_meaning else None,
            recency=self.recency.amount,
            importance=self.importance.amount,
            trust=self.trust.amount,
            neighbours=self.neighbours.isChecked(),
        )
        everything = len(kinds) == len(self.kinds)
        threshold, k = self.threshold.amount, self.k.value()
        return Ask(query, k, None if everything else kinds, threshold, weights, cap)

    def show_setting(self, ask: Ask) -> None:
        """Takes over a setting without telling that it was moved."""
        weights = ask.weights
        self._own_meaning = weights.meaning is not None
        amounts = (
            weights.meaning if weights.meaning is not None else self._measured or 0.0,
            weights.recency, weights.trust, weights.importance, ask.k, ask.min_score,
        )  # fmt: skip
        for slider, amount in zip(self._sliders, amounts, strict=True):
            slider.set_amount(amount)
        if weights.meaning is None and self._measured is None:
            self.meaning.show_unknown()
        boxes = {self.neighbours: weights.neighbours}
        boxes |= {box: ask.kinds is None or kind in ask.kinds for kind, box in self.kinds.items()}
        for box, checked in boxes.items():
            with QSignalBlocker(box):
                box.setChecked(checked)

    def show_measured(self, meaning: float) -> None:
        """Shows the weight of meaning that an answer was given with, while nobody set another."""
        self._measured = meaning
        if not self._own_meaning:
            self.meaning.set_amount(meaning)

    @Slot()
    def _on_moved(self) -> None:
        self._own_meaning = self._own_meaning or self.sender() is self.meaning
        self.changed.emit()

    @Slot()
    def _on_reset(self) -> None:
        self.show_setting(Ask())
        self.changed.emit()

"""What if: budget, strategy and caps, moved while one looks."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QLabel, QVBoxLayout, QWidget

from app.panes.conversation.study import Ask
from app.widgets.section_label import SectionLabel
from app.widgets.slider_row import SliderRow
from app.wording import number
from app.wording.conversations import strategy_word
from core.memory.conversation.settings import Settings, Strategy
from core.memory.tokens import counter_named

_COUNTERS = ("pieces", "chars/4")
_STEPS = 400
_LEAST = 400


class SettingsBox(QWidget):
    """Sliders, boxes and lists.

    Signals:
        changed: a person changed the setting; ``ask`` tells it.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        tr = self.tr
        self.strategy = QComboBox()
        for strategy in Strategy:
            self.strategy.addItem(strategy_word(strategy), strategy)
        self.counter = QComboBox()
        self.counter.addItems(_COUNTERS)
        self.counter.setToolTip(
            tr("What counts the tokens; an exact one is offered where its tables are here")
        )
        self.budget = SliderRow(tr("Budget"), _LEAST, 1, tr("Tokens of the input; 0 leaves room for nothing"))
        self.reserved = SliderRow(
            tr("Reserved"), 8_000, 1, tr("Tokens kept for the answer, outside the budget")
        )
        self.keep_last = SliderRow(tr("Keep last"), 60, 1, tr("Messages kept word for word, at most"))
        self.window_size = SliderRow(tr("Window"), 200, 1, tr("Messages the sliding window keeps"))
        self.hysteresis = SliderRow(
            tr("Cut down to"), 100, 100, tr("Share of the budget a cut goes down to, held until it is full")
        )
        self.cap = SliderRow(tr("Summary cap"), 100, 100, tr("The most a summary may take of the budget"))
        self.holds = QCheckBox(tr("Hold a cut"))
        self.holds.setToolTip(tr("Off, every turn is cut anew"))
        self.capped = QCheckBox(tr("Cap the summary"))
        self.capped.setToolTip(tr("Off, it gets what the recent messages leave"))
        self._sliders = (
            self.budget, self.reserved, self.keep_last, self.window_size, self.hysteresis, self.cap,
        )  # fmt: skip
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(3)
        for row, (name, combo) in enumerate(((tr("Strategy"), self.strategy), (tr("Counter"), self.counter))):
            label = QLabel(name)
            label.setProperty("role", "muted")
            label.setBuddy(combo)
            combo.setAccessibleName(name)
            combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            combo.setMinimumContentsLength(10)
            grid.addWidget(label, row, 0)
            grid.addWidget(combo, row, 1, 1, 2)
            combo.activated.connect(self._on_moved)
        for row, slider in enumerate(self._sliders, start=2):
            slider.put_into(grid, row + (row > 5) + (row > 6))
            slider.moved.connect(self._on_moved)
        grid.addWidget(self.holds, 6, 0, 1, 3)
        grid.addWidget(self.capped, 8, 0, 1, 3)
        for box in (self.holds, self.capped):
            box.toggled.connect(self._on_moved)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(SectionLabel(tr("What if")))
        column.addLayout(grid)
        self.show_ask(Ask(Settings(_LEAST)), _LEAST)

    def show_counters(self, names: tuple[str, ...]) -> None:
        """Offers what this machine can count with; the chosen one stays."""
        chosen = self.counter.currentText()
        offered = [self.counter.itemText(place) for place in range(self.counter.count())]
        with QSignalBlocker(self.counter):
            self.counter.addItems([name for name in names if name not in offered])
            self.counter.setCurrentText(chosen)

    def ask(self) -> Ask:
        """The setting as it stands."""
        settings = Settings(
            self.budget.value(),
            self.keep_last.value(),
            Strategy(self.strategy.currentData()),
            self.window_size.value(),
            self.hysteresis.amount if self.holds.isChecked() else None,
            self.cap.amount if self.capped.isChecked() else None,
        )
        return Ask(settings, self.counter.currentText(), self.reserved.value())

    def show_ask(self, ask: Ask, most: int) -> None:
        """Takes a setting over without telling that it was changed; the budget slides up to ``most``."""
        settings = ask.settings
        highest = max(most, settings.budget, _LEAST)
        for slider, upto in ((self.budget, highest), (self.reserved, max(highest, ask.reserved))):
            with QSignalBlocker(slider):
                slider.setRange(0, upto)
                slider.setSingleStep(max(upto // _STEPS, 1))
                slider.setPageStep(max(upto // 20, 1))
        amounts = (
            settings.budget, ask.reserved, settings.keep_last, settings.window,
            0.7 if settings.hysteresis is None else settings.hysteresis,
            0.15 if settings.summary_cap is None else settings.summary_cap,
        )  # fmt: skip
        for slider, amount in zip(self._sliders, amounts, strict=True):
            slider.set_amount(amount)
        self.strategy.setCurrentIndex(self.strategy.findData(settings.strategy))
        if self.counter.findText(ask.counter) < 0 and counter_named(ask.counter):
            self.counter.addItem(ask.counter)
        self.counter.setCurrentText(ask.counter)
        for box, on in ((self.holds, settings.hysteresis), (self.capped, settings.summary_cap)):
            with QSignalBlocker(box):
                box.setChecked(on is not None)
        self._enable()

    def _enable(self) -> None:
        """What a strategy does not look at cannot be moved."""
        strategy = Strategy(self.strategy.currentData())
        sums = strategy in (Strategy.SUMMARY, Strategy.MODEL_SUMMARY)
        cuts = sums or strategy is Strategy.NEWEST
        self.keep_last.setEnabled(sums)
        self.window_size.setEnabled(strategy is Strategy.WINDOW)
        self.holds.setEnabled(cuts)
        self.hysteresis.setEnabled(cuts and self.holds.isChecked())
        self.capped.setEnabled(sums)
        self.cap.setEnabled(sums and self.capped.isChecked())
        room = self.fontMetrics().horizontalAdvance(number(self.budget.maximum()))
        for slider in self._sliders:
            slider.number.setMinimumWidth(room)
            slider.number.setEnabled(slider.isEnabled())
            slider.label.setEnabled(slider.isEnabled())

    @Slot()
    def _on_moved(self) -> None:
        self._enable()
        self.changed.emit()

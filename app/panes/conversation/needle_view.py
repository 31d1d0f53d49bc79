"""Is this text still in the prompt: one strip per strategy."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Signal, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QSplitter, QVBoxLayout, QWidget

from app.panes.conversation.chart import Chart
from app.panes.conversation.legend import Legend
from app.panes.conversation.reading import Found
from app.settings import Settings
from app.theme import theme
from app.widgets.column import Alignment, Column
from app.widgets.hidden_characters import revealed
from app.widgets.short_table import ShortTable
from app.wording import number
from app.wording.conversations import presence_word, strategy_word
from core.memory.conversation.needle import Presence, Strip
from core.memory.conversation.settings import Strategy

if TYPE_CHECKING:
    from app.panes.conversation.fate_plot import CellPlot


@dataclass(frozen=True, slots=True)
class StripRow:
    """One strategy's strip."""

    strategy: Strategy
    strip: Strip


class NeedleView(QWidget):
    """Signals:
    asked: a text to look for.
    wanted: a turn.
    """

    asked = Signal(str)
    wanted = Signal(int)

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.found: Found | None = None
        self.text = QLineEdit()
        self.text.setPlaceholderText(self.tr("A text that was said, such as a date or a name"))
        self.text.setAccessibleName(self.tr("Text to look for in the prompts"))
        self.text.setClearButtonEnabled(True)
        self.text.setMaxLength(10_000)
        self.button = QPushButton(self.tr("Look"))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.text, 1)
        row.addWidget(self.button)
        self.said = QLabel(self.tr("Enter follows it through every turn, under every strategy."))
        self.said.setWordWrap(True)
        self.said.setProperty("role", "muted")
        states = (Presence.VERBATIM, Presence.SUMMARISED, Presence.ABSENT)
        self.legend = Legend([(presence_word(state), partial(_color, state)) for state in states])
        self.chart: Chart[CellPlot] = Chart(self.tr("The text, turn by turn"), self._make)
        self.chart.setMinimumHeight(round(self.fontMetrics().height() * 9))
        self.table: ShortTable[StripRow] = ShortTable(
            _columns(), "conversation-needle", lambda row: row.strategy, settings
        )
        self.table.setProperty("role", "")
        self.table.table.setAccessibleName(self.tr("When the text left the prompt"))
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        split.addWidget(self.chart)
        split.addWidget(self.table)
        split.setSizes([300, 200])
        self._shown = (self.legend, split)
        for widget in self._shown:
            widget.setVisible(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 4, 12, 8)
        column.setSpacing(6)
        column.addLayout(row)
        column.addWidget(self.said)
        column.addWidget(self.legend)
        column.addWidget(split, 1)
        column.addStretch(0)
        self.text.returnPressed.connect(self._on_asked)
        self.button.clicked.connect(self._on_asked)

    def show_found(self, found: Found, turn: int) -> None:
        """Draws the strips."""
        import numpy as np

        self.found = found
        rows = [StripRow(strategy, strip) for strategy, strip in found.strips.items()]
        said_at = rows[0].strip.said_at
        for widget in self._shown:
            widget.setVisible(said_at is not None)
        if said_at is None:
            self.said.setText(self.tr("“{0}” was never said here.").format(revealed(found.needle, 80)))
            return
        least = (
            self.tr("no budget up to the whole history keeps it on turn {0}").format(found.turn + 1)
            if found.least is None
            else self.tr("on turn {0} it takes a budget of {1} with the present strategy").format(
                found.turn + 1, number(found.least)
            )
        )
        self.said.setText(
            self.tr("“{0}” was said on turn {1}; {2}.").format(revealed(found.needle, 80), said_at + 1, least)
        )
        self.table.show_rows(rows)
        plot = self.chart.need()
        cells = np.array([row.strip.presence for row in rows], np.uint8).T
        plot.show_cells(cells, [strategy_word(row.strategy) for row in rows])
        plot.go(turn)

    def go(self, turn: int) -> None:
        """Marks a turn."""
        if self.chart.plot is not None:
            self.chart.plot.go(turn)

    def clear(self) -> None:
        """Nothing is looked for."""
        self.found = None
        self.text.clear()
        self.said.setText(self.tr("Enter follows it through every turn, under every strategy."))
        for widget in self._shown:
            widget.setVisible(False)

    def _make(self) -> CellPlot:
        from app.panes.conversation.fate_plot import CellPlot

        plot = CellPlot(presence_colors, self._tip)
        plot.cell.connect(lambda turn, _row: self.wanted.emit(turn))
        return plot

    def _tip(self, turn: int, row: int) -> str:
        if self.found is None:
            return ""
        strategy = list(self.found.strips)[row]
        state = presence_word(self.found.strips[strategy].presence[turn])
        return self.tr("{0}, turn {1}: {2}").format(strategy_word(strategy), turn + 1, state)

    @Slot()
    def _on_asked(self) -> None:
        if self.text.text().strip():
            self.asked.emit(self.text.text())


def presence_colors() -> list[QColor]:
    """Colours of absent, in the summary, word for word."""
    tokens = theme().tokens
    return [tokens.free, tokens.kinds[4], tokens.kinds[0]]


def _color(state: Presence) -> QColor:
    return presence_colors()[state]


def _columns() -> tuple[Column[StripRow], ...]:
    right = Alignment.RIGHT

    def count(row: StripRow, state: Presence) -> int:
        return sum(each is state for each in row.strip.presence)

    def left(row: StripRow) -> str:
        return _tr("stayed") if row.strip.left_at is None else _tr("turn {0}").format(row.strip.left_at + 1)

    return (
        Column(
            "strategy",
            _tr("Strategy"),
            lambda r: strategy_word(r.strategy),
            lambda r: r.strategy.value,
            always=True,
            stretch=True,
        ),
        Column(
            "verbatim",
            _tr("Word for word"),
            lambda r: number(count(r, Presence.VERBATIM)),
            lambda r: count(r, Presence.VERBATIM),
            "Word for word",
            right,
        ),
        Column(
            "summary",
            _tr("In the summary"),
            lambda r: number(count(r, Presence.SUMMARISED)),
            lambda r: count(r, Presence.SUMMARISED),
            "In the summary",
            right,
        ),
        Column(
            "left", _tr("Left"), left, lambda r: r.strip.left_at and r.strip.left_at + 1, "turn 9999", right
        ),
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("conversation", text)

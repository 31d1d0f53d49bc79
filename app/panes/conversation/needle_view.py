"""Is this text still in the prompt: one strip per strategy."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QSplitter, QVBoxLayout, QWidget

from app.panes.conversation.chart import Chart
from app.panes.conversation.finding import Found, InRecall
from app.panes.conversation.legend import Legend
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
    """One strategy's strip, or what memory brought; ``cells`` holds a `Presence` or `InRecall` per turn.

    They are bytes, for thousands of turns are counted and drawn where the window waits.
    """

    strategy: Strategy | None
    strip: Strip | None
    cells: bytes

    @property
    def name(self) -> str:
        """What it is called beside the strip."""
        return _tr("Recalled") if self.strategy is None else strategy_word(self.strategy)

    def count(self, state: int) -> int:
        """On how many turns it is so."""
        return self.cells.count(state)


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
        self.rows: list[StripRow] = []
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
        states = (
            Presence.VERBATIM,
            Presence.SUMMARISED,
            InRecall.RECALLED,
            Presence.ABSENT,
            InRecall.NOT_LOGGED,
        )
        self.legend = Legend([(presence_word(state), partial(_color, state)) for state in states])
        self.chart: Chart[CellPlot] = Chart(self.tr("The text, turn by turn"), self._make)
        self.chart.setMinimumHeight(round(self.fontMetrics().height() * 8))
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
        self.found = found
        self.rows = [StripRow(each, strip, bytes(strip.presence)) for each, strip in found.strips.items()]
        self.rows.append(StripRow(None, None, bytes(found.recalled)))
        said_at = next(iter(found.strips.values())).said_at
        recalled = next(
            (turn for turn, state in enumerate(found.recalled) if state is InRecall.RECALLED), None
        )
        for widget in self._shown:
            widget.setVisible(said_at is not None or recalled is not None)
        if said_at is None:
            said = self.tr("“{0}” was never said here.").format(revealed(found.needle, 80))
            if recalled is None:
                self.said.setText(said)
                return
            brought = self.tr("Memory brought it, first on turn {0}.").format(recalled + 1)
            self.said.setText(f"{said} {brought}")
            self._draw(turn)
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
        self._draw(turn)

    def _draw(self, turn: int) -> None:
        self.table.show_rows(self.rows)
        # The first strips make the chart, and with the table in one go that is longer than a frame or two.
        QTimer.singleShot(0, self, partial(self._draw_strips, self.found, turn))

    def _draw_strips(self, found: Found | None, turn: int) -> None:
        if found is None or self.found is not found:
            return
        import numpy as np

        plot = self.chart.need()
        cells = np.array([np.frombuffer(row.cells, np.uint8) for row in self.rows]).T
        plot.show_cells(cells, [row.name for row in self.rows])
        plot.go(turn)

    def go(self, turn: int) -> None:
        """Marks a turn."""
        if self.chart.plot is not None:
            self.chart.plot.go(turn)

    def clear(self) -> None:
        """Nothing is looked for."""
        self.found, self.rows = None, []
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
        if row >= len(self.rows):
            return ""
        state = presence_word(self.rows[row].cells[turn])
        return self.tr("{0}, turn {1}: {2}").format(self.rows[row].name, turn + 1, state)

    @Slot()
    def _on_asked(self) -> None:
        if self.text.text().strip():
            self.asked.emit(self.text.text())


def presence_colors() -> list[QColor]:
    """Colours of absent, in the summary, word for word, recalled, and no prompt logged."""
    tokens = theme().tokens
    return [tokens.free, tokens.kinds[4], tokens.kinds[0], tokens.kinds[3], tokens.base]


def _color(state: Presence | InRecall) -> QColor:
    return presence_colors()[state]


def _columns() -> tuple[Column[StripRow], ...]:
    right = Alignment.RIGHT

    def left(row: StripRow) -> str:
        if row.strip is None or row.strip.said_at is None:
            return "–"
        return _tr("stayed") if row.strip.left_at is None else _tr("turn {0}").format(row.strip.left_at + 1)

    def left_at(row: StripRow) -> int | None:
        return None if row.strip is None or row.strip.left_at is None else row.strip.left_at + 1

    def counted(key: str, title: str, state: int) -> Column[StripRow]:
        return Column(key, title, lambda r: number(r.count(state)), lambda r: r.count(state), title, right)

    return (
        Column(
            "strategy",
            _tr("Strategy"),
            lambda r: r.name,
            lambda r: r.name,
            always=True,
            stretch=True,
        ),
        counted("verbatim", _tr("Word for word"), Presence.VERBATIM),
        counted("summary", _tr("In the summary"), Presence.SUMMARISED),
        counted("recalled", _tr("Recalled"), InRecall.RECALLED),
        Column("left", _tr("Left"), left, left_at, "turn 9999", right),
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("conversation", text)

"""The map of fates: turns across, messages down."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.panes.conversation.chart import Chart
from app.panes.conversation.legend import Legend
from app.panes.conversation.messages_view import fate_colors
from app.panes.conversation.study import Study
from app.panes.conversation.words import cell_tip
from app.wording.conversations import message_fate_word
from core.memory.conversation.trace import Fate

if TYPE_CHECKING:
    from app.panes.conversation.fate_plot import CellPlot


class FateView(QWidget):
    """Signals:
    cell: turn and message of a cell that was chosen.
    """

    cell = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._study: Study | None = None
        self.chart: Chart[CellPlot] = Chart(self.tr("What became of every message on every turn"), self._make)
        said = [Fate.VERBATIM, Fate.FOLDED, Fate.DROPPED]
        self.legend = Legend([(message_fate_word(fate), partial(_color, fate)) for fate in said])
        self.told = QLabel()
        self.told.setWordWrap(True)
        self.told.setProperty("role", "muted")
        self.told.setMinimumHeight(self.fontMetrics().height() * 3)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 4, 12, 8)
        column.setSpacing(4)
        column.addWidget(self.legend)
        column.addWidget(self.chart, 1)
        column.addWidget(self.told)

    def show_turn(self, study: Study, turn: int, place: int | None) -> bool:
        """Draws a study, with a turn and a message marked; False while the chart is not drawn."""
        row = place if place is not None else study.trace.cuts[turn].end - 1
        self.told.setText(cell_tip(study, turn, row) if row < len(study.messages) else "")
        if self.chart.plot is None:
            self.chart.need()
            return False
        plot = self.chart.plot
        if study is not self._study:
            self._study = study
            plot.show_cells(study.fate, rows=self.tr("message"))
        plot.go(turn, row)
        return True

    def _make(self) -> CellPlot:
        from app.panes.conversation.fate_plot import CellPlot

        plot = CellPlot(fate_colors, self._tip)
        plot.cell.connect(self.cell)
        return plot

    def _tip(self, turn: int, place: int) -> str:
        return cell_tip(self._study, turn, place) if self._study is not None else ""


def _color(fate: Fate) -> QColor:
    return fate_colors()[fate]

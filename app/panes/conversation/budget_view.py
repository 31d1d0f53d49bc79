"""Where the tokens go: the bar of one turn over the bars of all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.elided_label import ElidedLabel
from app.panes.conversation.chart import Chart
from app.panes.conversation.now_bar import NowBar
from app.panes.conversation.study import Study
from app.widgets.section_label import SectionLabel

if TYPE_CHECKING:
    from app.panes.conversation.turn_plot import TurnPlot


class BudgetView(QWidget):
    """Both show one and the same total for a turn.

    Signals:
        wanted: a turn that was clicked.
    """

    wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._drawn: tuple[Study, Study | None] | None = None
        self.title = SectionLabel()
        self.bar = NowBar()
        self.chart: Chart[TurnPlot] = Chart(self.tr("Tokens by turn"), self._make)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 4, 16, 8)
        column.setSpacing(8)
        column.addWidget(self.title)
        column.addWidget(self.bar)
        self.note = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self.note.setProperty("role", "muted")
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(SectionLabel(self.tr("By turn")))
        head.addWidget(self.note, 1)
        column.addLayout(head)
        column.addWidget(self.chart, 1)

    def show_turn(self, study: Study, ghost: Study | None, turn: int) -> bool:
        """Shows a turn of a study, with the setting before as a ghost; False while the chart is not drawn."""
        newest = turn == study.turns - 1
        self.title.setText(
            self.tr("Now, turn {0}").format(turn + 1) if newest else self.tr("Turn {0}").format(turn + 1)
        )
        self.bar.show_turn(study, turn)
        said = [self.tr("▼ the beginning of the prompt changed")] if study.trace.recut else []
        said += [self.tr("dotted: the setting before")] if ghost is not None else []
        self.note.setText(" · ".join(said))
        self.note.setToolTip(self.note.text())
        if self.chart.plot is None:
            # Making it and drawing it are each as long as the window may stand still.
            self.chart.need()
            return False
        plot = self.chart.plot
        if self._drawn is not None and self._drawn[0] is study and self._drawn[1] is ghost:
            plot.go(turn)
        else:
            self._drawn = (study, ghost)
            plot.show_study(study, ghost, turn)
        return True

    def _make(self) -> TurnPlot:
        from app.panes.conversation.turn_plot import TurnPlot

        plot = TurnPlot()
        plot.wanted.connect(self.wanted)
        return plot

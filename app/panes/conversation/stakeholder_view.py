"""Two lines and one sentence, readable from the back of the room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.panes.conversation.chart import Chart
from app.panes.conversation.study import Study
from app.panes.conversation.words import counter_line, saved_line
from app.theme import theme
from app.widgets.card import Card

if TYPE_CHECKING:
    from app.panes.conversation.turn_plot import TurnPlot


class StakeholderView(QWidget):
    """Big type: what is sent against what would be sent."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._drawn: Study | None = None
        self.sentence = QLabel()
        self.sentence.setWordWrap(True)
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.note = QLabel()
        self.note.setProperty("role", "muted")
        self.chart: Chart[TurnPlot] = Chart(self.tr("Tokens sent, managed and unmanaged"), self._make)
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(12)
        column.addWidget(self.sentence)
        column.addWidget(self.chart, 1)
        column.addWidget(self.note)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(Card(inner))
        theme().changed.connect(self._on_theme)
        self._on_theme()

    def show_study(self, study: Study, turn: int) -> bool:
        """Shows what a setting saves; False while the chart is not drawn."""
        self.sentence.setText(saved_line(study))
        self.note.setText(counter_line(study))
        if self.chart.plot is None:
            self.chart.need()
            return False
        if self._drawn is not study:
            self._drawn = study
            self.chart.plot.show_study(study, None, turn)
        return True

    def _make(self) -> TurnPlot:
        from app.panes.conversation.turn_plot import TurnPlot

        return TurnPlot(big=True)

    @Slot()
    def _on_theme(self) -> None:
        self.sentence.setFont(theme().font(20, bold=True))
        self.note.setFont(theme().font(12))

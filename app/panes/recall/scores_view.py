"""The answer to one question: bars over the table of their numbers."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QSplitter, QVBoxLayout, QWidget

from app.panes.recall.score_bars import score_bars
from app.panes.recall.score_table import listing, no_pages, score_columns
from app.panes.recall.study import Row, Study
from app.settings import Settings
from app.widgets.bar_chart import BarChart
from app.widgets.paged_model import PagedModel
from app.widgets.paged_table import PagedTable
from app.widgets.state_page import StateStack

_CHART, _TABLE = 1000, 130


class ScoresView(QWidget):
    """Chart and table follow one another.

    Signals:
        chosen: the row that is to be explained, or None.
    """

    chosen = Signal(object)

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.study: Study | None = None
        self.route = QLabel()
        self.route.setProperty("role", "muted")
        self.route.setTextFormat(Qt.TextFormat.PlainText)
        self.route.setWordWrap(True)
        self.route.setContentsMargins(12, 2, 12, 4)
        self.chart = BarChart(self.tr("Scores"))
        self.table = PagedTable(
            PagedModel(score_columns(), no_pages, muted=lambda row: not row.kept, parent=self),
            "recall-scores",
            settings,
        )
        self.table.setAccessibleName(self.tr("Scores and their parts"))
        self.table.setSelectionMode(PagedTable.SelectionMode.SingleSelection)
        split = QSplitter(Qt.Orientation.Vertical)
        split.addWidget(self.chart)
        split.addWidget(self.table)
        split.setCollapsible(0, False)
        # The bars have the room; the table of their numbers can be pulled up, or away.
        split.setSizes([_CHART, _TABLE])
        split.setStretchFactor(0, 1)
        split.setStretchFactor(1, 0)
        self.stack = StateStack(split)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.route)
        column.addWidget(self.stack, 1)
        self.chart.chosen.connect(self.choose)
        self.table.current_changed.connect(self._on_current)

    def show_study(self, study: Study, route: str, *, keep: bool) -> None:
        """Shows an answer.

        Args:
            keep: the question is the same, so the memory that was being explained stays so
                while it is there; the answer to a new one is explained from rank 1.
        """
        current = self.table.current_id() if keep else None
        ids = [row.record.id for row in study.rows]
        if current not in ids:
            current = ids[0] if ids else None
        self.study = study
        self.route.setText(route)
        with QSignalBlocker(self.table):
            self.table.show_listing(listing(study.rows, current))
        self.chart.show_bars(score_bars(study), current)
        if study.rows:
            self.stack.show_content()
        else:
            self.stack.show_empty(self.tr("Nothing came back"), self._nothing(study))
        self.chosen.emit(self.current)

    def _nothing(self, study: Study) -> str:
        if study.hits.blank:
            return self.tr("The question has no word to look for; words such as “the” do not count.")
        if study.ask.kinds is not None and not study.ask.kinds:
            return self.tr("No kind is chosen, so nothing was compared.")
        return self.tr("No memory was compared with this setting: look at k, threshold and kinds.")

    @property
    def current(self) -> Row | None:
        """The row that is chosen."""
        id_ = self.table.current_id()
        rows = self.study.rows if self.study is not None else ()
        return next((row for row in rows if row.record.id == id_), None)

    def step(self, rows: int) -> None:
        """Moves on by some rows."""
        self.table.step(rows)

    @Slot(int)
    def choose(self, id_: int) -> None:
        """Chooses a row by its record."""
        ids = [row.record.id for row in self.study.rows] if self.study is not None else []
        if id_ in ids:
            self.table.go(ids.index(id_))

    @Slot(object)
    def _on_current(self, id_: int | None) -> None:
        self.chart.choose(id_)
        self.chosen.emit(self.current)

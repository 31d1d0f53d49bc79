"""From which likeness two texts are one memory: labelled pairs against a threshold one can move."""

from __future__ import annotations

from array import array
from pathlib import Path

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from app.panes.recall.chart_out import Export, ask_path, write
from app.panes.recall.picture import Panel, Picture
from app.panes.recall.score_table import no_pages
from app.panes.recall.scored_pairs import Scored, pair_bars, pair_columns
from app.session import Session
from app.widgets.bar_chart import BarChart, load
from app.widgets.card import Card
from app.widgets.listing import Listing
from app.widgets.paged_model import PagedModel
from app.widgets.paged_table import PagedTable
from app.widgets.slider_row import SliderRow
from app.widgets.state_page import StateStack
from app.wording import number, sentence
from core.recall import Embedder, Recall
from core.recall.tuning import Tuning, pairs_in, tune


class DedupeDialog(QDialog):
    """Reads labelled pairs, scores them with an embedder or by words, and counts at a threshold."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.tuning: Tuning | None = None
        self.setWindowTitle(self.tr("Tune duplicates"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        about = QLabel(
            self.tr(
                "Labelled pairs show from which likeness a rewording counts as the same memory. A threshold "
                "holds for one way of comparing; writing compares words, from .850 on. Numbers, dates and "
                "names have to be equal besides."
            )
        )
        about.setWordWrap(True)
        about.setProperty("role", "muted")
        self.choose = QPushButton(self.tr("Open pairs…"))
        self.choose.clicked.connect(self._on_choose)
        self.choose.setAutoDefault(False)
        self.name = QLabel()
        self.name.setProperty("role", "muted")
        self.name.setTextFormat(Qt.TextFormat.PlainText)
        self.by = QComboBox()
        self.by.addItem(self.tr("By the embedder in use"), False)
        self.by.addItem(self.tr("By words, as writing compares"), True)
        self.by.setAccessibleName(self.tr("How pairs are compared"))
        self.by.currentIndexChanged.connect(self._on_by)
        self._path: Path | None = None
        top = QHBoxLayout()
        top.addWidget(self.choose)
        top.addWidget(self.by)
        top.addWidget(self.name, 1)
        self.threshold = SliderRow(
            self.tr("Threshold"), 1000, 1000, self.tr("Pairs at least this alike become one memory")
        )
        self.threshold.moved.connect(self._count)
        self.counts = QLabel()
        self.best = QPushButton()
        self.best.setProperty("role", "link")
        self.best.setAutoDefault(False)
        self.best.clicked.connect(self._on_best)
        grid = QGridLayout()
        self.threshold.put_into(grid, 0)
        line = QHBoxLayout()
        line.addWidget(self.counts)
        line.addWidget(self.best)
        line.addStretch(1)
        self.chart = BarChart(self.tr("Likeness of each pair"))
        self.table = PagedTable(PagedModel(pair_columns(), no_pages, parent=self), "dedupe")
        self.table.setAccessibleName(self.tr("Labelled pairs"))
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(8)
        split.addWidget(Card(self.chart))
        split.addWidget(Card(self.table))
        split.setSizes([300, 200])
        content = QWidget()
        inner = QVBoxLayout(content)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.addLayout(grid)
        inner.addLayout(line)
        inner.addWidget(split, 1)
        self.stack = StateStack(content)
        self.stack.show_empty(
            self.tr("No pairs yet"),
            self.tr("Open a JSON list of objects with a, b and same: true or false."),
        )
        self.export_button = QPushButton(self.tr("Export…"))
        self.export_button.setAutoDefault(False)
        self.export_button.setEnabled(False)
        self.export_button.setToolTip(self.tr("Write the chart as PNG or SVG, or the pairs as CSV"))
        self.export_button.clicked.connect(self.export)
        close = QPushButton(self.tr("Close"))
        close.clicked.connect(self.accept)
        close.setDefault(True)
        foot = QHBoxLayout()
        foot.addWidget(self.export_button)
        foot.addStretch(1)
        foot.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 16)
        column.setSpacing(8)
        column.addWidget(about)
        column.addLayout(top)
        column.addWidget(self.stack, 1)
        column.addLayout(foot)
        self.resize(110 * self.fontMetrics().averageCharWidth(), 38 * self.fontMetrics().lineSpacing())

    def read(self, path: Path) -> None:
        """Scores the pairs of a file."""
        self._path = path
        by_words, chosen = bool(self.by.currentData()), self._session.settings.embedder

        def work(token: object) -> Tuning:
            load()
            return tune(Recall(_hashed_words() if by_words else chosen.make()), pairs_in(path))

        def show(tuning: Tuning) -> None:
            self.name.setText(
                self.tr("{0}, {1} pairs, embedder {2}").format(
                    path.name, number(len(tuning.pairs)), tuning.embedder
                )
            )
            self.show_tuning(tuning)

        self._session.jobs.read(
            work,
            show,
            failed=self._on_failed,
            key="recall.dedupe",
            owner=self,
        )

    def _on_failed(self, error: Exception) -> None:
        """Nothing of the file before stays beside the error of this one."""
        self.tuning = None
        self.name.setText("")
        self.counts.setText("")
        self.export_button.setEnabled(False)
        self.stack.show_error(sentence(error))

    @Slot()
    def export(self) -> None:
        """Asks where to, then writes."""
        path = ask_path(self, "duplicates")
        if path is not None:
            self.write(path)

    def write(self, path: Path) -> None:
        """Writes what the ending of the name says."""
        plot = self.chart.plot
        if plot is None or self.tuning is None:
            return
        line = self.tr("threshold {0}").format(f"{self.threshold.amount:.3f}")
        picture = Picture((self.name.text(), f"{line} · {self.counts.text()}"), (Panel(plot),))
        said = self.tr("Exported to {0}; it holds the texts of the pairs in the clear")
        write(self._session, self, path, Export(picture, self.table, said))

    def show_tuning(self, tuning: Tuning) -> None:
        """Shows scored pairs, with the threshold at its best place."""
        self.tuning = tuning
        self.export_button.setEnabled(True)
        self.stack.show_content()
        self.best.setVisible(tuning.suggested is not None)
        if tuning.suggested is not None:
            self.best.setText(self.tr("Best: {0}").format(f"{tuning.suggested:.3f}"))
            self.best.setToolTip(self.tr("In the middle of the gap above every different pair"))
            self.threshold.set_amount(tuning.suggested)
        self._count()

    @Slot()
    def _count(self) -> None:
        tuning = self.tuning
        if tuning is None:
            return
        threshold = self.threshold.amount
        merged, wrong = tuning.at(threshold)
        same = sum(pair.same for pair in tuning.pairs)
        said = self.tr("merged {0} of {1} rewordings · wrong {2} of {3} different")
        self.counts.setText(said.format(merged, same, wrong, len(tuning.pairs) - same))
        scored = sorted(zip(tuning.pairs, tuning.scores, strict=True), key=lambda each: -each[1])
        rows = [Scored(pair, min(likeness, 1.0), likeness >= threshold) for pair, likeness in scored]
        pages: dict[int, list[Scored | None]] = {
            start // 128: list(rows[start : start + 128]) for start in range(0, len(rows), 128)
        }
        self.table.show_listing(Listing(array("q", range(len(rows))), pages))
        self.chart.show_bars(pair_bars(rows, threshold))

    @Slot()
    def _on_best(self) -> None:
        if self.tuning is not None and self.tuning.suggested is not None:
            self.threshold.set_amount(self.tuning.suggested)
            self._count()

    @Slot()
    def _on_by(self) -> None:
        """A threshold is never carried over: the pairs are measured anew."""
        if self._path is not None:
            self.read(self._path)

    @Slot()
    def _on_choose(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, self.tr("Open labelled pairs"), "", "JSON (*.json)")
        if name:
            self.read(Path(name))


def _hashed_words() -> Embedder:
    from core.recall.signed_hashing import SignedHashing

    return SignedHashing()

"""From which likeness two texts are one memory: labelled pairs against a threshold one can move."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, Slot
from PySide6.QtWidgets import (
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

from app.panes.recall.score_table import no_pages
from app.session import Session
from app.widgets.bar_chart import BarChart, load
from app.widgets.bars import BarRow, Bars, Segment, Swatch
from app.widgets.card import Card
from app.widgets.column import Alignment, Column
from app.widgets.hidden_characters import one_line, revealed
from app.widgets.listing import Listing
from app.widgets.paged_model import PagedModel
from app.widgets.paged_table import PagedTable
from app.widgets.slider_row import SliderRow
from app.widgets.state_page import StateStack
from app.wording import number, sentence
from core.recall import Recall
from core.recall.tuning import Pair, Tuning, pairs_in, tune

_DRAWN = 200


@dataclass(frozen=True, slots=True)
class Scored:
    """A pair with its likeness, and what the threshold makes of it."""

    pair: Pair
    likeness: float
    merges: bool

    @property
    def wrong(self) -> bool:
        """Different texts that would become one memory."""
        return self.merges and not self.pair.same


class DedupeDialog(QDialog):
    """Reads labelled pairs, scores them with the bundled embedder, and counts at a threshold."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.tuning: Tuning | None = None
        self.setWindowTitle(self.tr("Tune duplicates"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        about = QLabel(
            self.tr(
                "Labelled pairs show from which likeness a rewording counts as the same memory. A threshold "
                "holds for one embedder. Numbers, dates and names have to be equal besides."
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
        top = QHBoxLayout()
        top.addWidget(self.choose)
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
        self.table = PagedTable(PagedModel(_columns(), no_pages, parent=self), "dedupe")
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
        close = QPushButton(self.tr("Close"))
        close.clicked.connect(self.accept)
        close.setDefault(True)
        foot = QHBoxLayout()
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

        def work(token: object) -> Tuning:
            load()
            return tune(Recall(), pairs_in(path))

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
            failed=lambda error: self.stack.show_error(sentence(error)),
            key="recall.dedupe",
            owner=self,
        )

    def show_tuning(self, tuning: Tuning) -> None:
        """Shows scored pairs, with the threshold at its best place."""
        self.tuning = tuning
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
        rows = [Scored(pair, likeness, likeness >= threshold) for pair, likeness in scored]
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
    def _on_choose(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, self.tr("Open labelled pairs"), "", "JSON (*.json)")
        if name:
            self.read(Path(name))


def pair_bars(rows: list[Scored], threshold: float) -> Bars:
    """The pairs by likeness with the threshold between them; of a long list the part around it."""
    merging = sum(row.merges for row in rows)
    first = max(0, min(merging - _DRAWN // 2, len(rows) - _DRAWN))
    bars = [_bar(place + 1, row) for place, row in enumerate(rows)][first : first + _DRAWN]
    line = _tr("threshold {0}: above it one memory, below it two").format(f"{threshold:.3f}")
    bars.insert(merging - first, BarRow(None, line, divider=True))
    legend = (Swatch(_tr("same"), 0), Swatch(_tr("different"), 1))
    return Bars(tuple(bars), legend, _tr("likeness"))


def _bar(place: int, row: Scored) -> BarRow:
    return BarRow(
        None,
        one_line(row.pair.first),
        (Segment(max(row.likeness, 0.0), 0 if row.pair.same else 1),),
        lead=str(place),
        value=f"{row.likeness:.3f}",
        note=_outcome(row),
        tip=f"{revealed(row.pair.first)}\n{revealed(row.pair.second)}",
        muted=not row.merges,
    )


def _outcome(row: Scored) -> str:
    if row.wrong:
        return _tr("▲ merged wrongly")
    if row.pair.same:
        return _tr("merged") if row.merges else _tr("missed")
    return _tr("kept apart")


def _columns() -> tuple[Column[Scored], ...]:
    return (
        Column(
            "likeness",
            _tr("Likeness"),
            lambda s: f"{s.likeness:.3f}",
            lambda s: s.likeness,
            "Likeness",
            Alignment.RIGHT,
            always=True,
        ),
        Column(
            "label",
            _tr("Label"),
            lambda s: _tr("same") if s.pair.same else _tr("different"),
            lambda s: s.pair.same,
            "different",
            always=True,
        ),
        Column("outcome", _tr("Outcome"), _outcome, _outcome, "▲ merged wrongly", always=True),
        Column(
            "first",
            _tr("One text"),
            lambda s: one_line(s.pair.first),
            lambda s: s.pair.first,
            "a text of some length, to compare",
            tip=lambda s: revealed(s.pair.first),
        ),
        Column(
            "second",
            _tr("The other"),
            lambda s: one_line(s.pair.second),
            lambda s: s.pair.second,
            stretch=True,
            tip=lambda s: revealed(s.pair.second),
        ),
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("recall", text)

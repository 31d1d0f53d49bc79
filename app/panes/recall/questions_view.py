"""Several questions side by side: a group of bars for each, one bar per memory, coloured by kind."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QMimeData, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from app.panes.recall.score_table import no_pages
from app.settings import Settings
from app.theme import theme
from app.widgets.bar_chart import BarChart
from app.widgets.bars import BarRow, Bars, Segment, Swatch
from app.widgets.column import Alignment, Column, Mark
from app.widgets.hidden_characters import one_line, revealed
from app.widgets.listing import Listing
from app.widgets.marks import DOT
from app.widgets.paged_model import PagedModel
from app.widgets.paged_table import PagedTable
from app.widgets.state_page import StateStack
from app.wording import kind_word, number
from core.kind import Kind
from core.memory.records import Hit, Hits

MOST = 12
# Bars; more take longer than a frame to draw, and nobody compares them by eye.
_DRAWN = 200
_LONGEST = 20_000
_CHART, _TABLE = 1000, 130
_SLOTS = {kind: slot for slot, kind in enumerate(Kind)}


@dataclass(frozen=True, slots=True)
class Found:
    """One memory that one of the questions brought."""

    question: str
    rank: int
    hit: Hit


class _Lines(QPlainTextEdit):
    """Takes no more of what is pasted than questions can hold.

    Signals:
        shortened: something was too long and was taken in part.
    """

    shortened = Signal()

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802
        text = source.text()
        room = max(_LONGEST - len(self.toPlainText()), 0)
        self.textCursor().insertText(text[:room])
        if len(text) > room:
            self.shortened.emit()


class QuestionsView(QWidget):
    """Questions at the top, one a line; their answers as groups of bars and as a table.

    Signals:
        asked: the questions, in order.
        chosen: what is to be explained, a Found or None.
    """

    asked = Signal(object)
    chosen = Signal(object)

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.found: list[Found] = []
        self.setting = ""
        self.field = _Lines()
        self.field.shortened.connect(self._on_cut)
        self.field.setProperty("role", "field")
        self.field.setTabChangesFocus(True)
        self.field.setAccessibleName(self.tr("Questions, one a line"))
        self.field.setPlaceholderText(self.tr("One question a line, up to {0}").format(MOST))
        self.button = QPushButton(self.tr("Compare"))
        self.button.clicked.connect(self._on_asked)
        row = QHBoxLayout()
        row.setContentsMargins(12, 8, 12, 8)
        row.setSpacing(8)
        row.addWidget(self.field, 1)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignTop)
        self.note = QLabel()
        self.note.setProperty("role", "muted")
        self.note.setContentsMargins(12, 0, 12, 0)
        self.note.hide()
        self.chart = BarChart(self.tr("Memories per question"))
        self.table = PagedTable(PagedModel(_columns(), no_pages, parent=self), "recall-questions", settings)
        self.table.setAccessibleName(self.tr("Memories per question"))
        self.table.setSelectionMode(PagedTable.SelectionMode.SingleSelection)
        self.chart.chosen.connect(self.table.go)
        self.table.current_changed.connect(self._on_current)
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        split.addWidget(self.chart)
        split.addWidget(self.table)
        split.setSizes([_CHART, _TABLE])
        split.setStretchFactor(0, 1)
        split.setStretchFactor(1, 0)
        self.stack = StateStack(split)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.note)
        column.addWidget(self.stack, 1)
        theme().changed.connect(self._on_theme)
        self._on_theme()
        self.clear()

    def clear(self) -> None:
        """Forgets questions and answers."""
        self.field.clear()
        self.note.hide()
        self.show_answers([])

    def offer(self, questions: Sequence[str]) -> None:
        """Fills in what was asked lately, where nothing was typed."""
        if not self.field.toPlainText().strip():
            self.field.setPlainText("\n".join(questions))

    def wait(self) -> None:
        """What is shown no longer holds; the questions stay and are asked anew."""
        self.show_answers([])
        self.stack.show_empty(self.tr("Comparing…"))

    def show_answers(self, answers: Sequence[tuple[str, Hits]], setting: str = "") -> None:
        """Shows what each question brought; ``setting`` is said in a picture of it."""
        self.setting = setting
        self.found = [
            Found(question, rank, hit) for question, hits in answers for rank, hit in enumerate(hits, start=1)
        ]
        if not answers:
            if self.chart.plot is not None:
                self.chart.show_bars(Bars((), (), ""))
            self.table.show_listing(Listing(array("q"), {}))
            self.stack.show_empty(
                self.tr("No questions yet"),
                self.tr("Write a few the agent would ask; each gets a group of bars, coloured by kind."),
            )
            return
        self.stack.show_content()
        self.chart.show_bars(question_bars(answers))
        ids = array("q", range(len(self.found)))
        pages: dict[int, list[Found | None]] = {
            start // 128: list(self.found[start : start + 128]) for start in range(0, len(self.found), 128)
        }
        # A bar carries its place in the table, for one memory may answer several questions.
        with QSignalBlocker(self.table):
            self.table.show_listing(Listing(ids, pages))

    @property
    def current(self) -> Found | None:
        """The bar that is chosen."""
        place = self.table.current_id()
        return self.found[place] if place is not None and place < len(self.found) else None

    def step(self, rows: int) -> None:
        """Moves on by some bars."""
        self.table.step(rows)

    @Slot(object)
    def _on_current(self, place: int | None) -> None:
        self.chart.choose(place)
        self.chosen.emit(self.current)

    @Slot()
    def _on_asked(self) -> None:
        lines = [line.strip() for line in self.field.toPlainText().splitlines() if line.strip()]
        questions = list(dict.fromkeys(lines))
        left = len(questions) - MOST
        self.note.setVisible(left > 0)
        self.note.setText(self.tr("Only the first {0} are compared.").format(MOST))
        if questions:
            self.asked.emit(questions[:MOST])

    @Slot()
    def _on_cut(self) -> None:
        self.note.setText(self.tr("The text is very long; only its first 20 000 characters were taken."))
        self.note.show()

    @Slot()
    def _on_theme(self) -> None:
        self.field.setFixedHeight(round(self.fontMetrics().lineSpacing() * 4) + 14)


def question_bars(answers: Sequence[tuple[str, Hits]]) -> Bars:
    """One group per question; a bar's colour is the kind of its record."""
    rows: list[BarRow] = []
    place = 0
    most = _DRAWN // max(len(answers), 1)
    for question, hits in answers:
        rows.append(BarRow(None, one_line(question, 90), divider=True))
        for rank, hit in enumerate(hits[:most], start=1):
            rows.append(
                BarRow(
                    place + rank - 1,
                    one_line(hit.record.content),
                    (Segment(hit.score, _SLOTS[hit.record.kind]),),
                    lead=str(rank),
                    value=f"{hit.score:.3f}",
                    note=kind_word(hit.record.kind),
                    tip=revealed(hit.record.content),
                )
            )
        place += len(hits)
        if len(hits) > most:
            rows.append(
                BarRow(None, _tr("{0} more in the table").format(number(len(hits) - most)), muted=True)
            )
        if not hits:
            rows.append(BarRow(None, _tr("nothing came back"), muted=True))
    legend = tuple(Swatch(kind_word(kind), slot) for kind, slot in _SLOTS.items())
    return Bars(tuple(rows), legend, _tr("score"))


def _columns() -> tuple[Column[Found], ...]:
    right = Alignment.RIGHT
    return (
        Column(
            "question",
            _tr("Question"),
            lambda f: one_line(f.question),
            lambda f: f.question,
            "where should invoices go",
            rank=2,
            tip=lambda f: revealed(f.question),
        ),
        Column("rank", _tr("#"), lambda f: str(f.rank), lambda f: f.rank, "99", right, always=True),
        Column(
            "kind",
            _tr("Kind"),
            lambda f: kind_word(f.hit.record.kind),
            lambda f: f.hit.record.kind.value,
            "procedural",
            rank=1,
            mark=lambda f: Mark(DOT, theme().tokens.kind_color(f.hit.record.kind)),
        ),
        Column(
            "text",
            _tr("Text"),
            lambda f: one_line(f.hit.record.content),
            lambda f: f.hit.record.content,
            always=True,
            stretch=True,
            tip=lambda f: revealed(f.hit.record.content),
        ),
        Column("score", _tr("Score"), lambda f: f"{f.hit.score:.3f}", lambda f: f.hit.score, "0.000", right),
        Column("fit", _tr("Fit"), lambda f: f"{f.hit.fit:.3f}", lambda f: f.hit.fit, "0.000", right, rank=3),
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("recall", text)

"""The block that would go into the prompt, with its bill in tokens."""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QSpinBox, QSplitter, QVBoxLayout, QWidget

from app.panes.recall.score_table import no_pages
from app.panes.recall.study import COUNTER, Study
from app.settings import Settings
from app.theme import theme
from app.widgets.column import Alignment, Column
from app.widgets.field_frame import FieldFrame
from app.widgets.foreign_text import ForeignText
from app.widgets.hidden_characters import one_line, revealed
from app.widgets.listing import Listing
from app.widgets.paged_model import PagedModel
from app.widgets.paged_table import PagedTable
from app.wording import number
from core.memory.prompt import CAP_TOKENS

_HIGHEST = 100_000


@dataclass(frozen=True, slots=True)
class BillRow:
    """One line of the bill; ``record`` is None for the frame and the sum."""

    record: int | None
    tokens: int | None
    what: str
    text: str


class PromptView(QWidget):
    """The text as the model gets it, and what each line of it costs.

    Signals:
        cap_changed: the most tokens it may take.
    """

    cap_changed = Signal(int)

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = QLabel()
        self.line.setTextFormat(Qt.TextFormat.PlainText)
        self.line.setWordWrap(True)
        self.cap = QSpinBox()
        self.cap.setRange(0, _HIGHEST)
        self.cap.setSingleStep(50)
        self.cap.setValue(CAP_TOKENS)
        self.cap.setAccessibleName(self.tr("Most tokens of the block"))
        self.cap.valueChanged.connect(self.cap_changed)
        label = QLabel(self.tr("At most"))
        label.setProperty("role", "muted")
        label.setBuddy(self.cap)
        row = QHBoxLayout()
        row.setContentsMargins(12, 8, 12, 4)
        row.setSpacing(8)
        row.addWidget(self.line, 1)
        row.addWidget(label)
        row.addWidget(FieldFrame(self.cap))
        self.text = ForeignText(lines=200)
        self.text.view.setAccessibleName(self.tr("The block as the model gets it"))
        holder = QWidget()
        inner = QVBoxLayout(holder)
        inner.setContentsMargins(12, 0, 12, 8)
        inner.addWidget(self.text)
        inner.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(holder)
        self._area, self._holder = area, holder
        self.table = PagedTable(PagedModel(_columns(), no_pages, parent=self), "recall-bill", settings)
        self.table.setAccessibleName(self.tr("Tokens per line"))
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        split.addWidget(area)
        split.addWidget(self.table)
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(split, 1)
        theme().changed.connect(self._on_theme)
        self._on_theme()

    def show_study(self, study: Study) -> None:
        """Shows the block of an answer."""
        with QSignalBlocker(self.cap):
            self.cap.setValue(study.ask.cap)
        self.text.setVisible(bool(study.block.text))
        self.text.show_text(study.block.text)
        self.line.setText(bill_line(study))
        rows = _bill(study)
        ids = array("q", range(len(rows)))
        self.table.show_listing(Listing(ids, {0: list(rows[:128])}))

    @Slot()
    def _on_theme(self) -> None:
        base = theme().tokens.base.name()
        self._holder.setStyleSheet(f".QWidget {{ background: {base}; }}")


def bill_line(study: Study) -> str:
    """The bill in one sentence: how much of how much, and who counted."""
    block, ask = study.block, study.ask
    if block.text:
        form = _tr("≈\u202f{tokens} of {cap} tokens, counted by {counter}")
    elif block.left_out:
        form = _tr("Nothing fits into {cap} tokens; the prompt stays as it is.")
    else:
        form = _tr("Nothing was recalled; the prompt stays as it is.")
    return form.format(tokens=number(block.tokens), cap=number(ask.cap), counter=COUNTER.name)


def _bill(study: Study) -> list[BillRow]:
    block, routed = study.block, study.routed
    texts = {row.record.id: row.record.content for row in study.rows}
    texts |= {record.id: record.content for record in (*study.preferences, *routed.keyed)}
    what = {record.id: _tr("by its key") for record in routed.keyed}
    what |= {record.id: _tr("always loaded") for record in study.preferences}
    rows = [
        BillRow(id_, tokens, what.get(id_, _tr("recalled")), texts.get(id_, ""))
        for id_, tokens in zip(block.shown, block.costs, strict=True)
    ]
    rows += [
        BillRow(None, tokens, _tr("entity") if line.passage is None else _tr("document"), line.text)
        for line, tokens in zip(block.beside, block.beside_costs, strict=True)
    ]
    if block.text:
        rows.append(BillRow(None, block.frame, _tr("label and request"), ""))
        rows.append(BillRow(None, block.tokens, _tr("sum"), ""))
    rows += [BillRow(id_, None, _tr("over the token budget"), texts.get(id_, "")) for id_ in block.left_out]
    return rows


def _columns() -> tuple[Column[BillRow], ...]:
    return (
        Column(
            "tokens",
            _tr("≈ Tokens"),
            lambda r: "–" if r.tokens is None else number(r.tokens),
            lambda r: r.tokens,
            "≈ Tokens",
            Alignment.RIGHT,
            always=True,
        ),
        Column(
            "record",
            _tr("Record"),
            lambda r: "" if r.record is None else f"#{r.record}",
            lambda r: r.record,
            "#100000",
            Alignment.RIGHT,
        ),
        Column("what", _tr("What"), lambda r: r.what, lambda r: r.what, "over the token budget", always=True),
        Column(
            "text",
            _tr("Text"),
            lambda r: one_line(r.text),
            lambda r: r.text,
            stretch=True,
            tip=lambda r: revealed(r.text),
        ),
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("recall", text)

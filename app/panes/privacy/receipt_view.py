"""One receipt: how the erasure ended, what was checked, and what nobody can prove."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from app.theme import theme
from app.widgets.column import Mark
from app.widgets.facts import Fact, Facts, MarkLabel
from app.widgets.section_label import SectionLabel
from app.wording.receipts import (
    blocking,
    blocking_text,
    check_lines,
    limit_lines,
    state_sentence,
    state_text,
    stated,
)

if TYPE_CHECKING:
    from core.privacy import Receipt


class ReceiptView(QWidget):
    """Glyph, word and colour for every line; no name stands in it, because none is in a receipt."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.receipt: Receipt | None = None
        self.state = QLabel()
        self.state.setTextFormat(Qt.TextFormat.PlainText)
        self._said = _words()
        self._in_the_way = _words("warn")
        self._lines = QGridLayout()
        self._lines.setHorizontalSpacing(8)
        self._lines.setVerticalSpacing(4)
        self._lines.setColumnStretch(1, 1)
        self.facts = Facts()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for widget in (self.state, self._said, self._in_the_way):
            column.addWidget(widget)
        column.addLayout(self._lines)
        column.addWidget(SectionLabel(self.tr("Facts")))
        column.addWidget(self.facts)
        theme().changed.connect(self._draw)

    @property
    def said(self) -> list[tuple[str, str]]:
        """Glyph and sentence of every line."""
        return [(mark.glyph, text) for mark, text in lines(self.receipt)] if self.receipt else []

    def show_receipt(self, receipt: Receipt) -> None:
        """Shows another receipt."""
        self.receipt = receipt
        self._draw()

    @Slot()
    def _draw(self) -> None:
        receipt = self.receipt
        while (item := self._lines.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        if receipt is None:
            return
        mark = state_mark(receipt.state)
        self.state.setText(f"{mark.glyph} {state_text(receipt.state)}")
        self.state.setStyleSheet(f"color: {mark.color.name()};")
        self.state.setFont(theme().font(12, bold=True))
        self._said.setText(state_sentence(receipt.state))
        self._in_the_way.setText(blocking_text(blocking(receipt)))
        self._in_the_way.setVisible(bool(self._in_the_way.text()))
        for row, (line, text) in enumerate(lines(receipt)):
            words = QLabel(text)
            words.setTextFormat(Qt.TextFormat.PlainText)
            words.setWordWrap(True)
            self._lines.addWidget(MarkLabel(line), row, 0, Qt.AlignmentFlag.AlignTop)
            self._lines.addWidget(words, row, 1)
        self.facts.show_facts(
            [Fact(each.label, each.value, foreign=each.is_hash) for each in stated(receipt)]
        )


def state_mark(state: str) -> Mark:
    """The glyph of how an erasure stands."""
    tokens = theme().tokens
    marks = {
        "VERIFIED": Mark("✓", tokens.ok),
        "DELETED_NOT_SCRUBBED": Mark("◐", tokens.warn),
    }
    return marks.get(state, Mark("✗", tokens.danger))


def lines(receipt: Receipt) -> list[tuple[Mark, str]]:
    """Every check and every limit, checks first."""
    tokens = theme().tokens
    marks = {True: Mark("✓", tokens.ok), False: Mark("✗", tokens.danger), None: Mark("–", tokens.muted)}
    return [(marks[line.ok], line.text) for line in (*check_lines(receipt), *limit_lines(receipt))]


def _words(role: str = "muted") -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setProperty("role", role)
    return label

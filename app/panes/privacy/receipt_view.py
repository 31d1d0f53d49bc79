"""One receipt: how the erasure ended, what was checked, and what nobody can prove."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Slot
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from app.theme import theme
from app.widgets.column import Mark
from app.widgets.facts import Fact, Facts, MarkLabel
from app.widgets.hidden_characters import one_line
from app.widgets.section_label import SectionLabel
from app.wording import moment, number
from app.wording.privacy import check_text, limit_text, reason_word, state_sentence, state_text, table_word
from core.clock import LATEST, to_datetime

if TYPE_CHECKING:
    from core.privacy import Receipt
    from core.store.holders import Holder


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
        self.facts.show_facts(facts(receipt))


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
    good, bad, open_ = Mark("✓", tokens.ok), Mark("✗", tokens.danger), Mark("–", tokens.muted)
    told = [
        (
            good if check.ok else open_ if check.ok is None else bad,
            check_text(check.name, check.ok, check.data),
        )
        for check in receipt.checks
    ]
    return [*told, *((open_, limit_text(limit)) for limit in receipt.limits)]


def facts(receipt: Receipt) -> list[Fact]:
    """What the receipt states, as labels and values."""
    body = receipt.body
    rows = body.get("rows")
    found = [
        Fact(_tr("Erasure"), one_line(receipt.job)),
        Fact(_tr("Deleted"), _when(body.get("deleted_at"))),
        Fact(_tr("Receipt of"), _when(body.get("at"))),
        Fact(_tr("Because"), reason_word(str(body.get("reason")))),
        Fact(_tr("Identity"), one_line(str(body.get("identity") or _tr("not recorded")))),
    ]
    if isinstance(rows, Mapping):
        told = [(int(count), str(name)) for name, count in rows.items() if isinstance(count, int) and count]
        total = sum(count for count, _ in told)
        words = " · ".join(
            f"{number(count)} {table_word(name, count)}" for count, name in sorted(told, reverse=True)
        )
        found.append(Fact(_tr("Rows"), f"{number(total)}: {words}" if told else number(0)))
    journal = body.get("journal")
    if isinstance(journal, Mapping):
        found.append(Fact(_tr("Journal"), f"#{journal.get('seq')}"))
        found.append(Fact(_tr("Head hash"), str(journal.get("head")), foreign=True))
    if body.get("suppressed_until") is not None:
        found.append(Fact(_tr("Name blocked"), _tr("until {0}").format(_when(body["suppressed_until"]))))
    found.append(Fact(_tr("SQLite"), one_line(str(body.get("sqlite", "?")))))
    found.append(Fact(_tr("Signature"), receipt.signature, foreign=True))
    return found


def blocking(receipt: Receipt) -> list[tuple[int, str]]:
    """Processes in the way: as of now where that is known, else as the receipt says."""
    if receipt.blocking:
        return [(holder.pid, holder.program) for holder in receipt.blocking]
    told = receipt.body.get("blocking")
    if not isinstance(told, list):
        return []
    return [(each.get("pid", 0), str(each.get("program", ""))) for each in told if isinstance(each, Mapping)]


def holders_of(found: tuple[Holder, ...]) -> list[tuple[int, str]]:
    """The same of a pending erasure."""
    return [(holder.pid, holder.program) for holder in found]


def blocking_text(found: list[tuple[int, str]]) -> str:
    """Who is in the way, as a sentence; empty when nobody is known."""
    if not found:
        return ""
    named = ", ".join(f"{one_line(program)} ({pid})" for pid, program in found[:5])
    return _tr("In the way: {0}. Close it, or wait until it lets go.").format(named)


def _when(micros: object) -> str:
    if not isinstance(micros, int) or abs(micros) > LATEST:
        return _tr("not recorded")
    when: datetime = to_datetime(micros)
    return moment(when)


def _words(role: str = "muted") -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setProperty("role", role)
    return label


def _tr(text: str) -> str:
    return QCoreApplication.translate("privacy", text)

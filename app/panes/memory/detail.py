"""One record, always in the same order: text, kind and key, source, times, history, use, numbers."""

from __future__ import annotations

from datetime import datetime
from itertools import pairwise

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.panes.memory.content import pretty
from app.panes.memory.corrector import Corrector
from app.panes.memory.detail_buttons import DetailButtons
from app.panes.memory.dossier import Dossier
from app.panes.memory.history import History
from app.panes.memory.record_facts import (
    entry_text,
    identity_facts,
    origin_facts,
    technical_facts,
    time_facts,
    usage_text,
)
from app.theme import theme
from app.widgets.card import Card
from app.widgets.facts import Facts
from app.widgets.finding_list import FindingList
from app.widgets.flow_layout import FlowLayout
from app.widgets.foreign_text import ForeignText
from app.widgets.quotes import Quotes
from app.widgets.section_label import SectionLabel
from app.widgets.state_page import StateStack
from app.widgets.strip import Strip
from app.wording import Sentence, glyph, number, state_word, trust_word
from core.memory.records import Record, State

_LATE = 250
# In row heights; below this the acts would leave no room for the text.
_SHORT = 11


class RecordDetail(Card):
    """Shows a dossier, or says why there is none.

    Signals:
        asked: the id of another record to show.
        roll_back_asked: a version that shall be current again.
        correction_saved: new text, new steps or None, and reason.
        correction_cancelled: the editor was closed without saving.
        discard_asked: Escape was pressed with words in the editor that would be lost.
        rebased: the correction goes on, but of this other record.
    """

    asked = Signal(object)
    roll_back_asked = Signal(object)
    correction_saved = Signal(str, object, str)
    correction_cancelled = Signal()
    discard_asked = Signal()
    rebased = Signal(int)

    def __init__(self, buttons: DetailButtons | None = None, parent: QWidget | None = None) -> None:
        self._page = QWidget()
        self.states = StateStack(self._page)
        super().__init__(self.states, parent)
        self.dossier: Dossier | None = None
        self._selected = 0
        self._outside = False
        # A record is read in a moment; only if it takes longer the one before must leave the screen.
        self._late = QTimer(self)
        self._late.setSingleShot(True)
        self._late.setInterval(_LATE)
        self._late.timeout.connect(self._on_late)
        self._expected = 0
        self._buttons = buttons or DetailButtons()
        self._foot = QWidget()
        self._chips = QWidget()
        # It joins the chips with the first record; a window may close before there is one.
        self._title = SectionLabel(parent=self._chips)
        self._chip_box = FlowLayout(self._chips, gap=8)
        self.strip = Strip()
        self.text = ForeignText()
        self.text.view.setAccessibleName(self.tr("Text of the record"))
        self.corrector = Corrector()
        self.corrector.hide()
        self.identity, self.origin, self.times, self.technical = Facts(), Facts(), Facts(), Facts()
        self.quotes = Quotes()
        self.history = History()
        self.entry = QLabel()
        self.findings = FindingList()
        self.usage = QLabel()
        self._title.setContentsMargins(0, 2, 0, 2)
        self._build()
        self.history.asked.connect(self.asked)
        self.history.roll_back_asked.connect(self.roll_back_asked)
        self.technical.linked.connect(self.asked)
        self.corrector.saved.connect(self.correction_saved)
        self.corrector.cancelled.connect(self.cancel)
        self.corrector.escaped.connect(self._on_escaped)
        self.corrector.rebased.connect(self.rebased)
        theme().changed.connect(self._on_theme)
        self._on_theme()
        self.show_nothing()

    @property
    def record(self) -> Record | None:
        """The record on screen."""
        return self.dossier.record if self.dossier is not None and self.states.shows_content else None

    @property
    def unsaved(self) -> bool:
        """True while the editor holds words that would be lost."""
        return self.correcting and self.corrector.changed

    @property
    def correcting(self) -> bool:
        """True while a correction is being written."""
        return not self.corrector.isHidden()

    def show_dossier(self, dossier: Dossier, now: datetime, *, may_write: bool) -> None:
        """Shows ``dossier``; a correction of the same record goes on."""
        self._late.stop()
        same = self.dossier is not None and self.dossier.record.id == dossier.record.id
        if self.correcting and self.corrector.record is not None:
            same = self.corrector.record.id == dossier.record.id
        if not same:
            self.stop_correcting()
            self._scroll.verticalScrollBar().setValue(0)
        self.dossier = dossier
        record = dossier.record
        self._title.setText(self.tr("Record #{0}").format(record.id))
        self._show_chips(dossier)
        self._show_strip(dossier)
        self._buttons.suit(record)
        self.text.show_text(pretty(record))
        self.identity.show_facts(identity_facts(record))
        self.origin.show_facts(origin_facts(record))
        self.quotes.show_quotes(dossier.sourced)
        self.entry.setText(entry_text(dossier))
        self.findings.show_findings(record.findings)
        self.findings.setVisible(bool(record.findings))
        self.times.show_facts(time_facts(dossier, now))
        self.technical.show_facts(technical_facts(record))
        self.history.show_dossier(dossier, may_write=may_write)
        self.usage.setText(usage_text(dossier.used))
        if self.correcting:
            self.corrector.say_meanwhile(dossier.current)
        self.states.show_content()

    def expect(self, number_: int) -> None:
        """Another record will be shown in a moment."""
        self._expected = number_
        self._late.start()

    def show_nothing(self) -> None:
        """Nothing is selected."""
        self._late.stop()
        self.dossier = None
        self.stop_correcting()
        self.states.show_empty(
            self.tr("No record selected"), self.tr("Its text, source and history appear here.")
        )

    def show_gone(self, number_: int) -> None:
        """The record was deleted meanwhile; what somebody is typing about it stays."""
        self._late.stop()
        if self.unsaved:
            self.corrector.complain(
                self.tr("Record #{0} was deleted meanwhile. Copy what you typed if you need it.").format(
                    number_
                )
            )
            return
        self.dossier = None
        self.stop_correcting()
        self.states.show_empty(
            self.tr("Record #{0} is gone").format(number_),
            self.tr("It was deleted, here or by another program."),
        )

    def show_error(self, said: Sentence) -> None:
        """The record could not be read; what somebody is typing about it stays."""
        self._late.stop()
        if self.unsaved:
            self.corrector.complain(f"{said.text or said.title} {said.advice}")
            return
        self.dossier = None
        self.stop_correcting()
        self.states.show_error(said)

    def say_selected(self, count: int) -> None:
        """With several rows selected, says what acts on all of them."""
        self._selected = count
        if self.dossier is not None:
            self._show_strip(self.dossier)

    def say_outside(self, outside: bool) -> None:
        """Says that the record is not in the list beside it, so no row is highlighted."""
        if outside != self._outside:
            self._outside = outside
            if self.dossier is not None:
                self._show_strip(self.dossier)

    def correct(self) -> None:
        """Opens the editor on the text; one that is open already gets the keyboard."""
        if self.correcting:
            self.corrector.editor.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self.record is not None:
            # Save and Cancel are the acts now; the others would push them out of sight.
            self._foot.hide()
            self.text.hide()
            self.corrector.show()
            self.corrector.bar.show()
            self._place_foot()
            self.corrector.start(self.record)
            if self.dossier is not None:
                self.corrector.say_meanwhile(self.dossier.current)
            self._scroll.verticalScrollBar().setValue(0)

    @Slot()
    def stop_correcting(self) -> None:
        """Closes the editor without saving."""
        self._foot.show()
        self.text.show()
        if self.correcting:
            focused = QApplication.focusWidget()
            if focused is not None and self.isAncestorOf(focused):
                # Qt would pass the focus on to something further down and scroll there.
                self.text.view.setFocus(Qt.FocusReason.OtherFocusReason)
            self.corrector.hide()
            self.corrector.bar.hide()
            self._place_foot()
            self._scroll.verticalScrollBar().setValue(0)

    @Slot()
    def cancel(self) -> None:
        """Closes the editor and says so."""
        self.stop_correcting()
        self.correction_cancelled.emit()

    @Slot()
    def _on_escaped(self) -> None:
        if self.unsaved:
            self.discard_asked.emit()
        else:
            self.cancel()

    @Slot()
    def _on_late(self) -> None:
        self.states.show_empty("", self.tr("Reading record #{0}…").format(self._expected))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_foot()

    def _place_foot(self) -> None:
        """The acts stand under the page, or in it where they would leave the text no room."""
        short = self.height() < _SHORT * theme().row_height()
        wanted = self._body_box if short else self._page_box
        if wanted.indexOf(self._foot) < 0:
            if short:
                self._body_box.insertWidget(self._body_box.indexOf(self.corrector) + 1, self._foot)
            else:
                self._page_box.insertWidget(self._page_box.indexOf(self.corrector.bar), self._foot)
            self._foot.setVisible(not self.correcting)
        self.corrector.bar.set_short(short)
        for place in range(self._chip_box.count()):
            chip = self._chip_box.itemAt(place).widget()
            if chip is not None and chip is not self._title:
                chip.setHidden(short and self.correcting)

    def _build(self) -> None:
        body = _Body()
        box = self._body_box = QVBoxLayout(body)
        box.setContentsMargins(15, 3, 15, 15)  # the scroll area has an edge of 1
        box.setSpacing(8)
        box.addWidget(self.text)
        box.addWidget(self.corrector)
        box.addWidget(self.identity)
        for heading, widget in (
            (self.tr("Source"), self.origin),
            (self.tr("Times"), self.times),
            (self.tr("History"), self.history),
            (self.tr("Used in"), self.usage),
            (self.tr("Technical"), self.technical),
        ):
            box.addSpacing(8)
            box.addWidget(SectionLabel(heading))
            box.addWidget(widget)
            if widget is self.origin:
                box.addWidget(self.quotes)
                box.addSpacing(8)
                box.addWidget(SectionLabel(self.tr("How it came in")))
                box.addWidget(self.entry)
                box.addWidget(self.findings)
        box.addStretch(1)
        self.entry.setTextFormat(Qt.TextFormat.PlainText)
        self.entry.setWordWrap(True)
        self.usage.setTextFormat(Qt.TextFormat.PlainText)
        self.usage.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.usage.setProperty("role", "muted")
        self.usage.setWordWrap(True)
        self._scroll = QScrollArea()
        self._scroll.setWidget(body)
        self._scroll.setWidgetResizable(True)
        self._scroll.setAccessibleName(self.tr("Details of the record"))
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.viewport().setAutoFillBackground(False)
        body.setAutoFillBackground(False)
        head = QHBoxLayout()
        head.setContentsMargins(16, 8, 16, 4)
        head.setSpacing(12)
        head.addWidget(self._chips, 1)
        self._chip_box.addWidget(self._title)
        around = QVBoxLayout()
        around.setContentsMargins(16, 0, 16, 4)
        around.addWidget(self.strip)
        page = self._page_box = QVBoxLayout(self._page)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(0)
        page.addLayout(head)
        page.addLayout(around)
        page.addWidget(self._scroll, 1)
        foot = QVBoxLayout(self._foot)
        foot.setContentsMargins(0, 0, 0, 0)
        foot.setSpacing(0)
        if self._buttons.row:
            foot.addWidget(_rule())
            foot.addWidget(self._buttons.as_row())
        page.addWidget(self._foot)
        page.addWidget(self.corrector.bar)
        self.corrector.bar.hide()
        stops = (self.corrector.editor, self.corrector.steps, self.corrector.reason)
        for first, second in pairwise((*stops, self.corrector.bar.save, self.corrector.bar.cancel)):
            self.setTabOrder(first, second)

    def _show_chips(self, dossier: Dossier) -> None:
        while (item := self._chip_box.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None and widget is not self._title:
                widget.hide()
                widget.deleteLater()
        self._chip_box.addWidget(self._title)
        record, tokens = dossier.record, theme().tokens
        state = tokens.ok if record.state is State.CURRENT else tokens.muted
        self._chip(glyph(record.state.value), state_word(record.state), state.name())
        self._chip("", self.tr("trust {0}").format(trust_word(record.trust)), "")
        if dossier.in_conflict:
            self._chip("■", self.tr("in conflict"), tokens.warn.name())
        if dossier.is_due:
            self._chip("■", self.tr("review due"), tokens.warn.name())

    def _chip(self, sign: str, word: str, color: str) -> None:
        mark = f'<span style="color:{color}">{sign}</span>&nbsp;' if sign else ""
        chip = QLabel(f"{mark}{word}")
        chip.setTextFormat(Qt.TextFormat.RichText)
        chip.setProperty("role", "chip")
        chip.setAccessibleName(word)
        self._chip_box.addWidget(chip)

    def _show_strip(self, dossier: Dossier) -> None:
        if self._selected > 1:
            said = self.tr("{0} selected: copy, export and forget act on all of them, the rest on #{1}.")
            self.strip.say("☰", said.format(number(self._selected), dossier.record.id))
        elif self._outside:
            said = self.tr("#{0} is not in the list as it is filtered; no row is highlighted.")
            self.strip.say("◇", said.format(dossier.record.id))
        elif dossier.in_conflict:
            self.strip.say(
                "■",
                self.tr("Another current record says something else. See is:conflict for both."),
                token="warn",
            )
        else:
            self.strip.hide()

    @Slot()
    def _on_theme(self) -> None:
        self._place_foot()
        self._scroll.setStyleSheet(
            "QScrollArea { background: transparent; border: 1px solid transparent; }"
            f" QScrollArea:focus {{ border: 1px solid {theme().tokens.accent.name()}; }}"
        )


class _Body(QWidget):
    """Never wider than the view: what is long wraps or elides, it does not slide out of sight."""

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())


def _rule() -> QFrame:
    rule = QFrame()
    rule.setProperty("role", "rule")
    rule.setFixedHeight(1)
    return rule

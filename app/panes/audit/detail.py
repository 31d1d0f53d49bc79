"""One entry: what was done, to whom and why, and how it hangs in the chain."""

from __future__ import annotations

from datetime import datetime
from itertools import pairwise

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.panes.audit.columns import actor_text, standing_mark
from app.theme import theme
from app.widgets.card import Card
from app.widgets.column import Mark
from app.widgets.facts import Fact, Facts
from app.widgets.foreign_text import ForeignText
from app.widgets.hidden_characters import one_line
from app.widgets.section_label import SectionLabel
from app.widgets.state_page import StateStack
from app.wording import Sentence, action_word, ago, code_word, moment, number, object_word
from core.audit import Role
from core.handles.journal import JournalEntry, Link

_NEAR = 7 * 86400


class EntryDetail(Card):
    """Shows one entry with its neighbours, or says why there is none.

    Signals:
        record_asked: the number of a record to show in Memory.
        entry_asked: the number of another entry.
    """

    record_asked = Signal(int)
    entry_asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        self._scroll = QScrollArea()
        self.states = StateStack(self._scroll)
        super().__init__(self.states, parent)
        self.link: Link | None = None
        self._title = SectionLabel()
        self.facts, self.chain = Facts(), Facts()
        self.note = ForeignText()
        self.note.view.setAccessibleName(self.tr("Reason"))
        self._silence = QLabel()
        self._silence.setProperty("role", "muted")
        self._silence.setWordWrap(True)
        self._build()
        self.facts.linked.connect(lambda number_: self.record_asked.emit(number_))
        self.facts.drawn.connect(self._on_drawn)
        self.chain.drawn.connect(self._on_drawn)
        self.chain.linked.connect(lambda number_: self.entry_asked.emit(number_))
        theme().changed.connect(self._on_theme)
        self._on_theme()
        self.show_nothing()

    def show_link(self, link: Link, person: str, now: datetime, *, broken: bool = False) -> None:
        """Shows ``link``, read for ``person``; in a ``broken`` chain nothing is marked as good."""
        if self.link is None or self.link.entry.seq != link.entry.seq:
            self._scroll.verticalScrollBar().setValue(0)
        self.link, entry = link, link.entry
        self._title.setText(self.tr("Entry #{0}").format(entry.seq))
        self.facts.show_facts(_facts(entry, person, now))
        self.note.setVisible(bool(entry.note))
        self._silence.setVisible(not entry.note)
        if entry.note:
            self.note.show_text(entry.note)
        else:
            self._silence.setText(_silence(entry))
        self.chain.show_facts(_chain(link, broken))
        self.states.show_content()

    def show_nothing(self) -> None:
        """Nothing is selected."""
        self.link = None
        self.states.show_empty(
            self.tr("No entry selected"),
            self.tr(
                "The journal never holds memory text. People and things stand in it as tags, which "
                "lead nowhere once the person is erased; reasons stand beside it and go with the person."
            ),
        )

    def show_error(self, said: Sentence) -> None:
        """The entry could not be read."""
        self.link = None
        self.states.show_error(said)

    def _build(self) -> None:
        self._scroll.setAccessibleName(self.tr("Details"))
        body = _Body()
        box = QVBoxLayout(body)
        box.setContentsMargins(15, 12, 15, 15)
        box.setSpacing(8)
        box.addWidget(self._title)
        box.addWidget(self.facts)
        box.addWidget(_rule())
        box.addWidget(SectionLabel(self.tr("Reason")))
        box.addWidget(self.note)
        box.addWidget(self._silence)
        box.addWidget(_rule())
        box.addWidget(SectionLabel(self.tr("Chain")))
        box.addWidget(self.chain)
        box.addStretch(1)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(body)
        self._scroll.viewport().setAutoFillBackground(False)
        body.setAutoFillBackground(False)

    @Slot()
    def _on_drawn(self) -> None:
        """Down the detail, the way it is read: the buttons are new, and new ones come last."""
        stops = (self._scroll, *self.facts.links, self.note.view, *self.chain.links)
        for first, second in pairwise(stops):
            QWidget.setTabOrder(first, second)

    @Slot()
    def _on_theme(self) -> None:
        self._scroll.setStyleSheet(
            "QScrollArea { background: transparent; border: 1px solid transparent; }"
            f" QScrollArea:focus {{ border: 1px solid {theme().tokens.accent.name()}; }}"
        )


class _Body(QWidget):
    """Never wider than the view: what is long wraps."""

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())


def _facts(entry: JournalEntry, person: str, now: datetime) -> list[Fact]:
    when = moment(entry.at)
    if entry.at is not None and abs((now - entry.at).total_seconds()) < _NEAR:
        when = f"{when} · {ago(entry.at, now)}"
    role = ""
    if entry.by is not None:
        role = _tr("operator, a person") if entry.by.role is Role.OPERATOR else _tr("agent, a program")
    facts = [
        Fact(_tr("When"), when, tip=entry.at.isoformat() if entry.at is not None else ""),
        Fact(_tr("Who"), actor_text(entry)),
        Fact(_tr("As"), role or _tr("unknown")),
        Fact(_tr("Did"), action_word(entry.action)),
        _object(entry),
        Fact(_tr("About"), _about(entry, person)),
    ]
    if entry.count != 1:
        facts.append(Fact(_tr("How many"), number(entry.count)))
    if entry.code is not None:
        facts.append(Fact(_tr("Code"), code_word(entry.code), tip=one_line(entry.code)))
    return facts


def _object(entry: JournalEntry) -> Fact:
    word = object_word(entry.object_kind)
    if entry.object_id is not None:
        link = entry.object_id if entry.object_kind == "record" else None
        return Fact(
            _tr("To"), f"{word} #{entry.object_id}", link=link, tip=_tr("Show it in Memory") if link else ""
        )
    if entry.object is not None:
        return Fact(
            _tr("To"), f"{word} {entry.object.hex()}", tip=_tr("A tag; it leads to no thing from here")
        )
    return Fact(_tr("To"), word)


def _about(entry: JournalEntry, person: str) -> str:
    if entry.linked:
        return one_line(person)
    if entry.subject is None:
        return _tr("no single person")
    if not person:
        return _tr("somebody; no person is chosen")
    return _tr("somebody else, or somebody erased since; their tag cannot be told apart")


def _silence(entry: JournalEntry) -> str:
    if entry.linked or entry.subject is None:
        return _tr("None was given.")
    return _tr("Reasons are shown for the person chosen at the top only.")


def _chain(link: Link, broken: bool) -> list[Fact]:
    entry, before, after = link.entry, link.before, link.after
    facts = []
    if before is not None:
        facts.append(Fact(_tr("Before it"), f"#{before.seq}", link=before.seq))
    else:
        first = (
            _tr("nothing: it is the first")
            if entry.seq == 1
            else _tr("#{0} is missing").format(entry.seq - 1)
        )
        facts.append(Fact(_tr("Before it"), first))
    said = _tr("follows it") if link.follows else _tr("does not follow it")
    facts.append(Fact("", said, mark=_mark(link.follows, broken)))
    facts.append(Fact(_tr("Previous"), entry.previous.hex(), foreign=True))
    facts.append(Fact(_tr("Hash"), entry.hash.hex(), foreign=True))
    said = _tr("is the one its fields give") if link.fits else _tr("is not the one its fields give")
    facts.append(Fact("", said, mark=_mark(link.fits, broken)))
    if after is not None:
        facts.append(Fact(_tr("After it"), f"#{after.seq}", link=after.seq))
    else:
        facts.append(Fact(_tr("After it"), _tr("nothing: it is the last")))
    return facts


def _mark(holds: bool, broken: bool) -> Mark:
    return standing_mark(None if holds and broken else holds)


def _rule() -> QFrame:
    rule = QFrame()
    rule.setProperty("role", "rule")
    rule.setFixedHeight(1)
    return rule


def _tr(text: str) -> str:
    return QCoreApplication.translate("audit", text)

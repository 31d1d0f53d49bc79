"""What people asked for: by when, how it stands, and what answers it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QLabel, QVBoxLayout, QWidget

from app.panes.privacy.split import Detail, Split
from app.panes.privacy.view import View
from app.session import Session
from app.theme import theme
from app.widgets.column import Column, Mark
from app.widgets.facts import Fact, Facts
from app.widgets.flow_layout import FlowLayout
from app.widgets.foreign_text import ForeignText
from app.widgets.hidden_characters import one_line
from app.widgets.key_button import KeyButton
from app.widgets.section_label import SectionLabel
from app.widgets.short_table import ShortTable
from app.wording import Sentence, moment, number
from app.wording.privacy import due_text, request_word

if TYPE_CHECKING:
    from core.privacy import Privacy, Request
    from core.scope import Scope


class RequestsView(View["tuple[Request, ...]"]):
    """Everybody's requests, the most urgent first."""

    id = "requests"
    needs_person = False

    def __init__(
        self, session: Session, action: Callable[[str], QAction], parent: QWidget | None = None
    ) -> None:
        super().__init__(session, parent)
        self.title = self.tr("Requests")
        self._requests: tuple[Request, ...] = ()
        self.list = ShortTable(
            _columns(session),
            "privacy-requests",
            _name,
            session.settings,
            muted=lambda each: not is_open(each),
        )
        self.list.table.setAccessibleName(self.tr("Requests"))
        self.closed = QCheckBox(self.tr("Closed ones too"))
        self.only = QCheckBox(self.tr("This person only"))
        for box in (self.closed, self.only):
            box.toggled.connect(self._on_narrowed)
        self._title = SectionLabel()
        self.facts = Facts()
        self.note, self.answer = ForeignText(), ForeignText()
        self._noted, self._answered = SectionLabel(self.tr("Noted")), SectionLabel(self.tr("Answered"))
        self._nothing = QLabel(self.tr("Choose a request at the left."))
        self._nothing.setProperty("role", "muted")
        detail = Detail()
        column = detail.column
        for widget in (
            self._title,
            self._nothing,
            self.facts,
            self._noted,
            self.note,
            self._answered,
            self.answer,
        ):
            column.addWidget(widget)
        buttons = QWidget()
        row = FlowLayout(buttons, gap=8)
        for name in ("answer", "extend", "close_request", "refuse_request", "look_at"):
            row.addWidget(KeyButton(action(f"privacy.{name}")))
        column.addWidget(buttons)
        column.addStretch(1)
        head = QWidget()
        line = FlowLayout(head, gap=12)
        for control in (KeyButton(action("privacy.new_request")), self.closed, self.only):
            line.addWidget(control)
        left = QWidget()
        box_ = QVBoxLayout(left)
        box_.setContentsMargins(0, 0, 0, 0)
        box_.setSpacing(8)
        box_.addWidget(head)
        box_.addWidget(self.list, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(Split("requests", session.settings, left, detail))
        self.list.chosen.connect(self._on_chosen)
        # Glyphs carry their colours with them.
        theme().changed.connect(self._on_chosen)
        self._on_chosen()

    @property
    def request(self) -> Request | None:
        """The request that acts are about."""
        return self.list.row

    def read(self, privacy: Privacy, scope: Scope | None) -> tuple[Request, ...]:
        return privacy.requests.listed()

    def show_answer(self, answer: tuple[Request, ...]) -> None:
        self._requests = answer
        self.count_changed.emit(sum(is_open(each) for each in answer))
        self._on_narrowed()

    def show_loading(self) -> None:
        self.list.states.show_loading(self.tr("Reading requests…"))

    def show_error(self, said: Sentence, again: Callable[[], object]) -> None:
        self._requests = ()
        self.list.show_rows(())
        self.list.states.show_error(said, self.tr("Try again"), again)

    def show_nobody(self, title: str, text: str) -> None:
        self._requests = ()
        self.list.show_rows(())
        self.count_changed.emit(None)
        self.list.states.show_empty(title, text)

    def focus(self) -> None:
        self.list.table.setFocus()

    @Slot()
    def _on_narrowed(self) -> None:
        shown = [
            each
            for each in self._requests
            if (self.closed.isChecked() or is_open(each))
            and (not self.only.isChecked() or each.scope == self.session.scope)
        ]
        self.list.show_rows(by_urgency(shown))
        if not shown and self._requests:
            self.list.states.show_empty(
                self.tr("Nothing is open"),
                self.tr("{0} requests are closed or about somebody else.").format(
                    number(len(self._requests))
                ),
            )
        elif not shown:
            self.list.states.show_empty(
                self.tr("Nobody asked for anything"),
                self.tr("Note a request when it arrives: it gets its due date, one month from then."),
            )

    @Slot()
    def _on_chosen(self) -> None:
        request, now = self.request, self.session.now()
        self._nothing.setVisible(request is None)
        for widget in (self._title, self.facts):
            widget.setVisible(request is not None)
        for label, view, text in (
            (self._noted, self.note, request.note if request is not None else ""),
            (self._answered, self.answer, request.answer if request is not None else ""),
        ):
            label.setVisible(bool(text))
            view.setVisible(bool(text))
            if text:
                view.show_text(text)
        if request is None:
            return
        kind = request_word(request.kind)
        self._title.setText(f"{kind[:1].upper()}{kind[1:]}, {one_line(str(request.scope))}")
        due = moment(request.due_at)
        if is_open(request):
            due = f"{due} · {due_text(request.due_at, now)}"
        facts = [
            Fact(self.tr("Received"), moment(request.at)),
            Fact(self.tr("Due"), due),
            Fact(self.tr("Status"), _status(request), mark=_status_mark(request)),
        ]
        if request.extended:
            facts.append(Fact(self.tr("Extended"), self.tr("once, by two months")))
        if request.closed_at is not None:
            facts.append(Fact(self.tr("Closed"), moment(request.closed_at)))
        facts.append(Fact(self.tr("Identity"), one_line(request.identity or self.tr("not recorded"))))
        self.facts.show_facts(facts)


def is_open(request: Request) -> bool:
    """Whether it still waits for an answer."""
    return str(request.status) == "open"


def by_urgency(requests: Sequence[Request]) -> list[Request]:
    """Open ones by due date, then the others, the last closed first."""
    waiting = sorted((each for each in requests if is_open(each)), key=lambda each: each.due_at)
    return [
        *waiting,
        *sorted((each for each in requests if not is_open(each)), key=lambda each: each.at, reverse=True),
    ]


def due_mark(request: Request, now: datetime) -> Mark:
    """Overdue in danger, the last quarter of the time in danger too, closed ones quiet."""
    tokens = theme().tokens
    if not is_open(request):
        return _status_mark(request)
    left = (request.due_at - now).total_seconds()
    whole = (request.due_at - request.at).total_seconds()
    if left < 0:
        return Mark("▲", tokens.danger)
    return Mark("▲", tokens.danger) if left < whole / 4 else Mark("○", tokens.text)


def _status(request: Request) -> str:
    words = {"open": _tr("open"), "done": _tr("done"), "refused": _tr("refused")}
    return words.get(str(request.status), _tr("closed"))


def _status_mark(request: Request) -> Mark:
    tokens = theme().tokens
    marks = {
        "open": Mark("○", tokens.text),
        "done": Mark("✓", tokens.ok),
        "refused": Mark("✗", tokens.muted),
    }
    return marks.get(str(request.status), Mark("✓", tokens.muted))


def _name(request: Request) -> object:
    return (request.scope, request.id)


def _columns(session: Session) -> tuple[Column[Request], ...]:
    return (
        Column(
            "kind",
            _tr("Request"),
            lambda each: request_word(each.kind),
            lambda each: str(each.kind),
            "rectification",
            always=True,
        ),
        Column(
            "person",
            _tr("Person"),
            lambda each: one_line(str(each.scope)),
            lambda each: str(each.scope),
            stretch=True,
            always=True,
        ),
        Column(
            "status",
            _tr("Status"),
            _status,
            lambda each: str(each.status),
            "refused",
            rank=2,
            mark=_status_mark,
        ),
        Column(
            "due",
            _tr("Due"),
            lambda each: due_text(each.due_at, session.now(), closed=not is_open(each)),
            lambda each: each.due_at,
            "▲ 10 days overdue",
            always=True,
            mark=lambda each: due_mark(each, session.now()),
            tip=lambda each: moment(each.due_at),
        ),
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("privacy", text)

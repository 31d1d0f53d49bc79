"""The list of the queue: what is asked of core, how it is shown, and what it says if empty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget

from app.jobs import Token
from app.panes.review.columns import AGE, PERSON, SEEN, WHY, queue_columns
from app.panes.review.queue_row import QueueRow, Serials
from app.panes.review.reading import Answer, Question, read_queue, read_rows
from app.panes.review.reasons import ReasonLine
from app.panes.review.tab import Tab
from app.session import Session
from app.widgets.card import Card
from app.widgets.paged_model import PagedModel
from app.widgets.paged_table import PagedTable
from app.widgets.state_page import StateStack
from app.wording import number, sentence
from core.review import QueueEntry, Review
from core.scope import Scope

_SOON = 40
_KEY = "review.list"


class QueueList(Card):
    """A paged table over one of the four lists.

    Signals:
        shown: an answer arrived; ``answer`` holds it.
        busy_changed: whether an answer is on its way.
        everybody_asked: the way out of an empty list of one person was chosen.
    """

    shown = Signal()
    busy_changed = Signal(bool)
    everybody_asked = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        self._session = session
        self._users: Counter[str] = Counter()
        self.model = PagedModel(queue_columns(session.now, self._name), self._fetch)
        self.table = PagedTable(self.model, "review", session.settings)
        self.states = StateStack(self.table)
        super().__init__(self.states, parent)
        self.model.setParent(self)
        self.table.setAccessibleName(self.tr("Proposals"))
        self.tab = Tab.WAITING
        self.answer: Answer | None = None
        self._serials = Serials()
        self._review: Review | None = None
        self._wanted: tuple[Scope, int] | None = None
        self._opened: set[str] = set()
        self._focus_wanted = False
        self._tight = False
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_SOON)
        self._soon.timeout.connect(self.reload)
        self.model.failed.connect(self._on_failed)

    @property
    def entry(self) -> QueueEntry | None:
        """The entry of the current row; of a line that is decided as one, the gravest."""
        line = self.line
        if line is not None and line.members:
            return line.gravest
        return self.entry_of(self.table.current_id())

    @property
    def gathers(self) -> bool:
        """Whether the current row stands for many items that are decided as one."""
        return self.line is not None and bool(self.line.members)

    @property
    def line(self) -> ReasonLine | None:
        """What the current row stands for, where that is many items."""
        number_ = self.table.current_id()
        return None if self.answer is None or number_ is None else self.answer.lines.get(number_)

    @property
    def chosen(self) -> list[QueueEntry]:
        """The entries of the selected rows, in list order; a line of a group brings all of its own."""
        if self.answer is None:
            return []
        lines = self.answer.lines
        numbers: dict[int, None] = {}
        for number_ in self.table.selected_ids():
            line = lines.get(number_)
            numbers |= dict.fromkeys((number_,) if line is None else line.members)
        found = (self.entry_of(each) for each in numbers)
        return [entry for entry in found if entry is not None]

    @property
    def pending(self) -> bool:
        """True while the list is about to be read again."""
        return self._soon.isActive()

    def entry_of(self, number: int | None) -> QueueEntry | None:
        """The entry behind the number of a row."""
        return None if self.answer is None or number is None else self.answer.entries.get(number)

    def show_tab(self, tab: Tab) -> None:
        """Shows another of the four lists, from its top."""
        if tab is not self.tab:
            self.tab = tab
            self.forget_place()
            self.reload()

    def select_group(self) -> None:
        """Selects everything of the current item's person, origin and first reason."""
        entry = self.entry
        if entry is None or self.answer is None:
            return
        if self.gathers:
            return
        wanted = {
            number
            for number, each in self.answer.entries.items()
            if (each.scope, each.group) == (entry.scope, entry.group)
        }
        self.table.select_rows(tuple(place for place, id_ in enumerate(self.model.ids) if id_ in wanted))

    def turn(self) -> bool:
        """Shows or hides the items the current row stands for; False for an item."""
        line = self.line
        if line is None:
            return False
        self._opened ^= {line.key}
        self.reload()
        return True

    def group_size(self, entry: QueueEntry) -> int:
        """How many listed items share person, origin and first reason with ``entry``."""
        if self.answer is None:
            return 0
        key = (entry.scope, entry.group)
        return sum((each.scope, each.group) == key for each in self.answer.entries.values())

    def reveal(self, scope: Scope, item: int) -> None:
        """Selects one item now, or when the list is read next."""
        number_ = self._serials.find(scope, item)
        if number_ is not None and number_ in self.model.ids:
            self.table.go(self.model.ids.index(number_))
        else:
            self._wanted = (scope, item)

    def set_tight(self, *, tight: bool) -> None:
        """Leaves the age to the detail where the words would have no room beside it."""
        if tight != self._tight:
            self._tight = tight
            self._withhold()

    @Slot()
    def reload_soon(self) -> None:
        """Reads the list again in the background; many changes in a row cost one reading."""
        self._soon.start()

    @Slot()
    def reload(self) -> None:
        """Reads the list again; what is shown stays until the answer is there."""
        self._soon.stop()
        session = self._session
        if session.operator is None:
            self._show_no_file()
            return
        review, serials = session.operator.review, self._serials
        scope = session.scope if session.narrowed else None
        wanted, self._wanted = self._wanted, None
        asked = Question(
            self.tab,
            scope,
            session.now(),
            self.table.current_id(),
            self.table.selected_ids(),
            max(self.table.currentIndex().row(), 0),
            wanted,
            frozenset(self._opened),
        )

        def work(token: Token) -> tuple[Answer, Review]:
            return read_queue(review, asked, serials, token), review

        self.busy_changed.emit(True)
        self.states.show_loading(self.tr("Reading the queue…"))
        session.jobs.read(work, self._arrived, failed=self._on_failed, key=_KEY, owner=self)

    def focus(self) -> None:
        """Gives the keyboard to the list, as soon as there are rows."""
        self._focus_wanted = not self.states.shows_content
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def forget_place(self) -> None:
        """Starts at the top next time: another list, another person."""
        self.answer = None
        self.model.clear()
        self.table.clear()

    def forget_file(self) -> None:
        """Another file has other items."""
        self._serials = Serials()
        self._review = None
        self.forget_place()

    def _name(self, scope: Scope) -> str:
        # The tenant is said only where the name alone could be two people.
        return scope.user if self._users[scope.user] == 1 else str(scope)

    def _fetch(
        self,
        ids: Sequence[int],
        then: Callable[[list[QueueRow | None]], None],
        failed: Callable[[Exception], None],
    ) -> None:
        review, answer = self._review, self.answer
        if review is not None and answer is not None:
            self._session.jobs.read(
                lambda token: read_rows(review, answer.entries, answer.lines, ids),
                then,
                failed=failed,
                owner=self,
            )

    def _arrived(self, pair: tuple[Answer, Review]) -> None:
        answer, self._review = pair
        if answer.question.tab is not self.tab:
            return
        self.answer = answer
        self._opened = {line.key for line in answer.lines.values() if line.open}
        self._users = Counter(scope.user for scope in {entry.scope for entry in answer.entries.values()})
        self._withhold()
        # Nobody is asked about these, so what matters is why they were turned away.
        self.table.header.require(frozenset({WHY} if self.tab is Tab.REFUSED else ()))
        self.table.show_listing(answer.listing)
        if answer.listing.ids:
            self.states.show_content()
            if self._focus_wanted:
                self.focus()
        else:
            self._show_empty(answer)
        self.busy_changed.emit(False)
        self.shown.emit()

    def _withhold(self) -> None:
        answer, same = self.answer, set[str]()
        if answer is not None and answer.question.scope is not None:
            same.add(PERSON)
        if answer is not None and all(entry.seen_count == 1 for entry in answer.entries.values()):
            same.add(SEEN)
        if self._tight:
            same.add(AGE)
        self.table.header.withhold(frozenset(same))

    def _show_empty(self, answer: Answer) -> None:
        scope = answer.question.scope
        if self.tab is Tab.WAITING:
            released = number(answer.released_this_week or 0)
            if answer.elsewhere:
                text = self.tr("{0} released this week. {1} waiting for other people.")
                self.states.show_empty(
                    self.tr("Nothing is waiting for {0}.").format(scope),
                    text.format(released, number(answer.elsewhere)),
                    self.tr("Show everybody"),
                    self.everybody_asked.emit,
                )
            else:
                self.states.show_empty(self.tr("Nothing is waiting."), self._week(answer.released_this_week))
            return
        title, text = {
            Tab.RELEASED: (
                self.tr("Nothing was released yet."),
                self.tr("What a person lets in appears here."),
            ),
            Tab.REJECTED: (
                self.tr("Nothing was rejected yet."),
                self.tr("What a person refuses appears here with the reason."),
            ),
        }.get(
            self.tab,
            (
                self.tr("Nothing was refused or skipped."),
                self.tr("What the gate turns away by itself appears here, and never asks for you."),
            ),
        )
        self.states.show_empty(title, text)

    def _week(self, released: int | None) -> str:
        if not released:
            return self.tr("What the gate leaves to a person appears here.")
        return self.tr("{0} released this week.").format(number(released))

    def _show_no_file(self) -> None:
        self.forget_file()
        self.states.show_empty(
            self.tr("No file is open"), self.tr("Open a memory file from the File menu, or try the demo.")
        )
        self.shown.emit()

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        self.busy_changed.emit(False)
        self.states.show_error(sentence(error), self.tr("Try again"), self.reload)
        self.shown.emit()

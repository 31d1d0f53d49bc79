"""The list of entries: what is asked of core, how the answer is shown, and what it says if empty."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget

from app.jobs import Token
from app.panes.audit.columns import Standing, journal_columns
from app.session import Session
from app.widgets.card import Card
from app.widgets.column import Column
from app.widgets.listing import Listing, prepare, stand
from app.widgets.paged_model import PagedModel
from app.widgets.paged_table import PagedTable
from app.widgets.state_page import StateStack
from app.wording import sentence
from core.handles.journal import Journal, JournalEntry, JournalFilter
from core.scope import Scope

_SOON = 60
_KEY = "audit.list"


class EntryList(Card):
    """A paged table over the journal.

    Signals:
        shown: an answer arrived; ``matches`` holds its size.
        busy_changed: whether an answer is on its way.
        stale: reading again failed with this error; what was read before is still shown.
        clear_asked: the way out of an empty answer was chosen.
    """

    shown = Signal()
    busy_changed = Signal(bool)
    stale = Signal(object)
    clear_asked = Signal()

    def __init__(self, session: Session, standing: Standing, parent: QWidget | None = None) -> None:
        self._session = session
        self.model = PagedModel(journal_columns(standing, self._person, session.now), self._fetch)
        self.table = PagedTable(self.model, "audit", session.settings)
        self.states = StateStack(self.table)
        super().__init__(self.states, parent)
        self.model.setParent(self)
        self.table.setAccessibleName(self.tr("Journal entries"))
        self.matches: int | None = None
        self.descending = True
        self._wanted: Callable[[], JournalFilter] = JournalFilter
        self._narrowed = False
        self._journal: Journal | None = None
        self._about: Scope | None = None
        self._prefer: int | None = None
        self._reading = False
        self._focus_wanted = False
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_SOON)
        self._soon.timeout.connect(self.reload)
        self.table.header.set_sort("time", descending=True)
        self.table.header.sort_asked.connect(self._on_sort_asked)
        self.model.failed.connect(self.stale)

    @property
    def busy(self) -> bool:
        """True while what is asked is not yet what is shown."""
        return self._soon.isActive() or self._reading

    @property
    def waiting(self) -> bool:
        """True while something is about to be asked."""
        return self._soon.isActive() or self.table.waiting or self.model.waiting

    @property
    def about(self) -> Scope | None:
        """The person whose reasons and object numbers are shown."""
        return self._about

    @property
    def entry(self) -> JournalEntry | None:
        """The current entry, as far as its page is here."""
        return None if self.table.current_id() is None else self.model.held(self.table.place)

    def ask(self, wanted: Callable[[], JournalFilter], *, narrowed: bool) -> None:
        """Shows what ``wanted`` gives each time the list is read."""
        self._wanted, self._narrowed = wanted, narrowed
        self.reload()

    def go_to(self, seq: int) -> bool:
        """Makes the entry current if the list has it; False when it does not."""
        ids = self.model.ids
        if seq not in ids:
            return False
        self.table.go(ids.index(seq))
        return True

    def prefer(self, seq: int) -> None:
        """Makes the entry current when the list is read next."""
        self._prefer = seq

    def focus(self) -> None:
        """Gives the keyboard to the list, as soon as there are rows."""
        self._focus_wanted = not self.states.shows_content
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def visible_columns(self) -> list[Column[JournalEntry]]:
        """What is on screen, from left to right."""
        return self.table.header.visible_columns()

    def forget_place(self) -> None:
        """Starts at the top next time: the file is another one."""
        self._journal = self.matches = None
        self._reading = False
        self.model.clear()
        self.table.clear()

    @Slot()
    def reload_soon(self) -> None:
        """Reads the list again in the background; many changes in a row cost one reading."""
        self._soon.start()

    @Slot()
    def reload(self) -> None:
        """Reads the list again; what is shown stays until the answer is there."""
        self._soon.stop()
        operator = self._session.operator
        if operator is None:
            self._show_nothing()
            return
        journal, about, wanted = operator.audit, self._session.scope, self._wanted()
        descending, stood, selected = self.descending, self.table.current_id(), self.table.selected_ids()
        current, self._prefer = self._prefer or stood, None
        place = self.table.place

        def work(token: Token) -> Listing[JournalEntry]:
            ids = journal.ids(wanted, descending=descending)
            token.raise_if_cancelled()
            return prepare(
                ids, lambda part: journal.page(part, about), current=current, selected=selected, place=place
            )

        def arrived(listing: Listing[JournalEntry]) -> None:
            now = (self.table.current_id(), self.table.selected_ids())
            if now != (stood, selected):
                listing = stand(listing, *now, held=False)
            self._arrived(listing, journal, about)

        self._reading = True
        self.busy_changed.emit(True)
        self.states.show_loading(self.tr("Reading the journal…"))
        self._session.jobs.read(work, arrived, failed=self._failed, key=_KEY, owner=self)

    def _person(self) -> str:
        return str(self._about) if self._about is not None else ""

    def _fetch(
        self,
        ids: Sequence[int],
        then: Callable[[list[JournalEntry | None]], None],
        failed: Callable[[Exception], None],
    ) -> None:
        journal, about = self._journal, self._about
        if journal is not None:
            self._session.jobs.read(lambda token: journal.page(ids, about), then, failed=failed, owner=self)

    def _arrived(self, listing: Listing[JournalEntry], journal: Journal, about: Scope | None) -> None:
        self._reading = False
        self._journal, self._about = journal, about
        self.matches = len(listing.ids)
        self.table.show_listing(listing)
        if listing.ids:
            self.states.show_content()
            if self._focus_wanted:
                self.focus()
        elif self._narrowed:
            self.states.show_empty(
                self.tr("No entry matches"),
                self.tr("The filter leaves nothing over."),
                self.tr("Clear filter"),
                self.clear_asked.emit,
            )
        else:
            self.states.show_empty(
                self.tr("Nothing was done yet"),
                self.tr("Every write to this file appends an entry here: by agents and by people."),
            )
        self.busy_changed.emit(False)
        self.shown.emit()

    def _failed(self, error: Exception) -> None:
        self._reading = False
        self.busy_changed.emit(False)
        if self.states.shows_content and self.model.ids:
            self.stale.emit(error)
        else:
            self.states.show_error(sentence(error), self.tr("Try again"), self.reload)

    def _show_nothing(self) -> None:
        self.forget_place()
        self.states.show_empty(
            self.tr("No file is open"), self.tr("Open a memory file from the File menu, or try the demo.")
        )
        self.shown.emit()

    @Slot(str, bool)
    def _on_sort_asked(self, key: str, descending: bool) -> None:
        if key == "time":
            self.descending = descending
            self.table.header.set_sort("time", descending=descending)
            self.reload()

"""The list of records: what is asked of core, how the answer is shown, and what it says if empty."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget

from app.jobs import Token
from app.panes.memory.columns import muted, record_columns
from app.session import Session
from app.widgets.card import Card
from app.widgets.column import Column
from app.widgets.listing import Listing, prepare, stand
from app.widgets.paged_model import PagedModel
from app.widgets.paged_table import PagedTable
from app.widgets.state_page import StateStack
from app.wording import sentence
from core.memory.records import OperatorRecords, Record
from core.memory.records.query import RecordFilter, parse
from core.store.record_query import Sort, SortColumn

_SOON = 60
_KEY = "memory.list"


class RecordList(Card):
    """A paged table over one query of one person.

    Signals:
        shown: an answer arrived; ``matches`` holds its size.
        busy_changed: whether an answer is on its way.
        stale: reading again failed with this error; what was read before is still shown.
        clear_asked, now_asked: the way out of an empty answer was chosen.
    """

    shown = Signal()
    busy_changed = Signal(bool)
    stale = Signal(object)
    clear_asked = Signal()
    now_asked = Signal()

    def __init__(self, session: Session, now: Callable[[], datetime], parent: QWidget | None = None) -> None:
        self.model = PagedModel(record_columns(now), self._fetch, muted=muted)
        self.table = PagedTable(self.model, "memory", session.settings)
        self.states = StateStack(self.table)
        super().__init__(self.states, parent)
        self.model.setParent(self)
        self.table.setAccessibleName(self.tr("Records"))
        self.matches: int | None = None
        self._session = session
        self._query: RecordFilter = parse("")
        self._as_of: datetime | None = None
        self._sort = Sort()
        self._records: OperatorRecords | None = None
        self._shown_as_of: datetime | None = None
        self._prefer: int | None = None
        self._held: int | None = None
        self._reading = False
        self.arriving = False
        self._focus_wanted = False
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_SOON)
        self._soon.timeout.connect(self.reload)
        self.table.header.set_sort("since", descending=True)
        self.table.header.sort_asked.connect(self._on_sort_asked)
        self.model.failed.connect(self._on_page_failed)

    @property
    def filter(self) -> RecordFilter:
        """The query as it is asked, its moment included."""
        return replace(self._query, as_of=self._as_of)

    @property
    def sort(self) -> Sort:
        """The order as it is asked."""
        return self._sort

    @property
    def filtered(self) -> bool:
        """True when the query leaves something out on purpose."""
        return bool(self._query.terms)

    @property
    def waiting(self) -> bool:
        """True while a reading is about to begin."""
        return self._soon.isActive() or self.table.waiting

    @property
    def busy(self) -> bool:
        """True while what is asked is not yet what is shown."""
        return self._soon.isActive() or self._reading

    @property
    def held(self) -> int | None:
        """The record looked at for its own sake, whatever the list shows."""
        return self._held

    @property
    def outside(self) -> bool:
        """True when the record looked at is not in the list, so that no row is highlighted."""
        return self._held is not None and self.table.current_id() is None

    @property
    def expecting(self) -> bool:
        """True while the row of a record just written is still to come."""
        return self._prefer is not None

    def hold(self, record: int) -> None:
        """Keeps to ``record``: its row is highlighted while it is there, and no other in its stead."""
        self._held, self._prefer = record, None
        self.come_back()

    def come_back(self) -> None:
        """Highlights the held record again, or nothing when it is not in the list."""
        if self._held is None or self.table.current_id() == self._held:
            return
        ids = self.model.ids
        if self._held in ids:
            self.table.go(ids.index(self._held))
        else:
            self.table.leave()

    def release(self) -> None:
        """From now on what is highlighted is what is looked at."""
        self._held = self._prefer = None

    def row(self, record: int) -> Record | None:
        """The highlighted record as the list has it, if it is that one."""
        return self.model.held(self.table.place) if self.table.current_id() == record else None

    def sort_text(self) -> str:
        """The order in words."""
        if self._sort.column in (SortColumn.ID, SortColumn.RECORDED):
            return self.tr("newest first") if self._sort.descending else self.tr("oldest first")
        column = self._column(lambda column: column.sort == self._sort.column)
        title = column.title.lower() if column is not None else ""
        if self._sort.descending:
            return self.tr("by {0}, descending").format(title)
        return self.tr("by {0}").format(title)

    def ask(self, query: RecordFilter, as_of: datetime | None) -> None:
        """Shows another query or another moment."""
        self._query, self._as_of = query, as_of
        names = {term.name for term in query.terms}
        self.table.header.require(frozenset({"state"} if "state" in names else ()))
        self.reload()

    @Slot()
    def reload_soon(self) -> None:
        """Reads the list again in the background; many changes in a row cost one reading."""
        self._soon.start()

    @Slot()
    def reload(self) -> None:
        """Reads the list again; what is shown stays until the answer is there."""
        self._soon.stop()
        if self._session.operator is None or self._session.scope is None:
            self._show_nobody()
            return
        records, asked, sort = self._session.records(), self.filter, self._sort
        stood, held, selected = self.table.current_id(), self._held, self.table.selected_ids()
        current, self._prefer = held or self._prefer or stood, None
        place = self.table.place

        def work(token: Token) -> tuple[Listing[Record], OperatorRecords, datetime | None]:
            ids = records.ids(asked, sort)
            token.raise_if_cancelled()

            def read(part: Sequence[int]) -> list[Record | None]:
                return records.page(part, as_of=asked.as_of)

            listing = prepare(
                ids, read, current=current, selected=selected, place=place, held=held is not None
            )
            return listing, records, asked.as_of

        def arrived(answer: tuple[Listing[Record], OperatorRecords, datetime | None]) -> None:
            listing, records, moment = answer
            now = (self.table.current_id(), self._held, self.table.selected_ids())
            if now != (stood, held, selected):
                wanted = self._held or now[0]
                listing = stand(listing, wanted, now[2], held=self._held is not None)
            self._arrived(listing, records, moment)

        self._reading = True
        self.busy_changed.emit(True)
        self.states.show_loading(self.tr("Reading records…"))
        self._session.jobs.read(work, arrived, failed=self._failed, key=_KEY, owner=self)

    def focus(self) -> None:
        """Gives the keyboard to the list, as soon as there are rows."""
        self._focus_wanted = not self.states.shows_content
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def follow_to(self, record: int) -> None:
        """Selects ``record`` when the list is read next: a new version took the old one's place."""
        self._prefer = record
        self._soon.start()

    def forget_place(self) -> None:
        """Starts at the top next time: the person or the file is another one."""
        self._records = None
        self.matches = None
        self._held = self._prefer = None
        self._reading = False
        self.model.clear()
        self.table.clear()

    def visible_columns(self) -> list[Column[Record]]:
        """What is on screen, from left to right."""
        return self.table.header.visible_columns()

    def _fetch(
        self,
        ids: Sequence[int],
        then: Callable[[list[Record | None]], None],
        failed: Callable[[Exception], None],
    ) -> None:
        records, as_of = self._records, self._shown_as_of
        if records is not None:
            self._session.jobs.read(
                lambda token: records.page(ids, as_of=as_of), then, failed=failed, owner=self
            )

    def _arrived(self, listing: Listing[Record], records: OperatorRecords, moment: datetime | None) -> None:
        self._reading = False
        self._records, self._shown_as_of = records, moment
        self.matches = len(listing.ids)
        self.arriving = True
        self.table.show_listing(listing)
        self.arriving = False
        if listing.ids:
            self.states.show_content()
            if self._focus_wanted:
                self.focus()
        else:
            self._show_empty()
        self.busy_changed.emit(False)
        self.shown.emit()

    def _failed(self, error: Exception) -> None:
        self._reading = False
        self.busy_changed.emit(False)
        if self.states.shows_content and self.model.ids:
            self.stale.emit(error)
        else:
            self.states.show_error(sentence(error), self.tr("Try again"), self.reload)

    def _show_empty(self) -> None:
        scope = str(self._session.scope)
        if self.filtered:
            text = self.tr("The filter leaves nothing over.")
            if not any(term.name == "state" for term in self._query.terms):
                text = self.tr("The filter leaves nothing over. Older versions are found with state:any.")
            self.states.show_empty(
                self.tr("No record matches"),
                text,
                self.tr("Clear filter"),
                self.clear_asked.emit,
            )
        elif self._as_of is not None:
            self.states.show_empty(
                self.tr("Nothing was believed then"),
                self.tr("No record of {0} is that old.").format(scope),
                self.tr("Back to now"),
                self.now_asked.emit,
            )
        else:
            self.states.show_empty(
                self.tr("Nothing is remembered about {0}").format(scope),
                self.tr("Records appear here as soon as an agent writes one or a file is imported."),
            )

    def _show_nobody(self) -> None:
        self.forget_place()
        if self._session.store is None:
            self.states.show_empty(
                self.tr("No file is open"), self.tr("Open a memory file from the File menu, or try the demo.")
            )
        else:
            self.states.show_empty(
                self.tr("No person is chosen"),
                self.tr("Choose at the top whose memory to look at. An empty file has nobody in it yet."),
            )
        self.shown.emit()

    def _column(self, test: Callable[[Column[Record]], bool]) -> Column[Record] | None:
        return next((column for column in self.model.columns if test(column)), None)

    @Slot(str, bool)
    def _on_sort_asked(self, key: str, descending: bool) -> None:
        column = self._column(lambda column: column.key == key)
        if column is not None and column.sort is not None:
            self._sort = Sort(SortColumn(column.sort), descending)
            self.reload()

    @Slot(object)
    def _on_page_failed(self, error: Exception) -> None:
        self.stale.emit(error)

"""The Memory pane: filter, list and detail, and the acts that belong to them."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from PySide6.QtCore import QPoint, Qt, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.actions import Action
from app.panes.memory.acts import RecordActs
from app.panes.memory.as_of_dialog import AsOfDialog
from app.panes.memory.counts import Counts
from app.panes.memory.following import Following
from app.panes.memory.offers import offers, reason
from app.panes.memory.page import MemoryPage
from app.panes.memory.purges import Purges
from app.panes.memory.record_menu import record_menu
from app.panes.memory.record_window import RecordWindow
from app.panes.memory.taking_out import TakingOut
from app.panes.pane import Pane
from app.session import Session
from app.wording import moment, sentence
from core.memory.records import Record
from core.memory.records.query import RecordFilter


class MemoryPane(Pane):
    """Every record of one person: browse, look into, correct, take back, forget."""

    id = "memory"
    icon = "memory"

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.title = self.tr("Memory")
        self.as_of: datetime | None = None
        self._stale = True
        self.acts = RecordActs(session, self)
        self.purges = Purges(session, self)
        self.out = TakingOut(session, self)
        self.page = MemoryPage(session, self.now, self.action)
        self.counts = Counts(session, self.page)
        self.following = Following(session, self.now, lambda: self.as_of, lambda: self.may_write, self)
        self.following.show_in(self.page.detail)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.page)
        self._connect()
        self.update_actions()

    @property
    def record(self) -> Record | None:
        """The record on screen: what acts are about."""
        return self.page.detail.record

    @property
    def may_write(self) -> bool:
        """True when records can be changed: the file is writable and we look at now."""
        return self.session.writable and self.as_of is None

    @property
    def quiet(self) -> bool:
        """True when nothing is on its way to the screen."""
        page = self.page
        waiting = (page.list.waiting, page.list.model.waiting, self.following.waiting, page.filter.waiting)
        return self.session.jobs.idle() and not any(waiting)

    def now(self) -> datetime:
        """The moment that ages count from: the present, or the moment looked at."""
        return self.as_of or self._present()

    def _present(self) -> datetime:
        # The demo tells a story of its own days; its file knows them.
        store = self.session.store
        return store.now() if store is not None else datetime.now(UTC)

    def chosen(self) -> array[int]:
        """The ids that copy, export and forget act on."""
        selected = self.page.list.table.selected_ids()
        record = self.record
        if len(selected) > 1 or record is None:
            return selected
        return array("q", [record.id])

    def activate(self) -> None:
        if self._stale:
            self.refresh()
        self._focus_list()

    def refresh(self) -> None:
        self._stale = False
        self.page.list.reload()
        self.counts.read()
        self.following.again()

    def reveal(self, record_id: int) -> None:
        """Selects a record if the list has it, else narrows the list to it."""
        self._back_to_now()
        ids = self.page.list.model.ids
        if record_id in ids:
            self.page.list.table.go(ids.index(record_id))
        else:
            self.page.filter.set_text(f"id:{record_id}")

    def handles(self, action_id: str) -> Callable[[], object] | None:
        return offers(self).get(action_id)

    def _reason(self, entry: Action) -> str:
        return reason(self, entry) or super()._reason(entry)

    def edit_filter(self) -> None:
        """Puts the cursor into the filter."""
        self.page.filter.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.page.filter.field.selectAll()

    def toggle(self, term: str) -> None:
        """Puts a term into the filter or takes it out."""
        self.page.filter.toggle(term)

    def forget(self) -> None:
        """Forgets the record on screen, or all that are selected."""
        ids = self.chosen()
        if len(ids) > 1:
            self.acts.forget_many(ids)
        elif self.record is not None:
            self.acts.forget(self.record)

    def export(self) -> None:
        """Exports the matches or the selection."""
        listed = self.page.list
        self.out.export(listed.model.ids, listed.table.selected_ids(), listed.visible_columns())

    def choose_columns(self) -> None:
        """Opens the column chooser at the header."""
        header = self.page.list.table.header
        menu = header.chooser(header)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(header.mapToGlobal(QPoint(0, header.height())))

    def ask_moment(self) -> None:
        """Asks for a moment in the past and shows what was believed then."""
        now = self._present()
        recorded = self.record.recorded_at if self.record is not None else None
        start = self.as_of or now - timedelta(days=1)
        chosen = AsOfDialog.ask(start, now, recorded, self)
        if chosen is not None:
            self.look_at(chosen)

    def look_at(self, when: datetime | None) -> None:
        """Shows what was believed at ``when``; None for now."""
        self.as_of = when
        if when is None:
            self.page.moment.hide()
        else:
            text = self.tr("As of {0}: what was believed then. Nothing can be changed here.")
            self.page.moment.say("◷", text.format(moment(when)), self.tr("Back to now"), "accent")
        self.page.detail.stop_correcting()
        self._ask()
        self.following.again()
        self.update_actions()

    def open_window(self, number_: int) -> RecordWindow:
        """Opens a record in a window of its own."""
        following = Following(self.session, self.now, lambda: self.as_of, lambda: False)
        window = RecordWindow(following, self.session, self)
        following.follow(number_)
        window.show()
        return window

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.refresh()

    def _connect(self) -> None:
        session, page = self.session, self.page
        session.scope_changed.connect(self._on_scope)
        session.changed.connect(self._on_changed)
        session.state_changed.connect(self.update_actions)
        page.filter.changed.connect(self._ask)
        page.moment.pressed.connect(self._back_to_now)
        page.loading.slow.connect(self._on_slow)
        page.list.clear_asked.connect(page.filter.clear)
        page.list.now_asked.connect(self._back_to_now)
        page.list.shown.connect(self._on_shown)
        page.list.busy_changed.connect(page.loading.set_busy)
        table = page.list.table
        table.current_changed.connect(self._on_current)
        table.selection_count_changed.connect(self._on_selected)
        table.opened.connect(self.open_window)
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        table.customContextMenuRequested.connect(self._on_menu)
        self.following.followed.connect(self.update_actions)
        self.following.lost.connect(self.update_actions)
        page.detail.asked.connect(self.following.follow)
        page.detail.roll_back_asked.connect(self._on_roll_back)
        page.detail.correction_cancelled.connect(self._on_cancelled)
        page.list.stale.connect(self._on_stale)
        page.stale.pressed.connect(self.refresh)
        page.detail.correction_saved.connect(self._on_correction)
        self.acts.stored.connect(self._on_stored)
        self.acts.refused.connect(page.detail.corrector.complain)
        self.acts.failed.connect(self._on_act_failed)

    @Slot()
    def _ask(self) -> None:
        query = self.page.filter.query
        if isinstance(query, RecordFilter):
            self.page.list.ask(query, self.as_of)

    @Slot()
    def _back_to_now(self) -> None:
        if self.as_of is not None:
            self.look_at(None)

    @Slot()
    def _on_scope(self) -> None:
        self.as_of = None
        self.page.moment.hide()
        self.counts.forget()
        self.page.list.forget_place()
        self.following.follow(None)
        self._stale = True
        if self.isVisible() or self.session.scope is None:
            self.refresh()
        self.update_actions()

    @Slot(object)
    def _on_changed(self, change: object) -> None:
        kinds: frozenset[str] = getattr(change, "kinds", frozenset())
        if kinds and "record" not in kinds:
            return
        if self.isVisible():
            ids: tuple[int, ...] = getattr(change, "ids", ())
            if self.page.list.table.current_id() in ids:
                # A correction or its undo: the newest version stands where this one stood.
                self.page.list.follow_to(max(ids))
            self.page.list.reload_soon()
            self.counts.read()
        else:
            self._stale = True

    def _focus_list(self) -> None:
        """The keys act on the list at once, unless somebody is typing a filter."""
        field = self.page.filter.field
        if not (field.hasFocus() and field.text()):
            self.page.list.focus()

    @Slot()
    def _on_shown(self) -> None:
        self.page.stale.hide()
        self.counts.write_line()
        self.update_actions()

    @Slot()
    def _on_slow(self) -> None:
        self.page.set_line(self.tr("Reading records…"))

    @Slot(int)
    def _on_selected(self, count: int) -> None:
        self.counts.write_line()
        self.page.detail.say_selected(count)

    @Slot(object)
    def _on_current(self, number_: int | None) -> None:
        record = self.record
        if self.page.detail.unsaved and record is not None and number_ != record.id:
            # The row may have moved by itself, because somebody else replaced the record.
            self.page.detail.corrector.complain(
                self.tr("Save or cancel this correction of #{0} first.").format(record.id)
            )
            return
        self.following.follow(number_)

    @Slot()
    def _on_cancelled(self) -> None:
        self.page.list.focus()
        self.following.follow(self.page.list.table.current_id())

    @Slot(object)
    def _on_stale(self, error: Exception) -> None:
        said = sentence(error)
        text = self.tr("This list is as it was read before. {0}. {1}").format(said.title, said.advice)
        self.page.stale.say("✗", text, self.tr("Try again"), "danger")

    @Slot(QPoint)
    def _on_menu(self, where: QPoint) -> None:
        table = self.page.list.table
        if self.record is None:
            return
        menu = record_menu(self.record, self.action, self.toggle, self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(table.viewport().mapToGlobal(where))

    @Slot(object)
    def _on_roll_back(self, version: Record) -> None:
        self.acts.roll_back(version.id, version.version)

    @Slot(str, str)
    def _on_correction(self, text: str, why: str) -> None:
        if self.record is not None:
            self.acts.correct(self.record, text, why)

    @Slot(object)
    def _on_stored(self, record: Record) -> None:
        if self.page.detail.correcting:
            self.page.detail.stop_correcting()
            self.page.list.focus()
        self.page.list.follow_to(record.id)
        self.following.follow(record.id)

    @Slot(object)
    def _on_act_failed(self, error: Exception) -> None:
        said = sentence(error)
        self.page.detail.corrector.complain(f"{said.text or said.title} {said.advice}")

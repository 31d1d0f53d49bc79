"""The Memory pane: filter, list and detail, and the acts that belong to them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.actions import Action, action
from app.panes.memory.acts import RecordActs
from app.panes.memory.agreement import Agreement
from app.panes.memory.as_of_dialog import AsOfDialog
from app.panes.memory.correction import Correction
from app.panes.memory.counts import Counts
from app.panes.memory.following import Following
from app.panes.memory.offers import offers, reason
from app.panes.memory.page import MemoryPage
from app.panes.memory.purges import Purges
from app.panes.memory.record_menu import record_menu
from app.panes.memory.record_window import RecordWindow
from app.panes.memory.tabs import RECORDS
from app.panes.memory.taking_out import TakingOut
from app.panes.pane import Pane
from app.session import Session
from app.widgets.return_key import press_focused
from app.wording import moment, sentence
from core.memory.records import Record
from core.memory.records.query import RecordFilter

# Acts that would close an open correction, or read strangely beside one.
_LOSING = frozenset(
    f"memory.{name}"
    for name in ("confirm", "roll_back", "set_expiry", "forget", "forget_source", "sweep", "as_of")
)


class MemoryPane(Pane):
    """Every record of one person: browse, look into, correct, take back, forget."""

    id = "memory"
    icon = "memory"

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.title = self.tr("Memory")
        self.as_of: datetime | None = None
        self._stale = True
        self._export_wanted = False
        self.acts = RecordActs(session, self)
        self.purges = Purges(session, self)
        self.out = TakingOut(session, self)
        self.page = MemoryPage(session, self.now, self.action)
        self.counts = Counts(session, self.page)
        self.following = Following(session, self.now, lambda: self.as_of, lambda: self.may_write, self)
        self.following.show_in(self.page.detail)
        self.agreement = Agreement(self.page, self.following, self)
        self.correction = Correction(
            session,
            self.page,
            self.following,
            self.agreement,
            self.acts,
            lambda: self.handles("memory.correct") is not None,
            self,
        )
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.page)
        self._connect()
        self.update_actions()

    @property
    def record(self) -> Record | None:
        """The record that is looked at and highlighted: what acts are about."""
        return self.agreement.record

    @property
    def may_write(self) -> bool:
        """True when records can be changed: the file is writable and we look at now."""
        return self.session.writable and self.as_of is None

    @property
    def quiet(self) -> bool:
        """True when nothing is on its way to the screen."""
        page = self.page
        waiting = (
            page.list.busy,
            page.list.waiting,
            page.list.model.waiting,
            self.following.waiting,
            page.filter.waiting,
        )
        return self.session.jobs.idle() and not any(waiting)

    def now(self) -> datetime:
        """The moment that ages count from: the present, or the moment looked at."""
        return self.as_of or self._present()

    def _present(self) -> datetime:
        return self.session.now()

    def activate(self) -> None:
        if self._stale:
            self.refresh()
        self._focus_list()

    def refresh(self) -> None:
        self._stale = False
        self.page.list.reload()
        self.counts.read()
        self.following.again()
        for view in self.page.beside:
            view.outdated(frozenset())

    def reveal(self, record_id: int) -> None:
        """Selects a record if the list has it, else narrows the list to it."""
        self.page.tabs.show_tab(RECORDS)
        if not self.agreement.free():
            return
        self._back_to_now()
        self.page.list.release()
        ids = self.page.list.model.ids
        if record_id in ids:
            self.page.list.table.go(ids.index(record_id))
        else:
            self.page.filter.set_text(f"id:{record_id}")

    def search(self, query: str) -> None:
        """Filters the list by ``query``."""
        self.page.tabs.show_tab(RECORDS)
        self._back_to_now()
        self.page.filter.set_text(query)

    def handles(self, action_id: str) -> Callable[[], object] | None:
        return offers(self).get(action_id)

    def _reason(self, entry: Action) -> str:
        return reason(self, entry) or super()._reason(entry)

    def run(self, action_id: str) -> None:
        if action_id not in _LOSING or self.agreement.free():
            super().run(action_id)

    def may_leave(self) -> bool:
        return self.correction.may_leave()

    def show_tab(self, place: int) -> None:
        """Shows records, notes, entities or documents."""
        self.page.tabs.show_tab(place)
        self._focus_list()

    def edit_filter(self) -> None:
        """Puts the cursor into the filter."""
        self.page.filter.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.page.filter.field.selectAll()

    def toggle(self, term: str) -> None:
        """Puts a term into the filter or takes it out."""
        self.page.filter.toggle(term)

    def forget(self) -> None:
        """Forgets the record on screen, or all that are selected."""
        ids = self.agreement.chosen()
        if len(ids) > 1:
            self.acts.forget_many(ids)
        elif self.record is not None:
            self.acts.forget(self.record)

    def export(self) -> None:
        """Exports the matches or the selection."""
        page, listed = self.page, self.page.list
        page.filter.apply()
        if page.filter.error:
            return
        if listed.busy:
            self._export_wanted = True
            return
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
        self.page.list.release()
        self._ask()
        self.counts.read()
        self.following.again()
        self.update_actions()

    def open_window(self, number_: int) -> RecordWindow:
        """Opens a record in a window of its own."""
        following = Following(self.session, self.now, lambda: self.as_of, lambda: False)
        window = RecordWindow(following, self.session, self)
        following.follow(number_)
        window.show()
        return window

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not press_focused(event) and not self._explain(event):
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # The list would take the key for a search.
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and self._explain(event):
            return True
        return super().eventFilter(watched, event)

    def _explain(self, event: QKeyEvent) -> bool:
        """Says why the act of this key cannot be done now; False when the key has none."""
        pressed = QKeySequence(event.keyCombination())
        for made in self.own_actions():
            if not made.isEnabled() and made.shortcut() == pressed:
                why = self._reason(action(made.objectName()))
                self.session.toast(f"{made.text().rstrip('…')}: {why}")
                return True
        return False

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.refresh()

    def _connect(self) -> None:
        session, page = self.session, self.page
        session.scope_changed.connect(self._on_scope)
        session.changed.connect(self._on_changed)
        session.state_changed.connect(self.update_actions)
        page.tabs.switched.connect(self._on_switched)
        page.filter.changed.connect(self._ask)
        page.moment.pressed.connect(self._back_to_now)
        page.loading.slow.connect(self._on_slow)
        page.list.clear_asked.connect(page.filter.clear)
        page.list.now_asked.connect(self._back_to_now)
        page.list.shown.connect(self._on_shown)
        page.filter.misread.connect(self._on_misread)
        page.list.busy_changed.connect(page.loading.set_busy)
        table = page.list.table
        table.selection_count_changed.connect(self._on_selected)
        table.opened.connect(self.open_window)
        table.installEventFilter(self)
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        table.customContextMenuRequested.connect(self._on_menu)
        self.agreement.moved.connect(self.update_actions)
        self.correction.ended.connect(self.update_actions)
        self.following.lost.connect(self.update_actions)
        page.list.stale.connect(self._on_stale)
        page.stale.pressed.connect(self.refresh)

    @Slot()
    def _on_switched(self) -> None:
        self.update_actions()

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
        for view in self.page.beside:
            view.outdated(kinds)
        if kinds and "record" not in kinds:
            return
        if self.isVisible():
            ids: tuple[int, ...] = getattr(change, "ids", ())
            if self.following.number in ids and self.page.list.held is None:
                # A correction or its undo: the newest version stands where this one stood.
                self.page.list.follow_to(max(ids))
            self.page.list.reload_soon()
            self.counts.read()
        else:
            self._stale = True

    def _focus_list(self) -> None:
        """The keys act on the list at once, unless somebody is typing a filter."""
        if self.page.place != RECORDS:
            self.page.beside[self.page.place - 1].tree.setFocus()
            return
        field = self.page.filter.field
        if not (field.hasFocus() and field.text()):
            self.page.list.focus()

    @Slot()
    def _on_shown(self) -> None:
        self.page.stale.hide()
        self.counts.write_line()
        self.agreement.agree()
        self.update_actions()
        if self._export_wanted:
            self._export_wanted = False
            self.export()

    @Slot()
    def _on_slow(self) -> None:
        self.page.set_line(self.tr("Reading records…"))

    @Slot(int)
    def _on_selected(self, count: int) -> None:
        self.counts.write_line()
        self.page.detail.say_selected(count)

    @Slot()
    def _on_misread(self) -> None:
        self.counts.write_line()
        self.update_actions()

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

"""The Memory pane: filter, list and detail, and the acts that belong to them."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from datetime import datetime, timedelta

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.actions import Action, action
from app.panes.memory.acts import RecordActs
from app.panes.memory.as_of_dialog import AsOfDialog
from app.panes.memory.counts import Counts
from app.panes.memory.draft_question import DraftQuestion
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
        self._to_correct: int | None = None
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
        """The record that is looked at and highlighted: what acts are about."""
        number_ = self.following.number
        shown = self.page.detail.record
        if number_ is None or (shown is not None and shown.id == number_):
            return shown
        # Its details are still being read; the list has what an act needs.
        return self.page.list.row(number_)

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
        for view in self.page.beside:
            view.outdated(frozenset())

    def reveal(self, record_id: int) -> None:
        """Selects a record if the list has it, else narrows the list to it."""
        self.page.tabs.show_tab(RECORDS)
        if not self._free():
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
        if action_id not in _LOSING or self._free():
            super().run(action_id)

    def may_leave(self) -> bool:
        number_ = self.following.number
        if self.page.detail.unsaved and number_ is not None:
            if not DraftQuestion.ask(number_, self.window()):
                return False
            self.page.detail.cancel()
        return True

    def correct(self) -> None:
        """Opens the editor on the record looked at, at once or when its details are there."""
        record, shown = self.record, self.page.detail.record
        if record is None:
            return
        if shown is None or shown.id != record.id:
            self._to_correct = record.id
            return
        self.page.list.hold(record.id)
        self.page.detail.correct()

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
        ids = self.chosen()
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
        table.current_changed.connect(self._on_current)
        table.selection_count_changed.connect(self._on_selected)
        table.opened.connect(self.open_window)
        table.installEventFilter(self)
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        table.customContextMenuRequested.connect(self._on_menu)
        self.following.followed.connect(self._on_followed)
        self.following.lost.connect(self.update_actions)
        page.detail.asked.connect(self.show_one)
        page.detail.discard_asked.connect(self.may_leave)
        page.detail.rebased.connect(self._on_rebased)
        page.detail.roll_back_asked.connect(self._on_roll_back)
        page.detail.correction_cancelled.connect(self._on_cancelled)
        page.list.stale.connect(self._on_stale)
        page.stale.pressed.connect(self.refresh)
        page.detail.correction_saved.connect(self._on_correction)
        self.acts.stored.connect(self._on_stored)
        self.acts.refused.connect(self._on_refused)
        self.acts.failed.connect(self._on_act_failed)

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
        self._agree()
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

    @Slot(object)
    def _on_current(self, number_: int | None) -> None:
        listed = self.page.list
        if listed.held is not None and number_ is not None and number_ != listed.held:
            if not self._free():
                # Qt is in the middle of moving the selection; it goes back when that is done.
                QTimer.singleShot(0, self, listed.come_back)
                return
            listed.release()
            self.page.detail.stop_correcting()
        elif not listed.arriving and listed.held is None:
            # Somebody chose a row; one that was to be highlighted next no longer is.
            listed.release()
        self._agree()
        self.update_actions()

    def _agree(self) -> None:
        """Looks at the highlighted row, unless a record is held for its own sake."""
        listed, detail = self.page.list, self.page.detail
        if listed.expecting:
            return
        highlighted = listed.table.current_id()
        number_ = highlighted if listed.held is None else listed.held
        if number_ == highlighted and not detail.correcting:
            listed.release()
        if number_ != self.following.number:
            self.following.follow(number_)
        detail.say_outside(listed.outside)

    def _free(self) -> bool:
        """False while a correction would be lost; then it says so beside Save."""
        if not self.page.detail.unsaved:
            return True
        said = self.tr("Save or cancel this correction of #{0} first.").format(self.following.number)
        self.page.detail.corrector.remind(said)
        return False

    @Slot(object)
    def show_one(self, number_: int) -> None:
        """Looks at a record that a link names; its row is highlighted where the list has it."""
        if not self._free():
            return
        self.page.detail.stop_correcting()
        self.following.follow(number_)
        self.page.list.hold(number_)
        self._agree()

    @Slot(int)
    def _on_rebased(self, number_: int) -> None:
        self.following.follow(number_)
        self.page.list.hold(number_)
        self._agree()

    @Slot(object)
    def _on_followed(self, number_: int) -> None:
        wanted, self._to_correct = self._to_correct, None
        self.update_actions()
        if wanted == number_ and self.handles("memory.correct") is not None:
            self.correct()

    @Slot()
    def _on_cancelled(self) -> None:
        dossier = self.page.detail.dossier
        if dossier is not None and dossier.current is not None:
            # It was replaced while somebody wrote about it; what stands now is what is meant.
            self.show_one(dossier.current.id)
        if not self.page.list.outside:
            self.page.list.focus()
        self._agree()
        self.update_actions()

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

    @Slot(object)
    def _on_roll_back(self, version: Record) -> None:
        shown = self.page.detail.record
        if shown is not None and self._free():
            self.acts.roll_back(version.id, version.version, shown.id)

    @Slot(str, object, str)
    def _on_correction(self, text: str, steps: tuple[str, ...] | None, why: str) -> None:
        record = self.page.detail.corrector.record
        if record is not None:
            self.acts.correct(record, text, steps, why)

    @Slot(object, int)
    def _on_stored(self, record: Record, seen: int) -> None:
        if seen != self.following.number:
            # Somebody is at the next record already; that is where the next key must act.
            return
        detail, listed = self.page.detail, self.page.list
        if detail.correcting and (record.id != seen or not detail.unsaved):
            detail.stop_correcting()
            listed.focus()
        if record.id != seen:
            listed.release()
            listed.follow_to(record.id)
            self.following.follow(record.id)

    @Slot(str)
    def _on_refused(self, text: str) -> None:
        if self.page.detail.correcting:
            self.page.detail.corrector.complain(text)
        else:
            self.session.toast(text)

    @Slot(object)
    def _on_act_failed(self, error: Exception) -> None:
        said = sentence(error)
        self.page.detail.corrector.complain(f"{said.text or said.title} {said.advice}")
        # Somebody else may have written meanwhile; what they wrote is shown beside the draft.
        self.following.again()

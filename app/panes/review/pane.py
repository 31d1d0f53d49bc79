"""The Review pane: the queue, the item on screen, and the decisions."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QGuiApplication, QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.actions import Action
from app.panes.pane import Pane
from app.panes.review.blocks_dialog import BlocksDialog
from app.panes.review.bottom import Mode
from app.panes.review.bulk import BulkReport
from app.panes.review.case import Case
from app.panes.review.deciding import Deciding
from app.panes.review.following import CaseFollowing
from app.panes.review.housekeeping import Housekeeping
from app.panes.review.lines import about_group, about_reason, bulk_line, count_line, today_line
from app.panes.review.offers import offers, reason
from app.panes.review.page import ReviewPage
from app.panes.review.report_dialog import ReportDialog, summary
from app.panes.review.selection import Selection
from app.panes.review.tab import Tab
from app.panes.review.verbs import Verbs
from app.session import Session
from app.widgets.hidden_characters import revealed
from app.wording import number
from core.memory.quarantine import ItemStatus
from core.scope import Scope


class ReviewPane(Pane):
    """What was not stored: look, judge the evidence, decide; by keys from the first day."""

    id = "review"
    icon = "review"

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.title = self.tr("Review")
        self._stale = True
        self._report: BulkReport | None = None
        self.following = CaseFollowing(session, self)
        self.deciding = Deciding(session, self)
        self.page = ReviewPage(session, self.following.ask, self.action)
        self.following.show_in(self.page.detail)
        self.selection = Selection(self.page.list)
        self.verbs = Verbs(self.page, self.deciding, self)
        self.housekeeping = Housekeeping(session, self)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.page)
        self._connect()
        self._name_person()
        self.update_actions()

    @property
    def case(self) -> Case | None:
        """The case on screen: what decisions are about."""
        return self.page.detail.case

    @property
    def many(self) -> bool:
        """True when a decision is about several items: a selection, or a line that stands for them."""
        return self.selection.many or self.page.list.gathers

    def activate(self) -> None:
        if self._stale:
            self.refresh()
        self.page.list.focus()

    def refresh(self) -> None:
        self._stale = False
        self.page.list.reload()

    def reveal_item(self, scope: Scope, item: int) -> None:
        """Shows one proposal in the list it stands in."""
        operator = self.session.operator
        if operator is None:
            return
        self.session.jobs.read(
            lambda token: operator.review.item(scope, item).status,
            lambda status: self._reveal_in(scope, item, status),
            failed=lambda error: self._reveal_in(scope, item, ItemStatus.WAITING),
            owner=self,
        )

    def _reveal_in(self, scope: Scope, item: int, status: ItemStatus) -> None:
        if self.session.narrowed and scope != self.session.scope:
            self.session.narrow(False)
        self._show_tab(next(tab for tab in Tab if status in tab.statuses))
        self.page.list.reveal(scope, item)
        self.page.list.reload_soon()

    def handles(self, action_id: str) -> Callable[[], object] | None:
        return offers(self).get(action_id)

    def _reason(self, entry: Action) -> str:
        return reason(self, entry) or super()._reason(entry)

    def step(self, rows: int) -> None:
        """Shows the next or previous item; with a selection being made, that stays."""
        self.page.detail.read()
        self.selection.step(rows)
        self.page.list.focus()

    def skip(self) -> None:
        """Leaves the item as it is and goes on; after the last one, from the top."""
        self.selection.end()
        table = self.page.list.table
        last = table.currentIndex().row() >= len(self.page.list.model.ids) - 1
        if last:
            table.go(0)
        else:
            table.step(1)
        self.page.list.focus()

    def choose(self, change: Callable[[], object]) -> None:
        """Changes the selection and says what a decision would now be about."""
        change()
        self._on_selected()

    def copy(self) -> None:
        """Copies the words as they are shown."""
        if self.case is not None:
            QGuiApplication.clipboard().setText(self.case.item.shown)

    def show_contacts(self) -> None:
        """Asks before contact data is shown."""
        self.page.detail.reveal()

    def next_tab(self) -> None:
        """Shows the next of the four lists."""
        tabs = list(Tab)
        self._show_tab(tabs[(tabs.index(self.page.list.tab) + 1) % len(tabs)])

    def narrow(self) -> None:
        """Shows the present person only, or everybody again."""
        self.session.narrow(not self.session.narrowed)

    def show_blocks(self) -> None:
        """Opens the list of values that may not come back."""
        scope = self.page.list.entry.scope if self.page.list.entry is not None else self.session.scope
        if scope is not None:
            BlocksDialog(self.session, scope, self).open()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.following.cover()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.selection.many:
            self.selection.drop()
            return
        super().keyPressEvent(event)

    def _connect(self) -> None:
        session, page, deciding = self.session, self.page, self.deciding
        session.file_changed.connect(self._on_file)
        session.scope_changed.connect(self._on_scope)
        session.narrowing_changed.connect(self._on_narrowing)
        session.changed.connect(self._on_changed)
        session.state_changed.connect(self.update_actions)
        session.act_failed.connect(self._on_act_failed)
        page.tabs.chosen.connect(self._show_tab)
        page.report.pressed.connect(self._on_report_asked)
        page.list.shown.connect(self._on_shown)
        page.list.busy_changed.connect(page.loading.set_busy)
        page.list.everybody_asked.connect(lambda: session.narrow(False))
        page.list.table.current_changed.connect(self._on_current)
        page.list.table.selection_count_changed.connect(self._on_selected)
        page.list.table.opened.connect(self._on_opened)
        page.detail.mode_changed.connect(self._on_mode)
        page.detail.linked.connect(self._on_linked)
        page.detail.group_asked.connect(self._on_group)
        page.detail.reveal_asked.connect(lambda: self.run("review.reveal"))
        page.detail.bottom.revealed.connect(self._on_reveal)
        page.detail.bottom.writing_asked.connect(session.enable_writing)
        self.following.followed.connect(self._on_followed)
        deciding.busy_changed.connect(self._on_busy)
        deciding.ended.connect(self._on_ended)
        deciding.reported.connect(self._on_reported)

    def _name_person(self) -> None:
        scope = self.session.scope
        name = revealed(str(scope), 40) if scope is not None else ""
        self.page.tabs.show_person(name, narrowed=self.session.narrowed)

    @Slot(object)
    def _show_tab(self, tab: Tab) -> None:
        self.selection.end()
        self.page.tabs.select(tab)
        self.page.list.show_tab(tab)
        self.page.list.focus()

    @Slot()
    def _on_file(self) -> None:
        self.page.list.forget_file()
        self.page.report.hide()
        self._stale = True
        if self.isVisible():
            self.refresh()

    @Slot()
    def _on_scope(self) -> None:
        self._name_person()
        if self.session.narrowed or self.session.scope is None:
            self._stale = True
            if self.isVisible():
                self.refresh()
        self.update_actions()

    @Slot()
    def _on_narrowing(self) -> None:
        self.selection.end()
        self._name_person()
        self.refresh()

    @Slot(object)
    def _on_changed(self, change: object) -> None:
        kinds: frozenset[str] = getattr(change, "kinds", frozenset())
        if kinds and not kinds & {"quarantine", "record"}:
            return
        if self.isVisible():
            self.page.list.reload_soon()
        else:
            self._stale = True

    @Slot()
    def _on_shown(self) -> None:
        answer = self.page.list.answer
        if answer is None:
            self.page.heading.set_line("")
            self.page.today.clear()
            self.page.tabs.show_counts(None)
        else:
            self.page.heading.set_line(count_line(answer, self.session.now()))
            self.page.today.setText(today_line(answer))
            self.page.tabs.show_counts(answer.counts)
            self.housekeeping.look(answer)
        if self.page.list.table.selected_count() <= 1:
            self.selection.end()
        self._follow()

    def _follow(self) -> None:
        entry, line = self.page.list.entry, self.page.list.line
        if entry is None:
            self.following.follow(None)
            if line is not None:
                self.page.detail.show_line(*about_reason(line))
        else:
            self.following.follow(entry.scope, entry.id)

    @Slot()
    def _on_group(self) -> None:
        self.run("review.group")

    @Slot(str)
    def _on_reveal(self, why: str) -> None:
        self.page.detail.read()
        self.page.list.focus()
        self.following.reveal(why)

    @Slot()
    def _on_current(self) -> None:
        self._follow()

    @Slot()
    def _on_selected(self) -> None:
        self._show_strip()
        self.update_actions()

    def _show_strip(self) -> None:
        strip, entry = self.page.detail.strip, self.page.list.entry
        if self.selection.many:
            strip.say("☰", bulk_line(self.page.list.chosen))
            return
        line = self.page.list.line
        if line is not None and self.page.list.gathers:
            strip.say("≡", about_group(line))
            return
        size = self.page.list.group_size(entry) if entry is not None else 0
        if entry is not None and size > 1 and not entry.one_by_one and self.page.list.tab is Tab.WAITING:
            said = self.tr("One of {0} from the same place for the same reason.")
            strip.say("≡", said.format(number(size)), self.tr("Select all  G"))
        else:
            strip.hide()

    @Slot()
    def _on_followed(self) -> None:
        self._show_strip()
        self.deciding.settle()
        self.update_actions()

    @Slot(object)
    def _on_opened(self, number_: object) -> None:
        """Enter in the list answers what is being asked, after a click took the keyboard away."""
        if self.page.list.turn():
            return
        self.page.detail.bottom.show_mode(self.page.detail.mode)

    @Slot()
    def _on_mode(self) -> None:
        self.update_actions()
        bottom = self.page.detail.bottom
        if self.page.detail.mode is Mode.READING and not bottom.isAncestorOf(self.focusWidget() or self):
            self.page.list.focus()

    @Slot()
    def _on_busy(self) -> None:
        if self.deciding.busy:
            self.page.report.hide()
        self.update_actions()

    @Slot()
    def _on_ended(self) -> None:
        self.page.list.reload()

    @Slot(object)
    def _on_reported(self, report: BulkReport) -> None:
        self.selection.drop()
        self._report = report
        self.page.report.say("☰", summary(report), self.tr("Show each"))

    @Slot()
    def _on_report_asked(self) -> None:
        if self._report is not None:
            ReportDialog(self._report, self).open()

    @Slot(object)
    def _on_linked(self, target: tuple[str, object]) -> None:
        case = self.case
        if case is None:
            return
        self.session.set_scope(case.scope)
        kind, value = target
        if kind == "record" and isinstance(value, int):
            self.session.show_record(value)
        elif kind == "session":
            self.session.show_records(f'session:"{value}" state:any')

    @Slot()
    def _on_act_failed(self) -> None:
        if self.isVisible():
            self.page.list.reload_soon()

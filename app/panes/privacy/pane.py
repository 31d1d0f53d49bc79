"""The Privacy pane: what is held about a person, and every right they have over it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.actions import Action
from app.panes.pane import Pane
from app.panes.privacy import places
from app.panes.privacy.acts import PersonActs
from app.panes.privacy.checked_dialog import CheckedDialog
from app.panes.privacy.copies_view import CopiesView
from app.panes.privacy.copy_acts import CopyActs
from app.panes.privacy.erasures_view import ErasuresView
from app.panes.privacy.forget_acts import ForgetActs
from app.panes.privacy.holdings_view import HoldingsView
from app.panes.privacy.limit_acts import LimitActs
from app.panes.privacy.offers import offers
from app.panes.privacy.page import PrivacyPage
from app.panes.privacy.receipt_files import ReceiptFiles
from app.panes.privacy.receipt_printing import Printing
from app.panes.privacy.request_acts import RequestActs
from app.panes.privacy.requests_view import RequestsView
from app.panes.privacy.retention_acts import RetentionActs
from app.panes.privacy.retention_view import RetentionView
from app.panes.privacy.standing import Standings, read_standings
from app.panes.privacy.suppression_acts import SuppressionActs
from app.panes.privacy.view import View
from app.session import Session
from app.widgets.hidden_characters import one_line, revealed
from app.widgets.return_key import press_focused
from app.wording import day, number, sentence
from app.wording.privacy import size_word, table_word
from app.wording.receipts import state_text

if TYPE_CHECKING:
    from core.privacy import Exported, Holdings, Receipt, ReceiptCheck

_SOON = 100
# Held, but nothing anybody would ask for by itself.
_BESIDE = frozenset({"postings", "vectors", "subjects"})


class PrivacyPane(Pane):
    """Holdings, requests, erasures, retention and copies, and the acts on the person as a whole."""

    id = "privacy"
    icon = "privacy"

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.title = self.tr("Privacy")
        self.holdings = HoldingsView(session, self.action)
        self.requests = RequestsView(session, self.action)
        self.erasures = ErasuresView(session, self.action)
        self.retention = RetentionView(session, self.action)
        self.copies = CopiesView(session, self.action)
        self.views: tuple[View[Any], ...] = (
            self.holdings,
            self.requests,
            self.erasures,
            self.retention,
            self.copies,
        )
        self.standings: Standings | None = None
        self.person = PersonActs(session, self)
        self.limits = LimitActs(session, self)
        self.asked = RequestActs(session, self)
        self.rules = RetentionActs(session, self)
        self.copying = CopyActs(session, self)
        self.forgetting = ForgetActs(session, self)
        self.names = SuppressionActs(session, self)
        self.files = ReceiptFiles(session, self)
        self.printing = Printing(session, self)
        self.page = PrivacyPage(self.views, self.holdings.list.table, self.action)
        self._exported: Path | None = None
        self._show_job: str | None = None
        self._reading: set[str] = set()
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_SOON)
        self._soon.timeout.connect(self._read_shown)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.page)
        self._connect()
        self._on_scope()

    @property
    def view(self) -> View[Any]:
        """The view on screen."""
        return self.views[self.page.tabs.place]

    @property
    def quiet(self) -> bool:
        """True when nothing is on its way to the screen."""
        return self.session.jobs.idle() and not self._soon.isActive() and not self._reading

    def activate(self) -> None:
        self._read_shown()
        self.view.focus()

    def refresh(self) -> None:
        self._outdate()
        self._read_shown()

    def handles(self, action_id: str) -> Callable[[], object] | None:
        return offers(self).get(action_id)

    def show_view(self, view: View[Any]) -> None:
        """Brings one view to the front."""
        self.page.tabs.show_view(self.views.index(view))

    def _reason(self, entry: Action) -> str:
        if entry.id == "privacy.print_receipt" and self.erasures.receipt is not None:
            return self.printing.why_not
        return super()._reason(entry)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not press_focused(event):
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._read_shown()

    def _connect(self) -> None:
        session, page = self.session, self.page
        session.file_changed.connect(self._on_file)
        session.scope_changed.connect(self._on_scope)
        session.changed.connect(self._on_changed)
        session.state_changed.connect(self.update_actions)
        self.printing.changed.connect(self.update_actions)
        session.unfinished.changed.connect(self._on_unfinished)
        session.unfinished.finished.connect(self._on_finished)
        page.tabs.switched.connect(self._on_switched)
        page.stale.pressed.connect(self.refresh)
        page.waiting.pressed.connect(self._on_waiting)
        page.returned.pressed.connect(self.person.erase_again)
        page.went.pressed.connect(self._on_reveal)
        page.restricted.pressed.connect(self.limits.lift_restriction)
        page.held.pressed.connect(self.limits.lift_hold)
        self.holdings.summarised.connect(self._on_summary)
        self.person.exported.connect(self._on_exported)
        self.person.erased.connect(self._on_receipt)
        self.person.checked.connect(self._on_checked)
        self.forgetting.forgotten.connect(self._on_receipt)
        self.rules.swept.connect(self._on_swept)
        for view in (self.holdings, self.requests, self.erasures, self.retention, self.copies):
            view.list.chosen.connect(self.update_actions)

    def _outdate(self) -> None:
        for view in self.views:
            view.stale = True

    @Slot()
    def _read_shown(self) -> None:
        """Reads what is on screen, if it is not what the file says any more."""
        if not self.isVisible():
            return
        view, session = self.view, self.session
        operator, scope = session.operator, session.scope
        if operator is None or (scope is None and view.needs_person):
            self._show_nobody(view)
            return
        if not view.stale:
            return
        view.stale = False
        privacy = operator.privacy
        view.show_loading()
        self._busy(view, True)
        session.jobs.read(
            lambda token: (view.read(privacy, scope), read_standings(privacy, scope)),
            partial(self._arrived, view),
            failed=partial(self._failed, view),
            key=f"privacy.{view.id}",
            owner=self,
        )

    def _arrived(self, view: View[Any], answer: tuple[Any, Standings]) -> None:
        shown, standings = answer
        self._busy(view, False)
        self.page.stale.hide()
        self.standings = standings
        view.show_answer(shown)
        self._show_standings()
        if view is self.erasures and self._show_job is not None and self.erasures.show_job(self._show_job):
            self._show_job = None
        self.update_actions()

    def _failed(self, view: View[Any], error: Exception) -> None:
        self._busy(view, False)
        view.stale = True
        view.show_error(sentence(error), self._read_shown)
        self.update_actions()

    def _busy(self, view: View[Any], busy: bool) -> None:
        (self._reading.add if busy else self._reading.discard)(view.id)
        self.page.loading.set_busy(bool(self._reading))

    def _show_nobody(self, view: View[Any]) -> None:
        if self.session.store is None:
            title, text = (
                self.tr("No file is open"),
                self.tr("Open a memory file from the File menu, or try the demo."),
            )
        else:
            title = self.tr("No person is chosen")
            text = self.tr("Choose at the top whose memory to look at. An empty file has nobody in it yet.")
        view.show_nobody(title, text)
        view.stale = True
        self.update_actions()

    def _show_standings(self) -> None:
        page, standings = self.page, self.standings
        self.holdings.show_standings(standings or Standings())
        for strip, standing, text, act in (
            (
                page.restricted,
                standings.restriction if standings is not None else None,
                self.tr(
                    "Restricted since {0} by {1}: nothing is recalled, nothing is written. Reason: “{2}”"
                ),
                self.tr("Lift…"),
            ),
            (
                page.held,
                standings.hold if standings is not None else None,
                self.tr("On legal hold since {0} by {1}: the person cannot be erased. Reason: “{2}”"),
                self.tr("Lift…"),
            ),
        ):
            if standing is None:
                strip.hide()
            else:
                said = text.format(
                    day(standing.since), one_line(standing.operator), revealed(standing.reason, 200)
                )
                strip.say("■", said, act if self.session.writable else None, "warn")
        self._say_waiting()
        # A pane that is made late hears of no change: what is known already is said now.
        self._say_returned()

    @Slot(object)
    def _on_summary(self, held: Holdings | None) -> None:
        if held is None:
            self.page.heading.set_line("")
            return
        told = [each for each in held.tables if each.rows and not each.derived and each.name not in _BESIDE]
        told.sort(key=lambda each: -each.rows)
        parts = [f"{number(each.rows)} {table_word(each.name, each.rows)}" for each in told[:4]]
        total = self.tr("{0} in {1} rows").format(size_word(held.bytes), number(held.rows))
        self.page.heading.set_line("  ·  ".join([one_line(str(held.scope)), *parts, total]))

    @Slot()
    def _on_file(self) -> None:
        self._exported = self._show_job = None
        self._say_returned()
        for strip in (self.page.went, self.page.stale, self.page.waiting):
            strip.hide()

    @Slot()
    def _on_scope(self) -> None:
        self.standings = None
        self._outdate()
        self._show_standings()
        self.page.went.hide()
        for view in self.views:
            if self.session.operator is None or (self.session.scope is None and view.needs_person):
                self._show_nobody(view)
        self._read_shown()
        self.update_actions()

    @Slot(object)
    def _on_changed(self, _change: object) -> None:
        # Whatever was written counts among what is held.
        self._outdate()
        if self.isVisible():
            self._soon.start()

    @Slot(int)
    def _on_switched(self, _place: int) -> None:
        if self.view is self.erasures:
            self.printing.look()
        self._read_shown()
        self.update_actions()

    @Slot()
    def _on_unfinished(self) -> None:
        self._say_waiting()
        self._say_returned()
        self.erasures.stale = True
        if self.view is self.erasures and self.isVisible():
            self._soon.start()
        self.update_actions()

    def _say_returned(self) -> None:
        returned = self.session.unfinished.returned
        if not returned:
            self.page.returned.hide()
            return
        named = ", ".join(
            self.tr("{0}, erased {1}").format(one_line(str(each.scope)), day(each.erased_at))
            for each in returned[:3]
        )
        if len(returned) > 3:
            named = self.tr("{0} and {1} more").format(named, number(len(returned) - 3))
        text = self.tr("This file is older than an erasure; in it again: {0}.").format(named)
        again = self.tr("Erase again…") if self.session.writable else None
        self.page.returned.say("✗", text, again, "danger")

    def _say_waiting(self) -> None:
        pending = self.session.unfinished.waiting
        if not pending:
            self.page.waiting.hide()
            return
        programs = sorted(
            {f"{one_line(each.program)} ({each.pid})" for job in pending for each in job.blocking}
        )
        said = self.tr("1 deletion is pending") if len(pending) == 1 else self.tr("{0} deletions are pending")
        text = self.tr("{0}: the rows are gone, old pages of the file are still to be overwritten.").format(
            said.format(number(len(pending)))
        )
        if programs:
            text = self.tr("{0} In the way: {1}.").format(text, ", ".join(programs[:5]))
        if self.session.writable:
            text = self.tr("{0} It is tried again by itself.").format(text)
        self.page.waiting.say("◐", text, self.tr("Show"), "warn")

    @Slot(object)
    def _on_finished(self, receipt: Receipt) -> None:
        if receipt.body.get("what") == "person":
            said = self.tr("The pending erasure {0} is finished: {1}")
            self.session.toast(said.format(one_line(receipt.job), state_text(receipt.state)))
        self._on_receipt(receipt)

    @Slot(object)
    def _on_receipt(self, receipt: Receipt) -> None:
        self._show_job = receipt.job
        self.erasures.stale = True
        self.session.unfinished.look()
        self._soon.start()

    @Slot(object)
    def _on_swept(self, receipts: tuple[Receipt, ...]) -> None:
        if receipts:
            self._on_receipt(receipts[0])
            self.show_view(self.erasures)

    @Slot(object)
    def _on_exported(self, exported: Exported) -> None:
        self._exported = exported.folder
        text = self.tr("Exported {0} rows to {1}").format(number(exported.rows), exported.folder)
        if exported.archive is not None:
            text = self.tr("{0} and {1}").format(text, exported.archive.name)
        if exported.registered:
            self.page.went.say("✓", text, self.tr("Show folder"), "ok")
            return
        said = self.tr(
            "{0}. The file is read-only, so this is written down nowhere: an erasure cannot name this copy."
        )
        self.page.went.say("✓", said.format(text), self.tr("Show folder"), "warn")

    @Slot()
    def _on_reveal(self) -> None:
        if self._exported is not None:
            places.reveal(self._exported)

    @Slot()
    def _on_waiting(self) -> None:
        self.show_view(self.erasures)

    @Slot(object, object)
    def _on_checked(self, path: Path, check: ReceiptCheck) -> None:
        CheckedDialog.tell(path, check, self.window())

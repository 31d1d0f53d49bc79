"""Decisions as acts of the session: one at a time, with undo, and honest when somebody was faster."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from app.panes.review.bulk import BulkReport, report_of, undo_bulk
from app.panes.review.case import Case
from app.panes.review.columns import proposal_text
from app.panes.review.covering import covered_item
from app.panes.review.lines import item_name
from app.session import Session
from app.undo_history import HasChange, TakeBack
from app.widgets.hidden_characters import one_line, revealed
from app.wording import finding, status_word
from core.change import Change, Reversal, Undo
from core.errors import Conflict
from core.memory.quarantine import HeldItem
from core.review import Decision, QueueEntry
from core.scope import Scope

_NAMED = 48


class Deciding(QObject):
    """Carries decisions out. Between a decision and the next list nothing else can be decided.

    Signals:
        busy_changed: decisions are possible again, or not for now.
        ended: an act is over, done or not; the list has to be read again.
        refused: why today's rules did not let a release through.
        reported: what a bulk decision did, item by item.
    """

    busy_changed = Signal()
    ended = Signal()
    refused = Signal(str)
    reported = Signal(object)

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self.busy = False
        self._session = session

    @property
    def narrowed(self) -> bool:
        """Whether the list is of one person, so that a number alone names an item."""
        return self._session.narrowed

    def release(self, case: Case, *, text: str | None = None, reason: str = "") -> None:
        """Stores an item as it stands, or as ``text``."""
        operator, item = self._session.operator, case.item
        if operator is not None:
            self._decide(
                case,
                lambda: operator.review.release(case.scope, item.id, item.version, reason=reason, text=text),
                self.tr("Released {0} “{1}”"),
            )

    def reject(self, case: Case, reason: str) -> None:
        """Refuses an item for good."""
        operator, item = self._session.operator, case.item
        if operator is not None:
            self._decide(
                case,
                lambda: operator.review.reject(case.scope, item.id, item.version, reason=reason),
                self.tr("Rejected {0} “{1}”"),
            )

    def take_back(self, case: Case) -> None:
        """Lets a decided item wait again, however long ago that was."""
        operator, item = self._session.operator, case.item
        if operator is not None:
            undo = Undo(Reversal.DECISION, item.id, item.version)
            self._decide(
                case, lambda: operator.review.undo(case.scope, undo), self.tr("Taken back: {0} “{1}”")
            )

    def bulk(self, entries: Sequence[QueueEntry], reject_because: str | None = None) -> None:
        """Decides many at once; what is high or critical is left."""
        operator = self._session.operator
        if operator is None or self.busy:
            return
        review, asked = operator.review, tuple(entries)

        def work() -> BulkReport:
            return report_of(review, asked, review.bulk(asked, reject_because=reject_because))

        def says(report: BulkReport) -> str:
            if not report.done:
                return self.tr("Nothing was decided")
            form = (
                self.tr("Released {0} of {1}") if reject_because is None else self.tr("Rejected {0} of {1}")
            )
            return form.format(len(report.done), len(asked))

        def back(result: HasChange) -> TakeBack | None:
            # What was taken back is not done again: it waits to be decided anew.
            if not isinstance(result, BulkReport) or not result.done:
                return None
            return lambda: Undone(undo_bulk(operator, result))

        def done(report: BulkReport) -> None:
            self.reported.emit(report)
            self.ended.emit()

        self._start()
        self._session.act(work, done=done, failed=self._failed, says=says, inverse=back, owner=self)

    def tell(self, text: str) -> None:
        """Says something in passing."""
        self._session.toast(text)

    def settle(self) -> None:
        """The list and the item on screen are those after the decision: the next may come."""
        if self.busy:
            self.busy = False
            self.busy_changed.emit()

    def _decide(self, case: Case, fn: Callable[[], Decision], form: str) -> None:
        if self.busy:
            return
        operator, scope = self._session.operator, case.scope
        # As the list stands when it is decided: the toast may come after it changed.
        named = self._named(scope, case.item.id)

        def says(decision: Decision) -> str:
            if not decision.done:
                return ""
            return form.format(named, one_line(proposal_text(covered_item(decision.item)), _NAMED))

        def back(result: HasChange) -> TakeBack | None:
            undo = result.change.undo
            return None if undo is None or operator is None else lambda: operator.undo(scope, undo)

        def done(decision: Decision) -> None:
            if not decision.done:
                self.refused.emit(" ".join(finding(reason) for reason in decision.reasons))
            self.ended.emit()

        def failed(error: Exception) -> None:
            # An undo that comes too late met a change of the record, and nobody was faster.
            if isinstance(error, Conflict) and case.open:
                self._tell_who(scope, case.item.id)
            else:
                self._failed(error)

        self._start()
        self._session.act(fn, done=done, failed=failed, says=says, inverse=back, owner=self)

    def _tell_who(self, scope: Scope, item_id: int) -> None:
        """Somebody was faster: says who and what, and shows the present state."""
        operator = self._session.operator
        if operator is None:
            self.ended.emit()
            return

        named = self._named(scope, item_id)

        def tell(item: HeldItem) -> None:
            if item.decided_by is None:
                self._session.toast(self.tr("{0} was changed meanwhile; reloaded").format(named))
            else:
                said = self.tr("{0} was {1} meanwhile by {2}; reloaded")
                by = revealed(item.decided_by, 60)
                self._session.toast(said.format(named, status_word(item.status), by))
            self.ended.emit()

        self._session.jobs.read(
            lambda token: operator.review.item(scope, item_id), tell, failed=self._failed, owner=self
        )

    def _named(self, scope: Scope, item_id: int) -> str:
        return item_name(item_id, scope, narrowed=self._session.narrowed)

    def _start(self) -> None:
        self.busy = True
        self.busy_changed.emit()

    def _failed(self, error: Exception) -> None:
        self._session.act_failed.emit(error)
        self.ended.emit()


@dataclass(frozen=True, slots=True)
class Undone:
    """What taking many decisions back changed."""

    change: Change

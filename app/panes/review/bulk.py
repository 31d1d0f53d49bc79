"""What a bulk decision did to each item, and taking all of it back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.panes.review.columns import proposal_text
from app.panes.review.covering import covered_item
from core import Operator
from core.change import Change, Undo
from core.errors import Conflict, MnemoscopeError
from core.gate import Finding
from core.review import Decision, QueueEntry, Review
from core.review.desk import BulkResult


@dataclass(frozen=True, slots=True)
class BulkLine:
    """One item of a bulk decision.

    Attributes:
        text: its words as they may be shown.
        reasons: why today's rules refused it, if they did.
        error: why it could not be decided, if it could not.
    """

    entry: QueueEntry
    text: str
    decision: Decision | None = None
    reasons: tuple[Finding, ...] = ()
    error: MnemoscopeError | None = None

    @property
    def done(self) -> bool:
        """True when it was decided."""
        return self.decision is not None and self.decision.done

    @property
    def left(self) -> bool:
        """True when it is of high risk and waits to be decided by itself."""
        return self.decision is None and self.error is None


@dataclass(frozen=True, slots=True)
class BulkReport:
    """Every item in the order it was selected."""

    lines: tuple[BulkLine, ...]
    change: Change

    @property
    def done(self) -> tuple[BulkLine, ...]:
        """What was decided."""
        return tuple(line for line in self.lines if line.done)

    @property
    def left(self) -> int:
        """How many of high risk wait to be decided by themselves."""
        return sum(line.left for line in self.lines)

    @property
    def failed(self) -> int:
        """How many could not be decided."""
        return len(self.lines) - len(self.done) - self.left


def report_of(review: Review, entries: Sequence[QueueEntry], result: BulkResult) -> BulkReport:
    """Puts what core did beside what was asked; reads the words of what was not decided."""
    errors = {(entry.scope, entry.id): error for entry, error in result.failed}
    left = {(entry.scope, entry.id) for entry in result.skipped}
    decisions = iter(result.done)
    lines = []
    for entry in entries:
        key = (entry.scope, entry.id)
        if key in left or key in errors:
            lines.append(BulkLine(entry, _words(review, entry), error=errors.get(key)))
        else:
            decision = next(decisions)
            reasons = () if decision.done else decision.reasons
            lines.append(BulkLine(entry, proposal_text(covered_item(decision.item)), decision, reasons))
    return BulkReport(tuple(lines), result.change)


def undo_bulk(operator: Operator, report: BulkReport) -> Change:
    """Lets everything that was decided wait again.

    Raises:
        Conflict: some of it has changed since; the rest was taken back.
    """
    ids, missed = [], 0
    for line in report.done:
        undo: Undo | None = line.decision.change.undo if line.decision is not None else None
        if undo is None:
            continue
        try:
            operator.undo(line.entry.scope, undo)
            ids.append(line.entry.id)
        except MnemoscopeError:
            missed += 1
    if missed:
        raise Conflict(count=missed)
    return Change(frozenset({"quarantine", "record"}), tuple(ids))


def _words(review: Review, entry: QueueEntry) -> str:
    try:
        return proposal_text(covered_item(review.item(entry.scope, entry.id)))
    except MnemoscopeError:
        return "…"

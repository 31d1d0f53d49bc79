"""The columns of the queue."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QCoreApplication

from app.panes.review.queue_row import QueueRow
from app.widgets.column import Alignment, Column
from app.widgets.finding_list import severity_mark
from app.widgets.hidden_characters import one_line, revealed
from app.wording import age, finding_name, moment, number, severity_word
from core.memory.quarantine import HeldItem
from core.memory.quarantine.item import Act
from core.scope import Scope

PERSON = "person"
SEEN = "seen"
AGE = "age"
WHY = "reason"


def proposal_text(item: HeldItem) -> str:
    """What is proposed, on one line."""
    if item.act is Act.DELETION:
        return _tr("Delete {0}").format(deletion_target(item))
    if item.act is Act.NOTE:
        return _tr("Note {0}: {1}").format(one_line(item.key or "", 60), one_line(item.shown))
    return one_line(item.shown)


def _line(row: QueueRow) -> str:
    if row.item is not None:
        return proposal_text(row.item)
    reason = finding_name(row.entry.reason) if row.entry.reason else _tr("without a reason")
    sign = "▾" if row.open else "▸"
    if row.origin:
        origin = one_line(row.origin, 60)
        return _tr("{0} {1} from {2}: {3}").format(sign, number(row.count), origin, reason)
    return _tr("{0} {1}: {2}").format(sign, reason, number(row.count))


def _words(row: QueueRow) -> str:
    return row.item.shown if row.item is not None else _line(row)


def _tip(row: QueueRow) -> str:
    if row.item is None:
        told = _tr("Enter or a double click shows them, or hides them again")
        return f"{_line(row)}\n{told}" if row.origin else told
    return revealed(row.item.shown) or proposal_text(row.item)


def deletion_target(item: HeldItem) -> str:
    """What a held deletion names."""
    if item.key is not None:
        return _tr("the key {0}").format(revealed(item.key, 80))
    return _tr("record #{0}").format(item.target)


def queue_columns(now: Callable[[], datetime], name: Callable[[Scope], str]) -> tuple[Column[QueueRow], ...]:
    """All columns in their order; ``name`` says who a person is as shortly as the list allows."""
    right = Alignment.RIGHT

    def since(row: QueueRow) -> datetime:
        return row.entry.decided_at or row.entry.first_at

    return (
        Column(
            "risk",
            _tr("Risk"),
            lambda r: severity_word(r.entry.severity),
            lambda r: r.entry.severity.value,
            "medium",
            always=True,
            mark=lambda r: severity_mark(r.entry.severity),
        ),
        Column(
            "text",
            _tr("Proposed"),
            _line,
            _words,
            always=True,
            stretch=True,
            tip=_tip,
        ),
        Column(
            PERSON,
            _tr("Person"),
            lambda r: one_line(name(r.entry.scope), 60) if r.item is not None or r.origin else "",
            lambda r: str(r.entry.scope),
            "u-00042x",
            rank=3,
            tip=lambda r: revealed(str(r.entry.scope)),
        ),
        Column(
            WHY,
            _tr("Why"),
            lambda r: finding_name(r.entry.reason) if r.entry.reason and r.item is not None else "",
            lambda r: r.entry.reason,
            "unproven preference",
            shown=False,
            rank=6,
        ),
        Column(
            SEEN,
            _tr("×"),
            lambda r: (
                f"×{number(r.entry.seen_count)}" if r.entry.seen_count > 1 and r.item is not None else ""
            ),
            lambda r: r.entry.seen_count,
            "×99",
            right,
            rank=2,
            tip=lambda r: _tr("proposed {0} times, last {1}").format(
                number(r.entry.seen_count), moment(r.entry.last_at)
            ),
        ),
        Column(
            AGE,
            _tr("Age"),
            lambda r: age(since(r), now()),
            since,
            "999 min",
            right,
            always=True,
            tip=lambda r: _tr("for {0}, since {1}").format(age(since(r), now()), moment(since(r))),
        ),
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("review", text)

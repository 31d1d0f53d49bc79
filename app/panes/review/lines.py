"""The sentences above and below the queue."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QCoreApplication

from app.panes.review.reading import Answer
from app.panes.review.reasons import ReasonLine
from app.widgets.hidden_characters import revealed
from app.wording import age, finding_name, number
from core.review import QueueEntry
from core.scope import Scope


def count_line(answer: Answer, now: datetime) -> str:
    """'12 waiting (5 groups) · 3 high · oldest 4 h · everybody'."""
    counts, scope = answer.counts, answer.question.scope
    waiting = _tr("{0} waiting").format(number(counts.waiting))
    if counts.waiting:
        form = _tr("{0} ({1} groups)") if counts.groups != 1 else _tr("{0} (1 group)")
        waiting = form.format(waiting, number(counts.groups))
    parts = [waiting]
    if counts.high:
        parts.append(_tr("{0} high").format(number(counts.high)))
    if counts.oldest is not None:
        parts.append(_tr("oldest {0}").format(age(counts.oldest, now)))
    parts.append(_tr("everybody") if scope is None else revealed(str(scope), 60))
    if answer.elsewhere:
        parts.append(_tr("{0} more wait for others").format(number(answer.elsewhere)))
    return "  ·  ".join(parts)


def item_name(number_: int, scope: Scope, *, narrowed: bool) -> str:
    """The number of an item; ids count per person, so the list of everybody says whose it is."""
    return f"#{number_}" if narrowed else _tr("#{0} of {1}").format(number_, revealed(str(scope), 40))


def today_line(answer: Answer) -> str:
    """'12 of 51 decided today'; nothing where there was nothing to decide."""
    decided, waiting = answer.counts.decided_today, answer.counts.waiting
    if not decided + waiting:
        return ""
    return _tr("{0} of {1} decided today").format(number(decided), number(decided + waiting))


def about_reason(line: ReasonLine) -> tuple[str, str]:
    """What a row that stands for many items is, and what to do with it."""
    reason = finding_name(line.reason) if line.reason else _tr("without a reason")
    title = _tr("{0} items: {1}").format(number(line.count), reason)
    if line.open:
        return title, _tr("They are listed below this line. Enter hides them again.")
    return title, _tr("The gate turned them away for the same reason. Enter lists them one by one.")


def about_group(line: ReasonLine) -> str:
    """What a row that stands for a group is, and what to do with it."""
    count = number(line.count)
    if line.open:
        told = _tr("The first of {0} from one place for one reason. A and R decide all; Enter hides them.")
    else:
        told = _tr("The first of {0} from one place for one reason. A and R decide all; Enter lists them.")
    return told.format(count)


def bulk_line(chosen: list[QueueEntry]) -> str:
    """What a decision on the selection would do."""
    high = sum(entry.one_by_one for entry in chosen)
    many = len(chosen) - high
    if not high:
        return _tr("{0} selected: A releases and R rejects all of them.").format(number(many))
    if not many:
        return _tr("{0} selected, all of high risk: each is decided by itself.").format(number(high))
    return _tr("{0} selected: A and R decide {1}; {2} of high risk are left for one by one.").format(
        number(len(chosen)), number(many), number(high)
    )


def bulk_question(chosen: list[QueueEntry], *, rejecting: bool) -> str:
    """What is about to be done to the selection."""
    high = sum(entry.one_by_one for entry in chosen)
    many = number(len(chosen) - high)
    if rejecting:
        text = _tr("Why are these {0} rejected for good?").format(many)
    else:
        text = _tr("{0} proposals are released as they stand.").format(many)
    if high:
        text = _tr("{0} {1} of high risk stay: they are decided one by one.").format(text, number(high))
    return text


def _tr(text: str) -> str:
    return QCoreApplication.translate("review", text)

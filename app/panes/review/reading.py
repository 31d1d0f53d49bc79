"""One reading of the queue, done on a worker: the list, its counts, and the first rows."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from app.jobs import Token
from app.panes.review.covering import covered_item
from app.panes.review.queue_row import QueueRow, Serials
from app.panes.review.reasons import ReasonLine, by_group, by_reason, group_key
from app.panes.review.tab import Tab
from app.widgets.listing import Listing, prepare
from core.errors import NotFound
from core.memory.quarantine import ItemStatus
from core.review import QueueCounts, QueueEntry, Review
from core.scope import Scope

_WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: which list, of whom (None is everybody), and what was on screen before.

    Attributes:
        wanted: an item to show if it is listed, in place of the one that was current.
        opened: keys of the lines whose items are listed one by one.
    """

    tab: Tab
    scope: Scope | None
    now: datetime
    current: int | None = None
    selected: Sequence[int] = ()
    place: int = 0
    wanted: tuple[Scope, int] | None = None
    opened: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Answer:
    """A list with its numbers.

    Attributes:
        entries: each entry by the number of its row.
        lines: the rows that stand for many items, by their number.
        elsewhere: how many wait for people the list does not cover.
        released_this_week: what an empty queue can be proud of; None unless it is empty.
    """

    question: Question
    listing: Listing[QueueRow]
    counts: QueueCounts
    entries: dict[int, QueueEntry] = field(default_factory=dict)
    lines: dict[int, ReasonLine] = field(default_factory=dict)
    elsewhere: int = 0
    released_this_week: int | None = None


def read_queue(review: Review, asked: Question, serials: Serials, token: Token) -> Answer:
    """Reads the list, newest decision first where there are decisions, else as core orders it."""
    entries = review.listed(asked.tab.statuses, asked.scope)
    if asked.tab.decided:
        entries.sort(key=lambda entry: entry.decided_at or entry.last_at, reverse=True)
    token.raise_if_cancelled()
    numbers = serials.of(entries)
    by_number = dict(zip(numbers, entries, strict=True))
    wanted = serials.find(*asked.wanted) if asked.wanted is not None else None
    lines: dict[int, ReasonLine] = {}
    if asked.tab is Tab.REFUSED:
        opened = asked.opened | ({by_number[wanted].reason} if wanted in by_number else set())
        numbers, lines = by_reason(by_number, opened)
    elif asked.tab is Tab.WAITING:
        opened = asked.opened | ({group_key(by_number[wanted])} if wanted in by_number else set())
        numbers, lines = by_group(by_number, opened)
    listing = prepare(
        array("q", numbers),
        lambda part: read_rows(review, by_number, lines, part),
        current=wanted if wanted in by_number else asked.current,
        selected=() if wanted in by_number else asked.selected,
        place=asked.place,
    )
    counts = review.counts(_midnight(asked.now), asked.scope)
    elsewhere = 0
    if asked.scope is not None:
        elsewhere = review.counts(_midnight(asked.now)).waiting - counts.waiting
    week = None
    if not entries and asked.tab is Tab.WAITING:
        released = review.listed((ItemStatus.RELEASED,), asked.scope)
        week = sum(each.decided_at is not None and each.decided_at > asked.now - _WEEK for each in released)
    return Answer(asked, listing, counts, by_number, lines, elsewhere, week)


def read_rows(
    review: Review,
    entries: Mapping[int, QueueEntry],
    lines: Mapping[int, ReasonLine],
    numbers: Sequence[int],
) -> list[QueueRow | None]:
    """The words of some rows, each through its own partition; None where an item is gone."""
    rows: list[QueueRow | None] = []
    for number in numbers:
        line = lines.get(number)
        if line is not None:
            origin = _origin(review, line.gravest) if line.members else ""
            rows.append(QueueRow(line.gravest, None, line.count, line.open, origin))
            continue
        entry = entries[number]
        try:
            rows.append(QueueRow(entry, covered_item(review.item(entry.scope, entry.id))))
        except NotFound:
            rows.append(None)
    return rows


def _origin(review: Review, entry: QueueEntry) -> str:
    try:
        return covered_item(review.item(entry.scope, entry.id)).source
    except NotFound:
        return ""


def _midnight(now: datetime) -> datetime:
    return now.astimezone().replace(hour=0, minute=0, second=0, microsecond=0)

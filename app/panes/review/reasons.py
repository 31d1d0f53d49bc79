"""Lines that stand for many items: of one reason, or of one origin and reason, until somebody asks for more."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from core.review import QueueEntry

_WORTH_A_LINE = 6


@dataclass(frozen=True, slots=True)
class ReasonLine:
    """One reason that several items share.

    Attributes:
        number: the number of its row; negative, so that it is no item's.
        key: what tells it from other lines of the list.
        members: the numbers of its items where a decision on the line is one on all of them.
        gravest: the item that stands highest.
        open: whether its items are listed below it.
    """

    number: int
    reason: str
    gravest: QueueEntry
    count: int
    open: bool
    key: str
    members: tuple[int, ...] = ()


def group_key(entry: QueueEntry) -> str:
    """What items of one person, one origin and one first reason share."""
    return f"{entry.scope}\n{entry.group}"


def by_group(
    entries: Mapping[int, QueueEntry], opened: Collection[str]
) -> tuple[list[int], dict[int, ReasonLine]]:
    """The same for what waits: one line per origin and first reason (guide/gate.md 6).

    What is decided one by one stands by itself; so do the items of a group so small that a line
    would save nothing.
    """
    shared: dict[str, list[int]] = {}
    for number, entry in entries.items():
        if not entry.one_by_one:
            shared.setdefault(group_key(entry), []).append(number)
    rows: list[int] = []
    lines: dict[int, ReasonLine] = {}
    for number, entry in entries.items():
        key = group_key(entry)
        numbers = () if entry.one_by_one else tuple(shared[key])
        if len(numbers) < _WORTH_A_LINE:
            rows.append(number)
        elif number == numbers[0]:
            # Numbered after its first item, so that it stays the same line when others move.
            line = ReasonLine(-number, entry.reason, entry, len(numbers), key in opened, key, numbers)
            lines[line.number] = line
            rows += [line.number, *(numbers if line.open else ())]
    return rows, lines


def by_reason(
    entries: Mapping[int, QueueEntry], opened: Collection[str]
) -> tuple[list[int], dict[int, ReasonLine]]:
    """The numbers of the rows in order, and the lines among them.

    ``entries`` come gravest first, and so do the reasons: what is low stands last. A reason with
    a single item is that item.
    """
    shared: dict[str, list[int]] = {}
    for number, entry in entries.items():
        shared.setdefault(entry.reason, []).append(number)
    rows: list[int] = []
    lines: dict[int, ReasonLine] = {}
    for place, (reason, numbers) in enumerate(shared.items(), 1):
        if len(numbers) == 1:
            rows += numbers
            continue
        line = ReasonLine(-place, reason, entries[numbers[0]], len(numbers), reason in opened, reason)
        lines[line.number] = line
        rows += [line.number, *(numbers if line.open else ())]
    return rows, lines

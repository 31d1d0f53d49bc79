"""The list of what was refused or skipped, one line per reason until somebody asks for more."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from core.review import QueueEntry


@dataclass(frozen=True, slots=True)
class ReasonLine:
    """One reason that several items share.

    Attributes:
        number: the number of its row; negative, so that it is no item's.
        gravest: the item that stands highest.
        open: whether its items are listed below it.
    """

    number: int
    reason: str
    gravest: QueueEntry
    count: int
    open: bool


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
        line = ReasonLine(-place, reason, entries[numbers[0]], len(numbers), reason in opened)
        lines[line.number] = line
        rows += [line.number, *(numbers if line.open else ())]
    return rows, lines

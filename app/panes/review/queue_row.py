"""A row of the queue, and the numbers rows of many people are told apart by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock

from core.memory.quarantine import HeldItem
from core.review import QueueEntry
from core.scope import Scope


@dataclass(frozen=True, slots=True)
class QueueRow:
    """Where an item stands in the queue, and the item as its own partition gave it.

    Attributes:
        item: None for a line that stands for many items; ``entry`` is the gravest.
        count: how many items the line stands for.
        open: whether they are listed below it.
        origin: where all of them come from, where that is one place of one person.
    """

    entry: QueueEntry
    item: HeldItem | None
    count: int = 1
    open: bool = False
    origin: str = ""


class Serials:
    """One number for each item: its own id counts per person, and a list needs one per row.

    Numbers stay as long as the file is open, so that a selection survives a new reading.
    """

    def __init__(self) -> None:
        self._numbers: dict[tuple[Scope, int], int] = {}
        self._lock = Lock()

    def of(self, entries: Sequence[QueueEntry]) -> list[int]:
        """The numbers of ``entries``, in their order."""
        with self._lock:
            return [
                self._numbers.setdefault((entry.scope, entry.id), len(self._numbers) + 1) for entry in entries
            ]

    def find(self, scope: Scope, item: int) -> int | None:
        """The number of one item, if it was listed."""
        return self._numbers.get((scope, item))

"""What every write returns: which objects changed, and how to take the write back."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Reversal(StrEnum):
    """How an act is taken back."""

    WITHDRAW = "withdraw"
    REINSTATE = "reinstate"
    EVENT = "event"
    IMPORT = "import"
    DECISION = "decision"
    NOTE = "note"
    TASK = "task"


@dataclass(frozen=True, slots=True)
class Undo:
    """How to take a write back; it is refused when the record has changed since.

    Attributes:
        record: the record the write produced or changed.
        event: for a later change to a record (seen again, confirmed, expiry), that event, and so for
            a person's act on a task, whose number then stands for the record's; for a decision of the
            review, the version it left the item at; for a note, the version the write made of it.
        spans: for an import, the first and last ids of each run of new records.
    """

    reversal: Reversal
    record: int = 0
    event: int = 0
    spans: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """Which kinds of object a write touched, which ids, and how to undo it.

    ``undo`` is None for acts that cannot be taken back: forget, sweep and erase.
    """

    kinds: frozenset[str] = frozenset()
    ids: tuple[int, ...] = ()
    undo: Undo | None = None


NOTHING = Change()


@dataclass(frozen=True, slots=True)
class Removed:
    """The answer to a deletion for good of what is no record: how many rows people speak of went."""

    count: int
    change: Change

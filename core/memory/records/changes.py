"""What a write to the records gives back: what happened, what stands now, what changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from core.change import NOTHING, Change
from core.gate import Finding, WriteOutcome
from core.memory.quarantine import HeldItem
from core.memory.records.record import Record


@dataclass(frozen=True, slots=True)
class WriteResult:
    """The answer to one proposed write.

    Attributes:
        record: the record as it now stands; None when nothing was stored.
        superseded: the version that a stored one replaced.
        held: what went into quarantine instead of the store.
    """

    outcome: WriteOutcome
    reasons: tuple[Finding, ...]
    record: Record | None = None
    superseded: Record | None = None
    held: HeldItem | None = None
    change: Change = NOTHING


class Beside(NamedTuple):
    """What came from a source and is no record, each counted.

    Attributes:
        entities: with all of their links.
        links: those between entities that stay.
        notes: with all of their versions, wherever one of them has words from the source.
        items: in quarantine, whatever became of them.
    """

    documents: int = 0
    entities: int = 0
    links: int = 0
    notes: int = 0
    items: int = 0


NOTHING_BESIDE = Beside()


@dataclass(frozen=True, slots=True)
class Forgotten:
    """The answer to a deletion, which has no undo; also its preview.

    Attributes:
        held: a deletion that waits for a person instead.
        count: how many records went, every version counted.
        removed: the first of them, as they were.
        copies: records that still contain one of the removed values; nothing was done to them.
        proposals: items in quarantine that held one of the removed values and went with it.
        mentions: items in quarantine that still contain one; nothing was done to them.
        review: of a sweep, ids of old facts and preferences that wait for a person instead.
        beside: of a source, what else goes with it.
    """

    outcome: WriteOutcome
    reasons: tuple[Finding, ...] = ()
    held: HeldItem | None = None
    count: int = 0
    removed: tuple[Record, ...] = ()
    copies: tuple[Record, ...] = ()
    proposals: tuple[HeldItem, ...] = ()
    mentions: tuple[HeldItem, ...] = ()
    review: tuple[int, ...] = ()
    beside: Beside = NOTHING_BESIDE
    change: Change = NOTHING

    @property
    def documents(self) -> int:
        """Of a source, how many documents go with it."""
        return self.beside.documents

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all would go."""
        return not self.count and not any(self.beside)

"""What the gate said to a writer's note."""

from __future__ import annotations

from dataclasses import dataclass

from core.agent.extraction import Note
from core.gate import Finding, WriteOutcome
from core.memory.records import Forgotten, Record, WriteResult


@dataclass(frozen=True, slots=True)
class Proposed:
    """A note and what the gate said to it.

    Attributes:
        record: the record it became or refreshed; None where it was not kept or was a deletion.
        item: its number in the review, where it was held or refused.
    """

    note: Note
    outcome: WriteOutcome
    reasons: tuple[Finding, ...]
    record: Record | None = None
    item: int | None = None


def proposed(note: Note, result: WriteResult | Forgotten) -> Proposed:
    """A note with the gate's answer to it."""
    record = result.record if isinstance(result, WriteResult) else None
    item = None if result.held is None else result.held.id
    return Proposed(note, result.outcome, result.reasons, record, item)

"""What the gate said to a writer's note."""

from __future__ import annotations

from dataclasses import dataclass

from core.agent.extraction import Note
from core.gate import Finding, WriteOutcome
from core.memory.records import Record


@dataclass(frozen=True, slots=True)
class Proposed:
    """A note and what the gate said to it.

    Attributes:
        record: the record it became or refreshed; None where it was not kept or was a deletion.
    """

    note: Note
    outcome: WriteOutcome
    reasons: tuple[Finding, ...]
    record: Record | None = None

"""The counts beside the list: how many records there are, wait for review, and contradict."""

from __future__ import annotations

from dataclasses import dataclass

from core.memory.records import OperatorRecords
from core.memory.records.query import RecordFilter


@dataclass(frozen=True, slots=True)
class Standing:
    """Counts of one person's current records."""

    current: int
    due: int
    conflicts: int


def read_standing(records: OperatorRecords) -> Standing:
    """Counts; runs on a worker, after the first page was shown."""
    return Standing(records.count(RecordFilter()), len(records.review_due()), len(records.conflicts()))

"""One entry of a task's log, as it is read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from core.clock import to_datetime
from core.errors import Corrupt
from core.memory.tasks.problem import Problem, problems_of
from core.store.task_rows import EventRow


class Happened(StrEnum):
    """What kind of entry it is."""

    CREATED = "created"
    UPDATE = "update"
    INTERRUPTED = "interrupted"
    UNDO = "undo"


class Ruling(StrEnum):
    """What code made of a proposal."""

    ACCEPTED = "accepted"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class TaskEvent:
    """One proposal, what code made of it, and the revision the task had then.

    Attributes:
        operations: the proposal, its long texts shortened.
        actor: the agent or the operator whose handle it came through.
        source: on whose word: ``agent:…``, ``user:…``, ``operator:…`` or ``code:…``.
        touched: numbers of the steps an accepted one changed.
        times: how often the same proposal was refused at this revision.
    """

    seq: int
    rev: int
    at: datetime
    actor: str
    source: str
    happened: Happened
    ruling: Ruling
    operations: tuple[Mapping[str, Any], ...]
    problems: tuple[Problem, ...]
    touched: tuple[int, ...]
    base_rev: int | None
    op_id: str | None
    note: str
    times: int


def event_of(row: EventRow, actor: str) -> TaskEvent:
    """The entry a row holds.

    Raises:
        Corrupt: it holds what this program never writes there.
    """
    try:
        touched = [image["id"] for image in json.loads(row.after)["steps"]] if row.after else []
        return TaskEvent(
            row.seq,
            row.rev,
            to_datetime(row.at),
            actor,
            row.source,
            Happened(row.act),
            Ruling(row.verdict),
            tuple(json.loads(row.proposal)),
            problems_of(row.problems),
            tuple(touched),
            row.base_rev,
            row.op_id,
            row.note or "",
            row.times,
        )
    except (ValueError, TypeError, LookupError, AttributeError, OverflowError):
        # The exception may quote the text, so only the number travels.
        raise Corrupt(task_event=row.seq) from None

"""One step of a task, and its attempts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from core.clock import optional_datetime, to_datetime

MAX_ATTEMPTS = 3


class StepState(StrEnum):
    """Where a step stands, as a closed set."""

    PENDING = "pending"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    SKIPPED = "skipped"
    CANCELLED = "cancelled"

    @property
    def passed(self) -> bool:
        """Whether the steps behind it may go on."""
        return self in {StepState.DONE, StepState.SKIPPED, StepState.CANCELLED}


@dataclass(frozen=True, slots=True)
class Attempt:
    """One time a step was worked on; times are microseconds of code's own clock.

    Attributes:
        interrupted: its process ended, or was not heard of, before it said how it went.
    """

    started: int
    ended: int | None = None
    failed: bool = False
    interrupted: bool = False
    reason: str = ""

    @property
    def started_at(self) -> datetime:
        """When it began."""
        return to_datetime(self.started)

    @property
    def ended_at(self) -> datetime | None:
        """When it ended; None while it lasts."""
        return optional_datetime(self.ended)


@dataclass(frozen=True, slots=True)
class Step:
    """One step; its number is its identity, its name is only text.

    Attributes:
        limit: how many attempts it may have.
        result: what a done step brought, at most 2,000 characters; the whole lies in ``artefact``.
        evidence: the tool call or the turn of the user that shows it.
        reason: why it failed, was skipped or was cancelled.
        by: the person who skipped or cancelled it.
        replaces: the finished step this one does again.
    """

    id: int
    name: str
    created: int
    state: StepState = StepState.PENDING
    limit: int = MAX_ATTEMPTS
    attempts: tuple[Attempt, ...] = ()
    result: str = ""
    artefact: int | None = None
    evidence: str = ""
    reason: str = ""
    by: str = ""
    replaces: int | None = None

    @property
    def label(self) -> str:
        """The number as proposals write it."""
        return f"s{self.id}"

    @property
    def is_exhausted(self) -> bool:
        """Whether only a person can let it be tried again."""
        return len(self.attempts) >= self.limit

    @property
    def interrupted(self) -> bool:
        """Whether it failed because its process ended in the middle."""
        return self.state is StepState.FAILED and bool(self.attempts) and self.attempts[-1].interrupted

    @property
    def created_at(self) -> datetime:
        """When it came into the plan."""
        return to_datetime(self.created)

    @property
    def started_at(self) -> datetime | None:
        """When its last attempt began."""
        return self.attempts[-1].started_at if self.attempts else None

    @property
    def ended_at(self) -> datetime | None:
        """When its last attempt ended."""
        return self.attempts[-1].ended_at if self.attempts else None

    @property
    def duration(self) -> timedelta | None:
        """How long its last attempt took; None while it lasts."""
        if not self.attempts or self.attempts[-1].ended is None:
            return None
        return timedelta(microseconds=self.attempts[-1].ended - self.attempts[-1].started)

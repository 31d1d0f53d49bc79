"""The answer to a proposed update, and the error a refused one raises."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from core.change import NOTHING, Change
from core.clock import to_datetime
from core.errors import ErrorCode, MnemoscopeError
from core.memory.tasks.legal import Legal
from core.memory.tasks.owner import Owner
from core.memory.tasks.plan import Plan, TaskState
from core.memory.tasks.problem import Problem
from core.memory.tasks.step import Step


@dataclass(frozen=True, slots=True)
class Task:
    """One task as it stands.

    Attributes:
        owner: the process that works on the running step.
        is_stale: a step is running, but its owner is dead or was not heard of in time; it becomes
            failed when somebody next writes to the task.
        refused: how many different proposals were refused.
    """

    id: int
    name: str
    plan: Plan
    owner: Owner | None = None
    is_stale: bool = False
    refused: int = 0

    @property
    def goal(self) -> str:
        """What it is for."""
        return self.plan.goal

    @property
    def rev(self) -> int:
        """The revision a patch has to name."""
        return self.plan.rev

    @property
    def steps(self) -> tuple[Step, ...]:
        """Its steps in order."""
        return self.plan.steps

    @property
    def state(self) -> TaskState:
        """Where it stands as a whole."""
        return self.plan.state

    @property
    def created_at(self) -> datetime:
        """When it was made."""
        return to_datetime(self.plan.created)

    @property
    def changed_at(self) -> datetime:
        """When its plan last changed."""
        return to_datetime(self.plan.changed)


class UpdateOutcome(StrEnum):
    """What became of a proposed update."""

    ACCEPTED = "accepted"
    NOOP = "noop"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class UpdateResult:
    """All a model needs after a proposal: the verdict, every error, the plan and what is legal next.

    Attributes:
        event: number of the log entry it became; None for one that changed nothing.
    """

    outcome: UpdateOutcome
    task: Task
    problems: tuple[Problem, ...] = ()
    legal: tuple[Legal, ...] = ()
    event: int | None = None
    change: Change = NOTHING


class InvalidUpdate(MnemoscopeError, ValueError):
    """A refused update; ``result`` holds every error, the current plan and the legal next operations.

    Its text is the first problem's sentence (specification 9), for the model whose proposal it was. It
    names steps, so it is for who may read the task and not for logs; ``data`` holds codes only.
    """

    default = ErrorCode.INVALID_UPDATE

    def __init__(self, problems: tuple[Problem, ...], result: UpdateResult | None = None) -> None:
        super().__init__(None, rules=[problem.code.value for problem in problems])
        self.problems = problems
        self.result = result

    def __str__(self) -> str:
        return self.problems[0].sentence

"""The plan of a task: an ordered tuple of steps at one revision."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from core.memory.tasks.step import Step, StepState


class TaskState(StrEnum):
    """Where a task stands as a whole."""

    OPEN = "open"
    PAUSED = "paused"
    DONE = "done"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Plan:
    """Goal and steps; a value, made anew by every accepted update.

    Attributes:
        last_step, last_artefact: the highest numbers ever given, so that none is given twice.
        changed: when the last accepted update came, in microseconds.
    """

    goal: str
    steps: tuple[Step, ...]
    rev: int
    created: int
    changed: int
    paused: bool = False
    last_step: int = 0
    last_artefact: int = 0

    @property
    def current(self) -> Step | None:
        """The first step that is not done, skipped or cancelled."""
        return next((step for step in self.steps if not step.state.passed), None)

    @property
    def running(self) -> Step | None:
        """The step somebody works on."""
        return next((step for step in self.steps if step.state is StepState.RUNNING), None)

    @property
    def passed(self) -> int:
        """How many steps need no more work."""
        return sum(step.state.passed for step in self.steps)

    @property
    def cancelled(self) -> int:
        """How many steps were cancelled; they need no more work, but nothing came of them."""
        return sum(step.state is StepState.CANCELLED for step in self.steps)

    @property
    def state(self) -> TaskState:
        """Where the task stands; cancelled when its end was cancelled, whatever was done before.

        A step that was cancelled ahead of one that was done ends nothing: the task went on behind it.
        """
        if self.current is not None:
            return TaskState.PAUSED if self.paused else TaskState.OPEN
        # What a person skipped on the way out says nothing of how the rest ended.
        last = next((step for step in reversed(self.steps) if step.state is not StepState.SKIPPED), None)
        if last is not None and last.state is StepState.CANCELLED:
            return TaskState.CANCELLED
        return TaskState.DONE

    def step(self, id_: int | None) -> Step | None:
        """The step of that number."""
        return next((step for step in self.steps if step.id == id_), None)

    def named(self, name: str) -> tuple[Step, ...]:
        """The steps of that name."""
        return tuple(step for step in self.steps if step.name == name)

    def place(self, id_: int) -> int:
        """Where a step of this plan stands in the order."""
        return next(place for place, step in enumerate(self.steps) if step.id == id_)

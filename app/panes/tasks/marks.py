"""The glyph and the colour of every state (guide/look.md 4)."""

from __future__ import annotations

from app.theme import theme
from app.widgets.column import Mark
from app.wording import glyph
from core.memory.tasks import Ruling, Step, StepState, Task, TaskEvent, TaskState


def step_mark(step: Step, *, stale: bool = False) -> Mark:
    """The mark of a step; a running one whose owner is gone is a warning."""
    tokens = theme().tokens
    colors = {
        StepState.RUNNING: tokens.warn if stale else tokens.accent,
        StepState.DONE: tokens.ok,
        StepState.FAILED: tokens.danger,
    }
    return Mark(glyph(step.state), colors.get(step.state, tokens.muted))


def task_mark(task: Task) -> Mark:
    """The mark of a task: what its current step does, or how it ended."""
    current = task.plan.current
    if task.state is TaskState.OPEN and current is not None:
        return step_mark(current, stale=task.is_stale)
    tokens = theme().tokens
    return Mark(glyph(task.state), tokens.ok if task.state is TaskState.DONE else tokens.muted)


def event_mark(event: TaskEvent) -> Mark:
    """The mark of a log entry: refused, interrupted, or taken over."""
    tokens = theme().tokens
    if event.ruling is Ruling.REFUSED:
        return Mark("!", tokens.warn)
    if event.happened == "interrupted":
        return Mark("✗", tokens.danger)
    return Mark("✓", tokens.ok)

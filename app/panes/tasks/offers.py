"""What can be done in the Tasks pane now, and why something cannot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.actions import Action
from core.memory.tasks import Step, StepState, Task, TaskState

if TYPE_CHECKING:
    from app.panes.tasks.pane import TasksPane

Run = Callable[[], object]
_OF_A_STEP = frozenset(
    f"tasks.{name}" for name in ("skip", "cancel", "retry", "edit", "remove", "earlier", "later")
)
_OF_THE_DEMO = frozenset({"tasks.agent", "tasks.crash"})


def offers(pane: TasksPane) -> Mapping[str, Run]:
    """Action id to function, for everything that is possible now."""
    session, task, step = pane.session, pane.task, pane.step
    if session.scope is None:
        return {}
    table = pane.page.table
    found: dict[str, Run] = {
        "tasks.next": lambda: table.step(1),
        "tasks.previous": lambda: table.step(-1),
        "tasks.finished": pane.turn_finished,
    }
    if step is not None:
        found["tasks.copy"] = pane.copy
    if task is not None:
        found["tasks.export"] = lambda: pane.out.export(task.name)
    if not session.writable or task is None:
        return found
    found["tasks.propose"] = pane.propose
    found["tasks.add"] = lambda: pane.acts.add(task)
    if task.plan.current is not None:
        found["tasks.pause"] = lambda: pane.acts.pause(task)
        found["tasks.cancel_task"] = lambda: pane.cancel_task(task)
        if session.is_demo and not pane.agent.running:
            found["tasks.agent"] = pane.run_agent
        if session.is_demo:
            found["tasks.crash"] = pane.crash_agent
    if step is not None:
        found |= _of_step(pane, task, step)
    return found


def reason(pane: TasksPane, entry: Action) -> str | None:
    """Why an act is not offered; None when the pane has nothing of its own to say."""
    session, task, step = pane.session, pane.task, pane.step
    if session.scope is None or not session.writable or entry.id not in _OF_A_STEP | _OF_THE_DEMO:
        return None
    if task is None or (step is None and entry.id in _OF_A_STEP):
        return _tr("No task is selected.")
    if entry.id in _OF_THE_DEMO:
        return _why_no_agent(pane, task)
    return _why_not(entry.id, task, step) if step is not None else None


def _of_step(pane: TasksPane, task: Task, step: Step) -> dict[str, Run]:
    acts = pane.acts
    found: dict[str, Run] = {}
    if not step.state.passed:
        found["tasks.cancel"] = lambda: acts.cancel(task, step)
    if step.state is StepState.FAILED:
        found["tasks.retry"] = lambda: acts.retry(task, step)
    if step.state is StepState.PENDING:
        found["tasks.skip"] = lambda: acts.skip(task, step)
        found["tasks.edit"] = lambda: acts.edit(task, step)
        if len(task.steps) > 1:
            found["tasks.remove"] = lambda: acts.remove(task, step)
        place = task.plan.place(step.id)
        before = task.steps[place - 1] if place else None
        if before is not None and before.state is StepState.PENDING:
            after = task.steps[place - 2].id if place > 1 else 0
            found["tasks.earlier"] = lambda: acts.move(task, step, after)
        if place + 1 < len(task.steps):
            behind = task.steps[place + 1].id
            found["tasks.later"] = lambda: acts.move(task, step, behind)
    return found


def _why_not(action_id: str, task: Task, step: Step) -> str:
    if action_id == "tasks.retry":
        return _tr("Only a failed step can be retried.")
    if step.state.passed:
        return _tr("A finished step stays as it is; add a step that does it again.")
    if step.state is not StepState.PENDING:
        return _tr("The step was begun; it can be cancelled.")
    if action_id == "tasks.remove":
        return _tr("It is the only step; cancel the task instead.")
    return _tr("It cannot move further that way.")


def _why_no_agent(pane: TasksPane, task: Task) -> str:
    if not pane.session.is_demo:
        return _tr("Only the demo has an agent of its own.")
    if task.plan.current is None:
        if task.state is TaskState.CANCELLED:
            return _tr("The task was cancelled.")
        return _tr("The task is complete.")
    return _tr("The agent is running already.")


def _tr(text: str) -> str:
    return QCoreApplication.translate("tasks", text)

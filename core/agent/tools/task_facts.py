"""What a model is told of a task after a proposal: the plan as it stands, and what it may propose next."""

from __future__ import annotations

from typing import Any

from core.memory.tasks import Act, Plan, Step, StepState, UpdateResult, plan_text
from core.memory.tokens import Pieces

# What the library allows, in the words of the tool, which finishes a pending step in one call.
_STATUS = {
    (Act.START, StepState.PENDING): ("running", "done", "failed"),
    (Act.START, StepState.FAILED): ("running",),
    (Act.DONE, StepState.RUNNING): ("done",),
    (Act.FAIL, StepState.RUNNING): ("failed",),
}


def task_facts(result: UpdateResult) -> dict[str, Any]:
    """The plan, its revision and state, the current step and every update that would be accepted now."""
    task, plan = result.task, result.task.plan
    current = plan.current
    return {
        "next_step": None if current is None else current.name,
        "task_state": task.state.value,
        "revision": plan.rev,
        "plan": plan_text(task.name, plan, Pieces()),
        "legal": [] if current is None else _legal(result, plan, current),
    }


def _legal(result: UpdateResult, plan: Plan, step: Step) -> list[dict[str, Any]]:
    name = step.name if len(plan.named(step.name)) == 1 else step.label
    wanted = [
        status
        for each in result.legal
        if each.step == step.label
        for status in _STATUS.get((each.act, step.state), ())
    ]
    return [{"step": name, "status": each, "needs_output": each != "running"} for each in wanted]

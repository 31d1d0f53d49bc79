"""The plan as the model reads it: from the store on every call, never from a summary."""

from __future__ import annotations

from collections.abc import Callable

from core.memory.tasks.plan import Plan, TaskState
from core.memory.tasks.step import Step, StepState

CAP_TOKENS = 600

_MARKS = {
    StepState.DONE: "[x]",
    StepState.RUNNING: "[>]",
    StepState.PENDING: "[ ]",
    StepState.FAILED: "[!]",
    StepState.SKIPPED: "[-]",
    StepState.CANCELLED: "[-]",
}
_SHORT = 80
_ESCAPED = str.maketrans(
    {
        "\\": "\\\\",
        "[": "\\[",
        "]": "\\]",
        "*": "\\*",
        "`": "'",
        "&": "&amp;",
        "<": "&lt;",
        ">": "&gt;",
        "\t": " ",
    }
)


def plan_text(name: str, plan: Plan, counter: Callable[[str], int], cap: int = CAP_TOKENS) -> str:
    """Goal and steps within the cap; what has no room is counted, the current step is always there."""
    current = plan.current
    behind = None
    if current is not None:
        place = plan.place(current.id)
        behind = plan.steps[place + 1] if place + 1 < len(plan.steps) else None
    # Nearest to the current step first: what comes next tells more than what was done long ago.
    kept = {step.id for step in (current,) if step is not None}
    best = _block(name, plan, kept, short=True)
    if behind is not None:
        best = _longer(best, _block(name, plan, kept | {behind.id}, short=True), counter, cap)
    for step in _by_nearness(plan):
        wanted = kept | {step.id}
        block = _block(name, plan, wanted, short=False)
        if counter(block) > cap:
            break
        kept, best = wanted, block
    return best


def escaped(text: str) -> str:
    """A text on one line, in which nothing can pass for a tick, a step or markup."""
    shown = "".join(character for character in text if character.isprintable() or character in "\n\r\t")
    return "\\n".join(shown.translate(_ESCAPED).splitlines())


def line(step: Step, *, short: bool = False) -> str:
    """One step: mark, number, words, and what became of it."""
    name = escaped(step.name[:_SHORT] if short else step.name)
    text = f"  {_MARKS[step.state]} {step.label} {name}"
    match step.state:
        case StepState.DONE if not short:
            return f"{text}: {escaped(step.result)}" if step.result else text
        case StepState.RUNNING:
            return f"{text} (running, attempt {len(step.attempts)} of {step.limit})"
        case StepState.FAILED:
            why = (
                "interrupted" if step.interrupted else escaped(step.reason[:_SHORT] if short else step.reason)
            )
            return f"{text} (failed, attempt {len(step.attempts)} of {step.limit}: {why})"
        case StepState.SKIPPED | StepState.CANCELLED:
            return f"{text} ({step.state} by a person)"
        case _:
            return text


def _block(name: str, plan: Plan, kept: set[int], *, short: bool) -> str:
    title = escaped(name[:_SHORT] if short else name)
    goal = escaped(plan.goal[:_SHORT] if short else plan.goal)
    lines = [f"PLAN of task {title}, kept by code, revision {plan.rev}:", f"  Goal: {goal}"]
    left_out = 0
    for step in plan.steps:
        if step.id not in kept:
            left_out += 1
            continue
        if left_out:
            lines.append(_gap(left_out))
            left_out = 0
        lines.append(line(step, short=short))
    if left_out:
        lines.append(_gap(left_out))
    lines.append(f"  {_next(plan)}")
    return "\n".join(lines)


def _gap(steps: int) -> str:
    return f"  … {steps} more {'step' if steps == 1 else 'steps'}"


def _next(plan: Plan) -> str:
    if plan.state is TaskState.PAUSED:
        return "Paused by a person: start nothing."
    current = plan.current
    if plan.state is TaskState.CANCELLED:
        return f"Cancelled by a person: {_left_undone(plan)}. Do nothing more for this task."
    if current is None:
        left_undone = f"; {_left_undone(plan)}" if plan.cancelled else ""
        return f"Every step has passed; the task is complete{left_undone}."
    verb = "Finish" if current.state is StepState.RUNNING else "Next"
    return f"{verb}: {current.label}"


def _left_undone(plan: Plan) -> str:
    were = "step was" if plan.cancelled == 1 else "steps were"
    return f"{plan.cancelled} of {len(plan.steps)} {were} cancelled and not done"


def _by_nearness(plan: Plan) -> list[Step]:
    current = plan.current
    middle = len(plan.steps) if current is None else plan.place(current.id)
    places = sorted(range(len(plan.steps)), key=lambda place: (abs(place - middle), -place))
    return [plan.steps[place] for place in places]


def _longer(short: str, long: str, counter: Callable[[str], int], cap: int) -> str:
    return long if counter(long) <= cap else short

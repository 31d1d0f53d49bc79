"""What an update changed, and the plan that a log of such changes folds to."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from typing import Any, Protocol

from core.errors import Corrupt
from core.memory.tasks.plan import Plan
from core.memory.tasks.step import Attempt, Step, StepState

_FIELDS = ("goal", "paused", "last_step", "last_artefact")


class Logged(Protocol):
    """What folding needs of an event: accepted ones carry what they made of the plan."""

    @property
    def rev(self) -> int: ...
    @property
    def at(self) -> int: ...
    @property
    def after(self) -> str | None: ...


def fold(events: Iterable[Logged]) -> Plan | None:
    """The plan after these events, oldest first; None before the first one.

    An event whose revision was reached before is passed over, so a log read twice says the same.
    """
    plan = None
    for event in events:
        if event.after is None or (plan is not None and event.rev <= plan.rev):
            continue
        plan = changed(plan, json.loads(event.after), event.rev, event.at)
    return plan


def changed(plan: Plan | None, difference: Mapping[str, Any], rev: int, at: int) -> Plan:
    """The plan with a difference taken over, at a new revision."""
    base = plan or Plan("", (), 0, at, at)
    steps = {step.id: step for step in base.steps}
    for image in difference["steps"]:
        step = step_of(image)
        steps[step.id] = step
    order = difference.get("order", [step.id for step in base.steps])
    fields = {name: difference[name] for name in _FIELDS if name in difference}
    return replace(base, steps=tuple(steps[id_] for id_ in order), rev=rev, changed=at, **fields)


def differences(before: Plan | None, after: Plan) -> tuple[str, str]:
    """What an update replaced and what it put there, as JSON: images of the steps that differ."""
    old = {step.id: step for step in before.steps} if before else {}
    new = {step.id: step for step in after.steps}
    were = [asdict(step) for id_, step in old.items() if new.get(id_) != step]
    are = [asdict(step) for id_, step in new.items() if old.get(id_) != step]
    was: dict[str, Any] = {"steps": were}
    now: dict[str, Any] = {"steps": are}
    if list(old) != list(new):
        was["order"], now["order"] = list(old), list(new)
    for name in _FIELDS:
        value = getattr(after, name)
        if before is None or getattr(before, name) != value:
            was[name], now[name] = getattr(before, name, None), value
    return _text(was), _text(now)


def plan_text_of(plan: Plan) -> str:
    """The column that holds a whole plan."""
    return _text(asdict(plan))


def plan_of(text: str, task: int) -> Plan:
    """The plan in a column.

    Raises:
        Corrupt: it holds what this program never writes there.
    """
    try:
        parts = json.loads(text)
        return Plan(**{**parts, "steps": tuple(step_of(image) for image in parts["steps"])})
    except (ValueError, TypeError, LookupError, AttributeError):
        # The exception may quote the text, so only the number travels.
        raise Corrupt(task=task) from None


def step_of(image: Mapping[str, Any]) -> Step:
    """A step from its image."""
    attempts = tuple(Attempt(**attempt) for attempt in image["attempts"])
    return Step(**{**image, "state": StepState(image["state"]), "attempts": attempts})


def _text(parts: Mapping[str, Any]) -> str:
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))

"""A task as a file: everything for a machine, or a checklist with its log for a person."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from core.memory.tasks.log import Ruling, TaskEvent
from core.memory.tasks.plan_text import escaped, line
from core.memory.tasks.update import Task


def as_json(task: Task, log: Sequence[TaskEvent]) -> str:
    """Plan and log; times in ISO 8601, the log oldest first."""
    told: dict[str, Any] = {
        "name": task.name,
        "goal": task.goal,
        "state": task.state,
        "revision": task.rev,
        "created_at": task.created_at.isoformat(),
        "changed_at": task.changed_at.isoformat(),
        "steps": [
            {
                **{
                    name: value for name, value in asdict(step).items() if name not in {"created", "attempts"}
                },
                "created_at": step.created_at.isoformat(),
                "attempts": [
                    {
                        "started_at": attempt.started_at.isoformat(),
                        "ended_at": attempt.ended_at.isoformat() if attempt.ended_at else None,
                        "failed": attempt.failed,
                        "interrupted": attempt.interrupted,
                        "reason": attempt.reason,
                    }
                    for attempt in step.attempts
                ],
            }
            for step in task.steps
        ],
        "log": [_entry(event) for event in reversed(log)],
    }
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"


def as_markdown(task: Task, log: Sequence[TaskEvent]) -> str:
    """A checklist, and the log beneath it with the rule behind every refusal."""
    lines = [f"# {escaped(task.name)}", "", escaped(task.goal), ""]
    lines += [f"- {line(step).strip()}" for step in task.steps]
    lines += ["", "## Log", ""]
    for event in reversed(log):
        told = event.ruling if event.ruling is Ruling.REFUSED else event.happened
        steps = ", ".join(f"{each.get('act')} {each.get('step', '')}".strip() for each in event.operations)
        lines.append(f"- {event.at:%Y-%m-%d %H:%M:%S} {told} by {escaped(event.source)}: {escaped(steps)}")
        lines += [f"  - {escaped(problem.sentence)}" for problem in event.problems]
    return "\n".join(lines) + "\n"


def _entry(event: TaskEvent) -> dict[str, Any]:
    return {
        "at": event.at.isoformat(),
        "revision": event.rev,
        "happened": event.happened,
        "ruling": event.ruling,
        "actor": event.actor,
        "source": event.source,
        "operations": list(event.operations),
        "problems": [
            {"rule": problem.code, "operation": problem.operation, "sentence": problem.sentence}
            for problem in event.problems
        ],
        "reason": event.note,
        "times": event.times,
    }

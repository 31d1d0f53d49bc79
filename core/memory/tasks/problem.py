"""One reason why a proposal was refused, and the sentence the model reads."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from core.memory.tasks.rules import Code

_SENTENCES = {
    Code.TWO_RUNNING: "{step} cannot start: {current} is running",
    Code.OUT_OF_ORDER: "{step} cannot change yet: the current step is {current}",
    Code.BAD_TRANSITION: "{step} is {state} and cannot become {wanted}",
    Code.ATTEMPTS_EXHAUSTED: "{step} had all of its {limit} attempts: a person decides how to go on",
    Code.HISTORY_CHANGED: "{step} is {state}: finished steps stay as they are, add a step that replaces it",
    Code.TASK_EXISTS: "there is a task {task} with another plan",
    Code.UNKNOWN_STEP: "there is no step {step}",
    Code.AMBIGUOUS_STEP: "{count} steps are called {step}: name it by its number, such as {label}",
    Code.STALE_REV: "the plan has moved on: the proposal is for revision {base}, the plan is at {rev}",
    Code.NOOP: "the plan says so already",
    Code.OP_REUSED: "operation {op_id} was another one before: give each operation an id of its own",
    Code.EMPTY_PLAN: "a plan needs at least one step",
    Code.INTERRUPTED: "{step} was interrupted: its process ended before it said how it went",
    Code.NOT_OWNER: "{step} is being worked on by another process, {process} on {host}",
    Code.UNTRUSTED_ACTOR: "{source} cannot move a task: only the agent or a person can, never what a tool"
    " or a memory says",
    Code.PERSON_ONLY: "only a person can {act} a step",
    Code.PAUSED: "the task is paused: a person has to resume it first",
}
_MISSING = {
    "result": "{step} needs a result to be done",
    "evidence": "{step} needs evidence to be done: the id of a tool call or of the user's turn",
    "reason": "{step} needs a reason to fail",
}
_TOO_LARGE = {
    "steps": "a plan has at most {limit} steps, this one would have {length}",
    "operations": "a patch has at most {limit} operations, this one has {length}",
}
_MALFORMED = {
    "type": "{field} has to be {expected}",
    "missing": "{field} is missing",
    "empty": "{field} is empty",
    "unknown": "{field} is not one of {known}",
    "unknown_field": "{field} is no field of this operation",
    "not_text": "{field} holds characters that are no text",
    "no_operations": "the patch has no operations",
}


@dataclass(frozen=True, slots=True)
class Problem:
    """Which rule a proposal breaks, at which of its operations, and the facts of the sentence.

    Attributes:
        operation: its place in the patch, from 0; None when it is about the whole.
    """

    code: Code
    operation: int | None = None
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        """What is wrong, for the model that proposed it."""
        match self.code:
            case Code.MISSING_RESULT:
                pattern = _MISSING[self.data["missing"]]
            case Code.TOO_LARGE:
                pattern = _TOO_LARGE.get(
                    self.data["field"], "{field} has at most {limit} characters, this one has {length}"
                )
            case Code.MALFORMED:
                pattern = _MALFORMED[self.data["problem"]]
            case _:
                pattern = _SENTENCES[self.code]
        return pattern.format_map(self.data)


def problems_text(problems: tuple[Problem, ...]) -> str:
    """The column for the problems of a refusal."""
    return json.dumps([[each.code, each.operation, dict(each.data)] for each in problems], ensure_ascii=False)


def problems_of(text: str | None) -> tuple[Problem, ...]:
    """The problems in a column."""
    if not text:
        return ()
    return tuple(Problem(Code(code), operation, data) for code, operation, data in json.loads(text))

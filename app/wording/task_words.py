"""Tasks in words: states, rules, proposals, and what a refusal says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from app.wording.language import say

if TYPE_CHECKING:
    from core.memory.tasks import Code, Legal, Problem, StepState, TaskEvent, TaskState

_STEPS = {
    "pending": "pending",
    "running": "running",
    "done": "done",
    "failed": "failed",
    "skipped": "skipped",
    "cancelled": "cancelled",
}
_TASKS = {
    "open": "open",
    "paused": "paused",
    "done": "done",
    "cancelled": "cancelled",
}
# The rules of the plan, each by the code a refusal names it with.
_RULES = {
    "two_running": "one step at a time",
    "out_of_order": "steps in order",
    "bad_transition": "only a running step ends",
    "missing_result": "a result and its evidence",
    "attempts_exhausted": "attempts are counted",
    "history_changed": "finished steps stay",
    "task_exists": "one plan per name",
    "unknown_step": "a step is known by its number",
    "ambiguous_step": "a step is known by its number",
    "stale_rev": "made for this revision",
    "noop": "the same twice is one",
    "op_reused": "an operation’s id is its own",
    "too_large": "limits of size",
    "empty_plan": "a plan has steps",
    "malformed": "the form of a proposal",
    "interrupted": "one living owner",
    "not_owner": "one living owner",
    "untrusted_actor": "only the agent or a person",
    "person_only": "only a person",
    "paused": "paused by a person",
}
_ACTS = {
    "start": "{step} → running",
    "done": "{step} → done",
    "fail": "{step} → failed",
    "add": "new step: {text}",
    "skip": "{step} → skipped",
    "cancel": "{step} → cancelled",
    "retry": "one more attempt: {step}",
    "edit": "{step} is now: {text}",
    "remove": "removed: {step}",
    "move": "moved: {step}",
    "pause": "paused",
    "resume": "resumed",
}


def step_word(state: StepState) -> str:
    """The name of a step's state."""
    return say(_STEPS[state])


def task_word(state: TaskState) -> str:
    """The name of a task's state."""
    return say(_TASKS[state])


def rule_word(code: Code) -> str:
    """The rule behind a refusal, in a few words."""
    return say(_RULES[code])


def problem_sentence(problem: Problem) -> str:
    """What a rule said about a proposal, as the model read it."""
    return say("{said}.", said=problem.sentence)


def legal_sentence(legal: Legal) -> str:
    """One operation that would be accepted now, and what it needs."""
    return say("{said}", said=legal.sentence)


def proposal_word(operation: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """One operation of a proposal: "Update CRM done"."""
    step = operation.get("step", "")
    name = names.get(step, say("step {id}", id=step)) if isinstance(step, int) else str(step)
    return say(_ACTS.get(str(operation.get("act")), "{act}"), **{**_BLANK, **operation, "step": name})


def event_title(event: TaskEvent, names: Mapping[int, str]) -> str:
    """What an entry of a task's log is about."""
    if event.happened == "created":
        return say("task created, {n} steps", n=len(event.touched))
    if event.happened == "interrupted":
        step = names.get(event.touched[0], "") if event.touched else ""
        return say("{step} interrupted: its process ended", step=step)
    if event.happened == "undo":
        return say("taken back")
    told = [proposal_word(operation, names) for operation in event.operations]
    return ", ".join(told) if told else say("an update that could not be read")


_BLANK = {"act": "", "text": ""}

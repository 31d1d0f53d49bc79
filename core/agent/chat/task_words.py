"""Reading the update of a task out of a plain sentence: which step, and what became of it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from core.agent.extraction.sentence import is_unsure
from core.memory.tasks import Step, Task, TaskState

_WORDS = {
    "failed": r"failed|fails|broke|went wrong|as failed",
    "done": r"done|finished|complete(?:d)?",
    "running": r"running|started|in progress|under way",
}
_VERBS = {
    "failed": r"failed at|gave up on",
    "done": r"finished|completed|did|done with|finish|complete",
    "running": r"started|starting|start|begin|began|working on",
}
_BETWEEN = r"(?:(?:is|was|has|have|been|now|as|got|just|step|to|the|with|on|a)\s+){0,4}"
_NOT = re.compile(r"(?i)\b(?:not|never|cannot|no longer)\b|n['’]t\b")
_RESULT = re.compile(
    r"(?::|\bbecause\b|\bwith\b|\bresult\b\W*(?:is|was)?)\s+(?P<result>\S.*)$", re.IGNORECASE
)
_OPEN = (TaskState.OPEN, TaskState.PAUSED)


class StepNews(NamedTuple):
    """What a sentence says of a step; ``output`` is None for one that was started."""

    task: Task
    step: Step
    status: str
    output: str | None


def step_news(text: str, tasks: Iterable[Task]) -> StepNews | None:
    """The step a sentence names beside a status; None for a doubt, a denial or any other sentence."""
    head = _RESULT.search(text)
    # "match is done: 3 are not paid" denies nothing of the step itself.
    said = text[: head.start()] if head is not None else text
    if is_unsure(said) or _NOT.search(said):
        return None
    low = _spaced(said)
    found = [
        (task.state in _OPEN, len(step.name), task, step, status)
        for task in tasks
        for step in task.steps
        if (status := _status(low, _spaced(step.name))) is not None
    ]
    if not found:
        return None
    # An open task is meant before a finished one, and "match payments" where "match" is a step too; of
    # equals the first one wins, and that is the task that changed last.
    _, _, task, step, status = max(found, key=lambda each: each[:2])
    if status == "running":
        return StepNews(task, step, status, None)
    output = head["result"].strip(" .") if head is not None else "as the person said"
    return StepNews(task, step, status, output)


def _status(low: str, step: str) -> str | None:
    """The status that stands right beside the step's name."""
    name = rf"(?<!\w){re.escape(step)}(?!\w)"
    for status, words in _WORDS.items():
        after = rf"{name}\W+{_BETWEEN}(?:{words})\b"
        before = rf"\b(?:{_VERBS[status]})\s+{_BETWEEN}{name}"
        if re.search(after, low) or re.search(before, low):
            return status
    return None


def _spaced(text: str) -> str:
    return re.sub(r"[\s_\-]+", " ", text).lower()

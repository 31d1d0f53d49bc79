"""The working memory of one task, saved with every change."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace

from core.audit import Action, Entry
from core.change import Change
from core.errors import Invalid
from core.gate import cleaned
from core.gate.canonical import canonical, lone_surrogate
from core.memory.ground import Ground, Writing
from core.memory.names import without_secrets
from core.memory.scratchpad.pad import PlanState, PlanStep, Scratchpad
from core.memory.tokens import Pieces
from core.store import scratchpad_rows
from core.store.subjects import Subject

MOST_TOKENS = 10_000
KINDS = frozenset({"scratchpad"})
_LONGEST_NAME = 200
_Make = Callable[[Scratchpad], Scratchpad]


class WorkingMemory:
    """One task's scratchpad. Each verb reads what stands, changes it and saves it in one transaction."""

    def __init__(self, ground: Ground, task: str) -> None:
        if not isinstance(task, str):
            raise Invalid("task", "type", expected="str", got=type(task).__name__)
        if not task.strip() or len(task) > _LONGEST_NAME:
            raise Invalid("task", "name")
        if lone_surrogate(task) is not None or "\0" in task:
            raise Invalid("task", "not_text")
        self._task = canonical(task)
        self._ground = ground

    def read(self) -> Scratchpad:
        """What is kept in mind; empty when nothing is."""
        with self._ground.read() as (connection, scope):
            subject = None if scope is None else self._ground.subject(connection)
            text = (
                None
                if subject is None
                else scratchpad_rows.read(connection, subject.scope, self._name(subject))
            )
        return _pad(text)

    def write(self, pad: Scratchpad) -> Change:
        """Replace everything; secrets are masked.

        Raises:
            Invalid: more than some ten thousand tokens.
            Gone: the person was erased.
            ReadOnly, Locked, Moved, StorageFailure: the file could not be written.
        """
        return self._changed(lambda before: pad)

    def begin(self, task: str, plan: Iterable[str] = ()) -> Change:
        """Say what the task is and how it is to be done."""
        steps = tuple(PlanStep(text) for text in plan)
        return self._changed(lambda before: replace(before, task=task, plan=steps))

    def found(self, finding: str) -> Change:
        """Keep something that was found out."""
        return self._changed(lambda before: replace(before, findings=(*before.findings, finding)))

    def asks(self, question: str) -> Change:
        """Keep an open question."""
        return self._changed(lambda before: replace(before, questions=(*before.questions, question)))

    def goes_on_with(self, next_step: str) -> Change:
        """Say what comes next."""
        return self._changed(lambda before: replace(before, next_step=next_step))

    def mark(self, step: int, state: str) -> Change:
        """Set how a step of the plan stands, counted from 0.

        Raises:
            Invalid: no such step or state.
        """
        if state not in set(PlanState):
            raise Invalid("state", "unknown", value=str(state)[:40], known=[each.value for each in PlanState])

        def marked(before: Scratchpad) -> Scratchpad:
            if not 0 <= step < len(before.plan):
                raise Invalid("step", "range", low=0, high=len(before.plan) - 1)
            plan = [*before.plan]
            plan[step] = PlanStep(plan[step].text, PlanState(state))
            return replace(before, plan=tuple(plan))

        return self._changed(marked)

    def clear(self) -> Change:
        """Keep nothing any more; the task is over."""
        with self._ground.write() as writing:
            if scratchpad_rows.delete(writing.tx, writing.scope, self._name(writing.subject)):
                writing.journal(Entry(Action.JOT, "scratchpad", count=0))
        return Change(KINDS)

    def within(self, cap: int, *, plan: bool = True) -> str:
        """The text for a prompt inside a cap; with less room the task, the open plan and the next step.

        Args:
            plan: False where the task store tells the plan; its ticks are set by code.
        """
        pad, counter = self.read(), Pieces()
        if not plan:
            pad = replace(pad, plan=())
        if pad.empty:
            return ""
        text = pad.to_prompt()
        shorter = replace(pad, findings=(), questions=())
        open_steps = tuple(step for step in pad.plan if step.state is not PlanState.DONE)
        for candidate in (text, shorter.to_prompt(), replace(shorter, plan=open_steps[:2]).to_prompt()):
            if counter(candidate) <= cap:
                return candidate
        return ""

    def _name(self, subject: Subject) -> str:
        """The task's name as it is kept, here and among the tasks: without its secrets."""
        return without_secrets(self._task, subject.salt)

    def _changed(self, change: _Make) -> Change:
        with self._ground.write() as writing:
            salt, name = writing.subject.salt, self._name(writing.subject)
            pad = change(_pad(scratchpad_rows.read(writing.tx, writing.scope, name)))
            clean = Scratchpad(
                cleaned(pad.task, salt),
                tuple(PlanStep(cleaned(step.text, salt), step.state) for step in pad.plan),
                tuple(cleaned(text, salt) for text in pad.findings),
                tuple(cleaned(text, salt) for text in pad.questions),
                cleaned(pad.next_step, salt),
            )
            tokens = Pieces()(clean.to_prompt())
            if tokens > MOST_TOKENS:
                raise Invalid("scratchpad", "too_many_tokens", tokens=tokens, limit=MOST_TOKENS)
            scratchpad_rows.put(writing.tx, writing.scope, name, _written(clean), writing.now)
            writing.journal(Entry(Action.JOT, "scratchpad"))
        return Change(KINDS)


def clear_in(writing: Writing, task: str) -> None:
    """Keep nothing of a task that is complete, inside the transaction that completed it."""
    if scratchpad_rows.delete(writing.tx, writing.scope, task):
        writing.journal(Entry(Action.JOT, "scratchpad", count=0))


def _written(pad: Scratchpad) -> str:
    return json.dumps(
        {
            "task": pad.task,
            "plan": [[step.text, step.state.value] for step in pad.plan],
            "findings": pad.findings,
            "questions": pad.questions,
            "next_step": pad.next_step,
        },
        ensure_ascii=False,
    )


def _pad(text: str | None) -> Scratchpad:
    if text is None:
        return Scratchpad()
    told = json.loads(text)
    return Scratchpad(
        told["task"],
        tuple(PlanStep(step, PlanState(state)) for step, state in told["plan"]),
        tuple(told["findings"]),
        tuple(told["questions"]),
        told["next_step"],
    )


def scratchpads(ground: Ground) -> dict[str, Scratchpad]:
    """Every scratchpad of one scope, by task."""
    with ground.read() as (connection, scope):
        rows = [] if scope is None else scratchpad_rows.listed(connection, scope)
    return {task: _pad(text) for task, text in rows}

"""Whether a patch may change a plan: every rule it breaks, or the plan as it would be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from core.memory.tasks.operation import MAX_RESULT, MAX_STEPS, Act, Operation, Patch
from core.memory.tasks.plan import Plan
from core.memory.tasks.problem import Problem
from core.memory.tasks.rules import Code
from core.memory.tasks.step import Attempt, Step, StepState

_ORDER = tuple(Code)
_OWNED = frozenset({Act.START, Act.DONE, Act.FAIL})


@dataclass(frozen=True, slots=True)
class Hand:
    """Who proposes.

    Attributes:
        person: the name of an operator who acts for themselves; empty for a model's proposal.
        trusted: whether the source may move a task at all (rule 16).
        other: process and host of a living owner of the running step, when that is somebody else.
    """

    person: str = ""
    trusted: bool = True
    other: tuple[int, str] | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """The answer: problems and the plan as it was, or the plan as the patch makes it.

    Attributes:
        artefacts: outputs that are too long for their steps, by the number they were given.
    """

    plan: Plan
    problems: tuple[Problem, ...] = ()
    artefacts: tuple[tuple[int, str], ...] = ()


def judge(plan: Plan, patch: Patch, hand: Hand, now: int) -> Judged:
    """Try the patch on the plan; it is carried out as a whole or not at all."""
    work = _Work(plan, hand, now)
    work.problems += patch.problems
    if not hand.trusted:
        work.problems.append(Problem(Code.UNTRUSTED_ACTOR, None, {"source": patch.source}))
    if patch.base_rev is not None and patch.base_rev != plan.rev:
        work.problems.append(Problem(Code.STALE_REV, None, {"base": patch.base_rev, "rev": plan.rev}))
    for work.place, operation in enumerate(patch.operations):
        work.carry_out(operation)
    work.place = None
    work.check_whole()
    if work.problems:
        # In the order of the rules, so that the first says what matters most.
        return Judged(plan, tuple(sorted(work.problems, key=lambda each: _ORDER.index(each.code))))
    return Judged(work.plan, (), tuple(work.artefacts))


class _Work:
    """A plan while a patch is tried on it."""

    def __init__(self, plan: Plan, hand: Hand, now: int) -> None:
        self.before = plan
        self.plan = plan
        self.hand = hand
        self.now = now
        self.place: int | None = None
        self.problems: list[Problem] = []
        self.artefacts: list[tuple[int, str]] = []
        self.moved: dict[int, int | None] = {}

    def wrong(self, code: Code, about: Step | None = None, **data: object) -> None:
        facts = {} if about is None else {"step": about.name, "state": about.state.value}
        self.problems.append(Problem(code, self.place, {**facts, **data}))

    def carry_out(self, operation: Operation) -> None:
        act = operation.act
        if act.for_person and not self.hand.person:
            self.wrong(Code.PERSON_ONLY, act=act.value)
            return
        if act is Act.PAUSE or act is Act.RESUME:
            self.plan = replace(self.plan, paused=act is Act.PAUSE)
            return
        if act is Act.ADD:
            self._add(operation)
            return
        step = self._find(operation)
        if step is None:
            return
        if act in _OWNED and step.state is StepState.RUNNING and self.hand.other is not None:
            process, host = self.hand.other
            self.wrong(Code.NOT_OWNER, step, process=process, host=host)
            return
        _ACTS[act](self, step, operation)

    def check_whole(self) -> None:
        """What is judged on the plan as all operations together leave it."""
        running = [step for step in self.plan.steps if step.state is StepState.RUNNING]
        for step in running[1:]:
            place = self.moved.get(step.id)
            data = {"step": step.name, "current": running[0].name}
            self.problems.append(Problem(Code.TWO_RUNNING, place, data))
        for number, step in enumerate(self.plan.steps):
            if step.id not in self.moved:
                continue
            ahead = next((each for each in self.plan.steps[:number] if not each.state.passed), None)
            if ahead is not None:
                data = {"step": step.name, "current": ahead.name}
                self.problems.append(Problem(Code.OUT_OF_ORDER, self.moved[step.id], data))
        if len(self.plan.steps) > MAX_STEPS:
            self.wrong(Code.TOO_LARGE, field="steps", limit=MAX_STEPS, length=len(self.plan.steps))
        if not self.plan.steps:
            self.problems.append(Problem(Code.EMPTY_PLAN))

    def _find(self, operation: Operation) -> Step | None:
        wanted = operation.step
        if wanted is None:
            return None
        if isinstance(wanted, str):
            called = self.plan.named(wanted)
            if len(called) == 1:
                return called[0]
            if called:
                self.wrong(Code.AMBIGUOUS_STEP, step=wanted, count=len(called), label=called[0].label)
                return None
            # A step may be called by its number as well, where none is named like that.
            wanted = int(wanted[1:]) if wanted[:1] == "s" and wanted[1:].isdecimal() else wanted
        step = self.plan.step(wanted) if isinstance(wanted, int) else None
        if step is None:
            self.wrong(Code.UNKNOWN_STEP, step=f"s{wanted}" if isinstance(wanted, int) else wanted)
        return step

    def _put(self, step: Step) -> None:
        steps = tuple(step if each.id == step.id else each for each in self.plan.steps)
        self.plan = replace(self.plan, steps=steps)

    def _start(self, step: Step, operation: Operation) -> Step | None:
        if step.state is StepState.RUNNING:
            return step
        if step.state.passed:
            code = Code.BAD_TRANSITION if step.state is not StepState.DONE else Code.HISTORY_CHANGED
            self.wrong(code, step, wanted=StepState.RUNNING.value)
            return None
        if step.is_exhausted:
            self.wrong(Code.ATTEMPTS_EXHAUSTED, step, limit=step.limit)
            return None
        if self.plan.paused:
            self.wrong(Code.PAUSED, step)
            return None
        self.moved[step.id] = self.place
        attempts = (*step.attempts, Attempt(max(self.now, step.created)))
        started = replace(step, state=StepState.RUNNING, attempts=attempts, reason="")
        self._put(started)
        return started

    def _done(self, step: Step, operation: Operation) -> None:
        result = operation.text
        if step.state is StepState.DONE:
            if not self._says_the_same(step, operation):
                self.wrong(Code.HISTORY_CHANGED, step)
            return
        is_told = self._is_given("result", result, step, operation)
        if not operation.simple:
            is_told &= self._is_given("evidence", operation.evidence, step, operation)
        running = self._to_finish(step, operation, StepState.DONE)
        if running is None or not is_told:
            return
        artefact = None
        last = self.plan.last_artefact
        if len(result) > MAX_RESULT:
            artefact = last = last + 1
            self.artefacts.append((artefact, result))
        self._put(
            replace(
                running,
                state=StepState.DONE,
                attempts=self._ended(running),
                result=result[:MAX_RESULT],
                artefact=artefact,
                evidence=operation.evidence,
            )
        )
        self.plan = replace(self.plan, last_artefact=last)

    def _fail(self, step: Step, operation: Operation) -> None:
        reason = operation.text
        if step.state is StepState.FAILED and step.reason == reason and reason:
            return
        if step.state is StepState.DONE:
            self.wrong(Code.HISTORY_CHANGED, step)
            return
        self._is_given("reason", reason, step, operation)
        running = self._to_finish(step, operation, StepState.FAILED)
        if running is None or not reason:
            return
        attempts = self._ended(running, failed=True, reason=reason)
        self._put(replace(running, state=StepState.FAILED, attempts=attempts, reason=reason))

    def _is_given(self, name: str, text: str, step: Step, operation: Operation) -> bool:
        """Whether a text is there; of one that was refused in reading its own problem tells enough."""
        if not text and ("evidence" if name == "evidence" else "text") not in operation.unread:
            self.wrong(Code.MISSING_RESULT, step, missing=name)
        return bool(text)

    def _to_finish(self, step: Step, operation: Operation, wanted: StepState) -> Step | None:
        """The running step; a simple update starts a pending one on the way."""
        if step.state is StepState.RUNNING:
            return step
        if operation.simple and step.state is StepState.PENDING:
            return self._start(step, operation)
        self.wrong(Code.BAD_TRANSITION, step, wanted=wanted.value)
        return None

    def _ended(self, step: Step, **how: object) -> tuple[Attempt, ...]:
        *earlier, last = step.attempts
        ended = replace(last, ended=max(self.now, last.started))
        return (*earlier, replace(ended, **how))  # type: ignore[arg-type]

    def _says_the_same(self, step: Step, operation: Operation) -> bool:
        return operation.text[:MAX_RESULT] == step.result and (
            operation.simple or operation.evidence == step.evidence
        )

    def _add(self, operation: Operation) -> None:
        if operation.replaces is not None:
            old = self.plan.step(operation.replaces)
            if old is None:
                self.wrong(Code.UNKNOWN_STEP, step=f"s{operation.replaces}")
                return
            if not old.state.passed:
                self.wrong(Code.BAD_TRANSITION, old, wanted="replaced")
                return
        if not operation.text:
            return
        id_ = self.plan.last_step + 1
        step = Step(id_, operation.text, self.now, replaces=operation.replaces)
        place = self._place_behind(operation.after, step)
        if place is None:
            return
        steps = (*self.plan.steps[:place], step, *self.plan.steps[place:])
        self.plan = replace(self.plan, steps=steps, last_step=id_)

    def _place_behind(self, after: int | None, moved: Step) -> int | None:
        """Where a pending step comes to stand; never ahead of one that was begun."""
        steps = [step for step in self.plan.steps if step.id != moved.id]
        if after is None:
            return len(steps)
        place = 0
        if after:
            found = [number for number, step in enumerate(steps) if step.id == after]
            if not found:
                self.wrong(Code.UNKNOWN_STEP, step=f"s{after}")
                return None
            place = found[0] + 1
        begun = [step for step in steps[place:] if step.state is not StepState.PENDING]
        if begun:
            self.wrong(Code.HISTORY_CHANGED, begun[0])
            return None
        return place

    def _pending(self, step: Step, wanted: str) -> bool:
        if step.state is StepState.PENDING:
            return True
        code = Code.HISTORY_CHANGED if step.state.passed else Code.BAD_TRANSITION
        self.wrong(code, step, wanted=wanted)
        return False

    def _skip(self, step: Step, operation: Operation) -> None:
        if self._pending(step, StepState.SKIPPED):
            self._put(replace(step, state=StepState.SKIPPED, reason=operation.text, by=self.hand.person))

    def _cancel(self, step: Step, operation: Operation) -> None:
        if step.state.passed:
            self.wrong(Code.HISTORY_CHANGED, step)
            return
        attempts = step.attempts
        if step.state is StepState.RUNNING:
            attempts = self._ended(step)
        self._put(
            replace(
                step,
                state=StepState.CANCELLED,
                attempts=attempts,
                reason=operation.text,
                by=self.hand.person,
            )
        )

    def _retry(self, step: Step, operation: Operation) -> None:
        if step.state is not StepState.FAILED:
            self.wrong(Code.BAD_TRANSITION, step, wanted=StepState.PENDING.value)
            return
        # Its attempts stay told; a person's retry always leaves room for one more.
        limit = max(step.limit, len(step.attempts) + 1)
        self._put(replace(step, state=StepState.PENDING, reason="", limit=limit))

    def _edit(self, step: Step, operation: Operation) -> None:
        if operation.text and self._pending(step, "edited"):
            self._put(replace(step, name=operation.text))

    def _remove(self, step: Step, operation: Operation) -> None:
        if self._pending(step, "removed"):
            steps = tuple(each for each in self.plan.steps if each.id != step.id)
            self.plan = replace(self.plan, steps=steps)

    def _move(self, step: Step, operation: Operation) -> None:
        if not self._pending(step, "moved"):
            return
        place = self._place_behind(operation.after, step)
        if place is not None:
            steps = [each for each in self.plan.steps if each.id != step.id]
            self.plan = replace(self.plan, steps=(*steps[:place], step, *steps[place:]))


_ACTS: dict[Act, Callable[[_Work, Step, Operation], object]] = {
    Act.START: _Work._start,  # noqa: SLF001
    Act.DONE: _Work._done,  # noqa: SLF001
    Act.FAIL: _Work._fail,  # noqa: SLF001
    Act.SKIP: _Work._skip,  # noqa: SLF001
    Act.CANCEL: _Work._cancel,  # noqa: SLF001
    Act.RETRY: _Work._retry,  # noqa: SLF001
    Act.EDIT: _Work._edit,  # noqa: SLF001
    Act.REMOVE: _Work._remove,  # noqa: SLF001
    Act.MOVE: _Work._move,  # noqa: SLF001
}

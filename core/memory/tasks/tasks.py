"""The agent's hand on the tasks of one person: it proposes, code decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.errors import ErrorCode, Invalid, NotFound
from core.gate.canonical import canonical, lone_surrogate
from core.gate.trust import Trust, trust_of
from core.memory.ground import Ground
from core.memory.names import without_secrets
from core.memory.tasks import reading, writing
from core.memory.tasks.judge import Hand
from core.memory.tasks.legal import Legal, legal
from core.memory.tasks.log import TaskEvent
from core.memory.tasks.operation import (
    MAX_GOAL,
    MAX_ID,
    MAX_NAME,
    MAX_STEPS,
    Act,
    Operation,
    Patch,
    Reader,
    read_operations,
    read_simple,
)
from core.memory.tasks.plan import Plan, TaskState
from core.memory.tasks.problem import Problem
from core.memory.tasks.rules import Code
from core.memory.tasks.step import Step
from core.memory.tasks.update import InvalidUpdate, Task, UpdateOutcome, UpdateResult
from core.memory.tasks.writing import Completed

_OPEN = (TaskState.OPEN, TaskState.PAUSED)
# What may move a task: the agent itself, or the word of a person. Never a tool, a page or a memory.
_ACTORS = ("agent", "user", "operator", "maintainer", "system")


class Tasks:
    """Tasks with ordered steps, whose state lies outside the model."""

    def __init__(self, ground: Ground, completed: Completed | None = None) -> None:
        self._ground = ground
        self._completed = completed

    def create(self, name: str, goal: str, steps: Sequence[str], *, source: str = "") -> UpdateResult:
        """Keep a new task; the same name with the same plan gives the task that is there.

        Raises:
            InvalidUpdate: an empty or too large plan, a wrong type, an untrusted source, or another
                plan under the same name.
            Invalid: the name is none.
        """
        name = self._checked(name)
        # With the person's row there is the key by which a secret in a name is masked.
        reader = Reader(self._ground.admit().salt)
        name = self._name(name)
        goal = reader.text("goal", goal, MAX_GOAL, needed=True)
        made = self._steps(reader, steps)
        source = self._source(reader, source)
        problems = [*reader.problems, *self._distrust(source)]
        if problems:
            raise InvalidUpdate(tuple(problems))
        plan = Plan(goal, made, 0, 0, 0, last_step=len(made))
        operations = (Operation(Act.ADD, text=goal), *(Operation(Act.ADD, text=step.name) for step in made))
        result = writing.create(self._ground, name, plan, Patch(operations, (), source=source))
        if result.outcome is UpdateOutcome.REFUSED:
            raise InvalidUpdate(result.problems, result)
        return result

    def apply(
        self,
        task: str,
        update: Mapping[str, Any],
        *,
        source: str = "",
        op_id: str | None = None,
        base_rev: int | None = None,
    ) -> UpdateResult:
        """Carry out ``{"step", "status", "output"}`` for a step by its unique name or its number.

        A pending step is started and finished at once; ``status`` is running, done or failed.

        Raises:
            InvalidUpdate: a rule refused it; the proposal is kept in the task's log.
            NotFound: there is no such task.
        """
        reader = self._reader()
        operations = read_simple(reader, update)
        result = self._propose(task, reader, operations, source, op_id, base_rev)
        if result.outcome is UpdateOutcome.REFUSED:
            raise InvalidUpdate(result.problems, result)
        return result

    def propose(
        self,
        task: str,
        operations: Sequence[Mapping[str, Any]],
        *,
        base_rev: int,
        op_id: str | None = None,
        source: str = "",
    ) -> UpdateResult:
        """Propose a patch: operations such as ``{"op": "start", "step": "s2"}``, all or nothing.

        ``done`` takes a result and the id of its evidence, ``fail`` a reason, ``add`` a name. A
        refusal is an answer, not an error: it lists every problem and what is legal next.

        Raises:
            NotFound: there is no such task.
        """
        reader = self._reader()
        read = read_operations(reader, operations)
        if base_rev is None:
            reader.wrong(Code.MALFORMED, problem="missing", field="base_rev")
        return self._propose(task, reader, read, source, op_id, base_rev)

    def next_step(self, task: str) -> Step | None:
        """The first step that is not done, skipped or cancelled; None when all are.

        Raises:
            NotFound: there is no such task.
        """
        return self.get(task).plan.current

    def get(self, task: str) -> Task:
        """The task of that name.

        Raises:
            NotFound: there is none.
        """
        return reading.find(self._ground, self._name(task))

    def legal(self, task: str) -> tuple[Legal, ...]:
        """What this process may propose next.

        Raises:
            NotFound: there is no such task.
        """
        found = self.get(task)
        return legal(found.plan, reading.seen_by(found, Hand()))

    def listed(self, *, finished: bool = False, limit: int = 200, offset: int = 0) -> list[Task]:
        """The open tasks, or all of them, the one that changed last first."""
        states = tuple(TaskState) if finished else _OPEN
        return reading.listed(self._ground, states, limit, offset)

    def counts(self) -> dict[TaskState, int]:
        """How many tasks stand in each state."""
        return reading.counts(self._ground)

    def log(self, task: str, limit: int = 200, offset: int = 0) -> list[TaskEvent]:
        """Everything that was proposed to a task, refusals included, the newest first; -1 is all of it.

        Raises:
            NotFound: there is no such task.
        """
        return reading.log(self._ground, self._name(task), limit, offset)

    def artefact(self, task: str, id_: int) -> str:
        """The whole of an output that was too long for its step.

        Raises:
            NotFound: there is no such task or output.
        """
        return reading.artefact(self._ground, self._name(task), id_)

    def _propose(
        self,
        task: str,
        reader: Reader,
        operations: tuple[Operation, ...],
        source: str,
        op_id: str | None,
        base_rev: int | None,
        person: str = "",
        note: str = "",
    ) -> UpdateResult:
        source = self._source(reader, source) if not person else f"operator:{person}"
        op_id = reader.text("op_id", op_id, MAX_ID) or None
        base_rev = reader.number("base_rev", base_rev)
        patch = Patch(operations, tuple(reader.problems), base_rev, op_id, source, note)
        hand = Hand(person, not self._distrust(source))
        return writing.propose(self._ground, self._name(task), patch, hand, self._completed)

    def _steps(self, reader: Reader, steps: object) -> tuple[Step, ...]:
        if not isinstance(steps, Sequence) or isinstance(steps, str | bytes):
            reader.wrong(Code.MALFORMED, problem="type", field="steps", expected="a list of texts")
            return ()
        if not steps:
            reader.wrong(Code.EMPTY_PLAN)
        if len(steps) > MAX_STEPS:
            reader.wrong(Code.TOO_LARGE, field="steps", limit=MAX_STEPS, length=len(steps))
            return ()
        made = []
        for reader.place, step in enumerate(steps):
            made.append(Step(reader.place + 1, reader.text("step", step, MAX_NAME, needed=True), 0))
        reader.place = None
        return tuple(made)

    def _reader(self) -> Reader:
        with self._ground.database.read() as connection:
            subject = self._ground.subject(connection)
        if subject is None:
            raise NotFound(ErrorCode.NO_TASK)
        return Reader(subject.salt)

    def _source(self, reader: Reader, source: str) -> str:
        own = f"{self._ground.actor.role}:{self._ground.actor.name}"
        return reader.text("source", source or own, MAX_NAME + 10) or own

    def _distrust(self, source: str) -> list[Problem]:
        prefix = source.partition(":")[0]
        if prefix in _ACTORS and trust_of(source) is not Trust.NONE:
            return []
        return [Problem(Code.UNTRUSTED_ACTOR, None, {"source": source})]

    def _name(self, name: object) -> str:
        """A task's name as it is kept: without its secrets."""
        checked = self._checked(name)
        with self._ground.database.read() as connection:
            subject = self._ground.subject(connection)
        return without_secrets(checked, None if subject is None else subject.salt)

    def _checked(self, name: object) -> str:
        if not isinstance(name, str):
            raise Invalid("task", "type", expected="str", got=type(name).__name__)
        if not name.strip():
            raise Invalid("task", "empty")
        if len(name) > MAX_NAME:
            raise Invalid("task", "too_long", limit=MAX_NAME, length=len(name))
        if lone_surrogate(name) is not None:
            raise Invalid("task", "not_text")
        return canonical(name)

"""Reading tasks: what stands, what is stale, what was proposed."""

from __future__ import annotations

from dataclasses import replace

import apsw

from core import audit
from core.errors import ErrorCode, NotFound
from core.memory.ground import Ground
from core.memory.tasks.fold import plan_of
from core.memory.tasks.judge import Hand
from core.memory.tasks.log import TaskEvent, event_of
from core.memory.tasks.owner import Owner, is_gone
from core.memory.tasks.plan import TaskState
from core.memory.tasks.update import Task
from core.store import task_rows
from core.store.task_rows import TaskRow


def task_of(connection: apsw.Connection, scope: int, row: TaskRow, now: int) -> Task:
    """A task as it stands; nothing is changed by looking, a stale step is only called stale."""
    plan = plan_of(row.plan, row.id)
    owner, stale = None, False
    if plan.running is not None:
        lease = task_rows.lease(connection, scope, row.id)
        owner = None if lease is None else Owner.of(lease)
        stale = is_gone(lease, now)
    return Task(row.id, row.name, plan, owner, stale, task_rows.refused(connection, scope, row.id))


def find(ground: Ground, name: str) -> Task:
    """The task of that name.

    Raises:
        NotFound: there is none.
    """
    with ground.read() as (connection, scope):
        row = None if scope is None else task_rows.by_name(connection, scope, name)
        if scope is None or row is None:
            raise NotFound(ErrorCode.NO_TASK)
        return task_of(connection, scope, row, ground.clock())


def listed(ground: Ground, states: tuple[TaskState, ...], limit: int, offset: int) -> list[Task]:
    """Tasks in these states, the one that changed last first."""
    with ground.read() as (connection, scope):
        if scope is None:
            return []
        rows = task_rows.listed(connection, scope, states, limit, offset)
        return [task_of(connection, scope, row, ground.clock()) for row in rows]


def counts(ground: Ground) -> dict[TaskState, int]:
    """How many tasks stand in each state."""
    with ground.read() as (connection, scope):
        found = {} if scope is None else task_rows.count_by_state(connection, scope)
    return {state: found.get(state, 0) for state in TaskState}


def log(ground: Ground, name: str, limit: int, offset: int) -> list[TaskEvent]:
    """A task's log, the newest first.

    Raises:
        NotFound: there is no such task.
    """
    with ground.read() as (connection, scope):
        row = None if scope is None else task_rows.by_name(connection, scope, name)
        if scope is None or row is None:
            raise NotFound(ErrorCode.NO_TASK)
        rows = task_rows.events(connection, scope, row.id, limit, offset)
        names = {actor: audit.name_of(connection, actor) or "" for actor in {each.actor for each in rows}}
        return [event_of(each, names[each.actor]) for each in rows]


def artefact(ground: Ground, name: str, id_: int) -> str:
    """The whole of an output that was too long for its step.

    Raises:
        NotFound: there is no such task or output.
    """
    with ground.read() as (connection, scope):
        row = None if scope is None else task_rows.by_name(connection, scope, name)
        text = None
        if scope is not None and row is not None:
            text = task_rows.artefact(connection, scope, row.id, id_)
    if text is None:
        raise NotFound(ErrorCode.NO_TASK)
    return text


def seen_by(task: Task, hand: Hand) -> Hand:
    """The hand, knowing whether somebody else works on the task's running step."""
    if task.owner is None or task.is_stale or task.owner == Owner.this():
        return replace(hand, other=None)
    return replace(hand, other=(task.owner.pid, task.owner.host))

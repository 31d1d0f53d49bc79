"""Rows of tasks: the plan as it stands, the log it is folded from, long outputs, and leases.

The log only grows. The one column of it that moves is how often the same refused proposal came again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import apsw

from core.store import statement
from core.store.text import decoded


class TaskRow(NamedTuple):
    """One task; ``plan`` is what the log folds to at ``rev``."""

    id: int
    name: str
    rev: int
    state: str
    plan: str
    created_at: int
    changed_at: int


class EventRow(NamedTuple):
    """One proposal and its verdict; ``rev`` is the revision the task then had."""

    seq: int
    rev: int
    at: int
    actor: int
    source: str
    act: str
    verdict: str
    base_rev: int | None
    op_id: str | None
    digest: bytes
    proposal: str
    before: str | None
    after: str | None
    problems: str | None
    note: str | None
    times: int


class LeaseRow(NamedTuple):
    """The process that works on a task's running step, and until when it is believed."""

    step: int
    host: str
    process: str
    until: int


_TASK = ", ".join(TaskRow._fields)
_EVENT = ", ".join(EventRow._fields)
# Read as bytes, so that one row with bad UTF-8 cannot hide the list it stands in.
_TASK_TEXTS = frozenset({"name", "plan"})
_EVENT_TEXTS = frozenset({"source", "op_id", "proposal", "before", "after", "problems", "note"})
_READ_TASK = ", ".join(f"CAST({each} AS BLOB)" if each in _TASK_TEXTS else each for each in TaskRow._fields)
_READ_EVENT = ", ".join(
    f"CAST({each} AS BLOB)" if each in _EVENT_TEXTS else each for each in EventRow._fields
)
_LEASE = ", ".join(LeaseRow._fields)


def _task(row: Sequence[Any]) -> TaskRow:
    return TaskRow(*_readable(TaskRow._fields, _TASK_TEXTS, row))


def _event(row: Sequence[Any]) -> EventRow:
    return EventRow(*_readable(EventRow._fields, _EVENT_TEXTS, row))


def _readable(fields: Sequence[str], texts: frozenset[str], row: Sequence[Any]) -> list[Any]:
    return [
        decoded(value)[0] if name in texts and value is not None else value
        for name, value in zip(fields, row, strict=True)
    ]


def by_name(connection: apsw.Connection, scope: int, name: str) -> TaskRow | None:
    """The task of that name."""
    rows = statement.rows(
        connection, f"SELECT {_READ_TASK} FROM tasks WHERE scope = ? AND name = ?", (scope, name)
    )
    return _task(rows[0]) if rows else None


def by_id(connection: apsw.Connection, scope: int, id_: int) -> TaskRow | None:
    """The task of that number."""
    rows = statement.rows(
        connection, f"SELECT {_READ_TASK} FROM tasks WHERE scope = ? AND id = ?", (scope, id_)
    )
    return _task(rows[0]) if rows else None


def listed(
    connection: apsw.Connection, scope: int, states: tuple[str, ...], limit: int, offset: int
) -> list[TaskRow]:
    """The tasks in one of these states, the one that changed last first."""
    marks = ", ".join("?" * len(states))
    rows = statement.rows(
        connection,
        f"SELECT {_READ_TASK} FROM tasks WHERE scope = ? AND state IN ({marks})"
        " ORDER BY changed_at DESC, id DESC LIMIT ? OFFSET ?",
        (scope, *states, limit, offset),
    )
    return [_task(row) for row in rows]


def count_by_state(connection: apsw.Connection, scope: int) -> dict[str, int]:
    """How many tasks there are in each state."""
    return dict(
        statement.rows(
            connection, "SELECT state, count(*) FROM tasks WHERE scope = ? GROUP BY state", (scope,)
        )
    )


def next_id(tx: apsw.Connection, scope: int) -> int:
    """The number of the scope's next task."""
    return statement.number(tx, "SELECT max(id) FROM tasks WHERE scope = ?", (scope,)) + 1


def insert(tx: apsw.Connection, scope: int, row: TaskRow) -> None:
    """Add a task whose number came from `next_id` in the same transaction."""
    tx.execute(f"INSERT INTO tasks(scope, {_TASK}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (scope, *row))


def move(tx: apsw.Connection, scope: int, row: TaskRow, base_rev: int) -> bool:
    """Bring a task from ``base_rev`` to the row's revision; False when somebody else moved it first."""
    tx.execute(
        "UPDATE tasks SET rev = ?, state = ?, plan = ?, changed_at = ?"
        " WHERE scope = ? AND id = ? AND rev = ?",
        (row.rev, row.state, row.plan, row.changed_at, scope, row.id, base_rev),
    )
    return tx.changes() == 1


def append(tx: apsw.Connection, scope: int, task: int, row: EventRow) -> int:
    """Add an event at the end of a task's log, under the next number; that number."""
    seq = 1 + statement.number(
        tx, "SELECT max(seq) FROM task_events WHERE scope = ? AND task = ?", (scope, task)
    )
    tx.execute(
        f"INSERT INTO task_events(scope, task, {_EVENT}) VALUES (?, ?{', ?' * len(row)})",
        (scope, task, *row._replace(seq=seq)),
    )
    return seq


def came_again(tx: apsw.Connection, scope: int, task: int, again: EventRow) -> int | None:
    """Count a refusal of the same proposal at the same revision once more; its number, None if it is new."""
    rows = statement.rows(
        tx,
        "UPDATE task_events SET times = times + 1, at = max(at, ?)"
        " WHERE scope = ? AND task = ? AND rev = ? AND verdict = 'refused' AND digest = ? AND source = ?"
        " AND problems = ? RETURNING seq",
        (again.at, scope, task, again.rev, again.digest, again.source, again.problems),
    )
    return int(rows[0][0]) if rows else None


def accepted_operation(connection: apsw.Connection, scope: int, task: int, op_id: str) -> EventRow | None:
    """The event an operation of that id was accepted as."""
    rows = statement.rows(
        connection,
        f"SELECT {_READ_EVENT} FROM task_events WHERE scope = ? AND task = ? AND op_id = ? AND verdict = 'accepted'",
        (scope, task, op_id),
    )
    return _event(rows[0]) if rows else None


def event(connection: apsw.Connection, scope: int, task: int, seq: int) -> EventRow | None:
    """One event of a log."""
    rows = statement.rows(
        connection,
        f"SELECT {_READ_EVENT} FROM task_events WHERE scope = ? AND task = ? AND seq = ?",
        (scope, task, seq),
    )
    return _event(rows[0]) if rows else None


def events(connection: apsw.Connection, scope: int, task: int, limit: int, offset: int) -> list[EventRow]:
    """A task's log, the newest first; a negative limit means all of it."""
    rows = statement.rows(
        connection,
        f"SELECT {_READ_EVENT} FROM task_events WHERE scope = ? AND task = ? ORDER BY seq DESC LIMIT ? OFFSET ?",
        (scope, task, limit, offset),
    )
    return [_event(row) for row in rows]


def last_at(connection: apsw.Connection, scope: int, task: int) -> int:
    """When the newest entry of a task's log was made; 0 before the first."""
    return statement.number(
        connection,
        "SELECT at FROM task_events WHERE scope = ? AND task = ? ORDER BY seq DESC LIMIT 1",
        (scope, task),
    )


def refused(connection: apsw.Connection, scope: int, task: int) -> int:
    """How many different proposals to a task were refused."""
    return statement.number(
        connection,
        "SELECT count(*) FROM task_events WHERE scope = ? AND task = ? AND verdict = 'refused'",
        (scope, task),
    )


def put_artefact(tx: apsw.Connection, scope: int, task: int, id_: int, text: str) -> None:
    """Keep the whole of an output that is too long for its step."""
    tx.execute(
        "INSERT INTO task_artefacts(scope, task, id, text) VALUES (?, ?, ?, ?)", (scope, task, id_, text)
    )


def artefact(connection: apsw.Connection, scope: int, task: int, id_: int) -> str | None:
    """A kept output."""
    rows = statement.rows(
        connection,
        "SELECT CAST(text AS BLOB) FROM task_artefacts WHERE scope = ? AND task = ? AND id = ?",
        (scope, task, id_),
    )
    return decoded(rows[0][0])[0] if rows else None


def lease(connection: apsw.Connection, scope: int, task: int) -> LeaseRow | None:
    """Who works on a task's running step."""
    rows = statement.rows(
        connection, f"SELECT {_LEASE} FROM task_leases WHERE scope = ? AND task = ?", (scope, task)
    )
    return LeaseRow(*rows[0]) if rows else None


def grant(tx: apsw.Connection, scope: int, task: int, row: LeaseRow) -> None:
    """Give a process the running step of a task."""
    tx.execute(
        f"INSERT OR REPLACE INTO task_leases(scope, task, {_LEASE}) VALUES (?, ?, ?, ?, ?, ?)",
        (scope, task, *row),
    )


def renew(tx: apsw.Connection, scope: int, task: int, process: str, until: int) -> bool:
    """Prolong a process's lease; False when it is not its own any more."""
    tx.execute(
        "UPDATE task_leases SET until = max(until, ?) WHERE scope = ? AND task = ? AND process = ?",
        (until, scope, task, process),
    )
    return tx.changes() == 1


def release(tx: apsw.Connection, scope: int, task: int) -> None:
    """End the lease of a task."""
    tx.execute("DELETE FROM task_leases WHERE scope = ? AND task = ?", (scope, task))

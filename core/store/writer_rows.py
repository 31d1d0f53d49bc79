"""Rows of runs that were handed to a writer."""

from __future__ import annotations

from typing import NamedTuple

import apsw

from core.store import statement


class WriterRow(NamedTuple):
    """One row without its scope; times in microseconds.

    ``turns`` holds the run's words only while it waits to be tried again; of a run that was read it keeps
    who spoke.
    """

    run: str
    writer: str
    state: str
    turns: str | None
    at: int
    tried_at: int | None
    attempts: int
    problem: str | None
    prompt_tokens: int | None
    completion_tokens: int | None
    cost: float | None


_COLUMNS = ", ".join(WriterRow._fields)
_SOURCES = (
    "(SELECT json_group_array(json_array(value ->> 0, '', value ->> 2)) FROM json_each(turns)) AS turns"
)


def put(tx: apsw.Connection, scope: int, row: WriterRow) -> None:
    """Write a run as it now stands."""
    marks = ", ".join("?" * len(row))
    tx.execute(
        f"INSERT INTO writer_runs(scope, {_COLUMNS}) VALUES (?, {marks})"
        " ON CONFLICT(scope, run) DO UPDATE SET writer = excluded.writer, state = excluded.state,"
        " turns = excluded.turns, tried_at = excluded.tried_at, attempts = excluded.attempts,"
        " problem = excluded.problem, prompt_tokens = excluded.prompt_tokens,"
        " completion_tokens = excluded.completion_tokens, cost = excluded.cost",
        (scope, *row),
    )


def by_run(connection: apsw.Connection, scope: int, run: str) -> WriterRow | None:
    """One run of one scope."""
    rows = statement.rows(
        connection, f"SELECT {_COLUMNS} FROM writer_runs WHERE scope = ? AND run = ?", (scope, run)
    )
    return WriterRow(*rows[0]) if rows else None


def waiting(connection: apsw.Connection, scope: int) -> list[WriterRow]:
    """Runs that wait to be tried again, the oldest first."""
    rows = statement.rows(
        connection,
        f"SELECT {_COLUMNS} FROM writer_runs INDEXED BY writer_runs_waiting"
        " WHERE scope = ? AND state = 'waiting' ORDER BY at, run",
        (scope,),
    )
    return [WriterRow(*row) for row in rows]


def listed(connection: apsw.Connection, scope: int, limit: int) -> list[WriterRow]:
    """The newest runs; of their turns only who spoke, a list shows no words."""
    rows = statement.rows(
        connection,
        f"SELECT {_COLUMNS.replace('turns', _SOURCES, 1)} FROM writer_runs"
        " WHERE scope = ? ORDER BY at DESC, run LIMIT ?",
        (scope, limit),
    )
    return [WriterRow(*row) for row in rows]

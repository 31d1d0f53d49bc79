"""One scope's runs: handed over, read, or waiting to be tried again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from core import audit
from core.change import Change
from core.clock import optional_datetime, to_datetime
from core.errors import Invalid
from core.gate import Turn, cleaned
from core.memory.ground import Ground
from core.store import writer_rows
from core.store.writer_rows import WriterRow

_LONGEST_NAME = 200
_MOST_TURNS = 10_000


class RunState(StrEnum):
    """Where a run stands."""

    WAITING = "waiting"
    DONE = "done"
    DECLINED = "declined"


@dataclass(frozen=True, slots=True)
class WriterRun:
    """A run as the books know it.

    Attributes:
        turns: with their words only where they are asked for to be read; else who spoke.
        problem: why the last attempt failed.
        cost: in the currency of the price table; None where nobody gave a price.
    """

    id: str
    writer: str
    state: RunState
    turns: tuple[Turn, ...]
    at: datetime
    tried_at: datetime | None
    attempts: int
    problem: str | None
    prompt_tokens: int | None
    completion_tokens: int | None
    cost: float | None

    @property
    def sources(self) -> tuple[str, ...]:
        """What its notes may name as their source, in the order it first spoke."""
        return tuple(dict.fromkeys(turn.source for turn in self.turns))


class WriterBooks:
    """Keeps what a writer has to read, and what it has read."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def hand_over(self, run: str, turns: Sequence[Turn], writer: str) -> Change:
        """Keep a run until a writer has read it; handed over again it waits again.

        Raises:
            Invalid: no name, or more turns than a run can have.
            Gone: the person was erased.
        """
        if not run or len(run) > _LONGEST_NAME:
            raise Invalid("run", "name")
        if len(turns) > _MOST_TURNS:
            raise Invalid("turns", "too_many", limit=_MOST_TURNS)
        with self._ground.write() as writing:
            salt = writing.subject.salt
            said = [[cleaned(turn.source, salt), cleaned(turn.text, salt), turn.is_outcome] for turn in turns]
            text = json.dumps(said, ensure_ascii=False)
            row = WriterRow(run, writer, RunState.WAITING, text, writing.now, None, 0, None, None, None, None)
            writer_rows.put(writing.tx, writing.scope, row)
            writing.journal(audit.Entry(audit.Action.WRITER_RUN, "writer_run", code=RunState.WAITING))
        return Change(frozenset({"writer_run"}))

    def tried(
        self,
        run: str,
        state: RunState,
        *,
        problem: str | None = None,
        prompt_tokens: int | None = None,
        completion_tokens: int | None = None,
        cost: float | None = None,
    ) -> Change:
        """Note an attempt; the words of a run that no longer waits are dropped, who spoke in it is kept.

        Raises:
            Invalid: no such run was handed over.
        """
        with self._ground.write() as writing:
            before = writer_rows.by_run(writing.tx, writing.scope, run)
            if before is None:
                raise Invalid("run", "unknown", value=run[:40])
            row = before._replace(
                state=state,
                turns=before.turns if state is RunState.WAITING else _without_words(before.turns),
                tried_at=writing.now,
                attempts=before.attempts + 1,
                problem=problem,
                prompt_tokens=_tokens(before.prompt_tokens, prompt_tokens),
                completion_tokens=_tokens(before.completion_tokens, completion_tokens),
                cost=_money(before.cost, cost),
            )
            writer_rows.put(writing.tx, writing.scope, row)
            writing.journal(audit.Entry(audit.Action.WRITER_RUN, "writer_run", code=state.value))
        return Change(frozenset({"writer_run"}))

    def queued(self) -> list[WriterRun]:
        """Runs to try again, the oldest first."""
        with self._ground.read() as (connection, scope):
            rows = [] if scope is None else writer_rows.waiting(connection, scope)
        return [_run(row) for row in rows]

    def runs(self, limit: int = 200) -> list[WriterRun]:
        """The newest runs, without the words of their turns."""
        with self._ground.read() as (connection, scope):
            rows = [] if scope is None else writer_rows.listed(connection, scope, limit)
        return [_run(row) for row in rows]


def _run(row: WriterRow) -> WriterRun:
    said = json.loads(row.turns) if row.turns else []
    return WriterRun(
        row.run,
        row.writer,
        RunState(row.state),
        tuple(Turn(source, text, bool(is_outcome)) for source, text, is_outcome in said),
        to_datetime(row.at),
        optional_datetime(row.tried_at),
        row.attempts,
        row.problem,
        row.prompt_tokens,
        row.completion_tokens,
        row.cost,
    )


def _without_words(turns: str | None) -> str | None:
    if turns is None:
        return None
    kept = [[source, "", is_outcome] for source, _, is_outcome in json.loads(turns)]
    return json.dumps(kept, ensure_ascii=False)


def _tokens(before: int | None, more: int | None) -> int | None:
    return more if before is None else before + (more or 0)


def _money(before: float | None, more: float | None) -> float | None:
    return more if before is None else before + (more or 0.0)

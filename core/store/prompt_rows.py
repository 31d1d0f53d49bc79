"""Rows of prompts that were built, and of the records in each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import apsw

from core.store import statement


class PromptRow(NamedTuple):
    """One prompt without its scope and conversation.

    ``message`` is the newest message in it; ``ledger`` and ``texts`` are JSON.
    """

    id: int
    message: int
    at: int
    counter: str
    budget: int
    ledger: str
    texts: str | None = None


class PromptRecordRow(NamedTuple):
    """A record that was recalled for a prompt; ``shown`` is 0 where it found no room."""

    place: int
    record: int
    score: float | None
    fit: float | None
    shown: int


_PROMPT = ", ".join(PromptRow._fields)


def insert(
    tx: apsw.Connection, scope: int, conversation: str, row: PromptRow, records: Iterable[PromptRecordRow]
) -> None:
    """Add a prompt and what was recalled for it."""
    tx.execute(
        f"INSERT INTO prompts(scope, conversation, {_PROMPT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (scope, conversation, *row),
    )
    tx.executemany(
        "INSERT INTO prompt_records(scope, conversation, prompt, place, record, score, fit, shown)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [(scope, conversation, row.id, *each) for each in records],
    )


def prompts(connection: apsw.Connection, scope: int, conversation: str) -> list[PromptRow]:
    """The prompts of a conversation, in order."""
    rows = statement.rows(
        connection,
        f"SELECT {_PROMPT} FROM prompts WHERE scope = ? AND conversation = ? ORDER BY id",
        (scope, conversation),
    )
    return [PromptRow(*row) for row in rows]


def prompt(connection: apsw.Connection, scope: int, conversation: str, id_: int) -> PromptRow | None:
    """One prompt."""
    rows = statement.rows(
        connection,
        f"SELECT {_PROMPT} FROM prompts WHERE scope = ? AND conversation = ? AND id = ?",
        (scope, conversation, id_),
    )
    return PromptRow(*rows[0]) if rows else None


def count(connection: apsw.Connection, scope: int) -> int:
    """How many prompts of one scope something was recalled for."""
    return statement.number(
        connection,
        "SELECT count(*) FROM prompts WHERE scope = ?1 AND EXISTS (SELECT 1 FROM prompt_records r"
        " WHERE r.scope = ?1 AND r.conversation = prompts.conversation AND r.prompt = prompts.id)",
        (scope,),
    )


def records(connection: apsw.Connection, scope: int, conversation: str, prompt: int) -> list[PromptRecordRow]:
    """What was recalled for one prompt, in order."""
    rows = statement.rows(
        connection,
        "SELECT place, record, score, fit, shown FROM prompt_records"
        " WHERE scope = ? AND conversation = ? AND prompt = ? ORDER BY place",
        (scope, conversation, prompt),
    )
    return [PromptRecordRow(*row) for row in rows]


def shown(connection: apsw.Connection, scope: int, conversation: str) -> list[tuple[int, int]]:
    """Every prompt of a conversation with each record that had room in it."""
    rows = statement.rows(
        connection,
        "SELECT prompt, record FROM prompt_records WHERE scope = ? AND conversation = ? AND shown = 1"
        " ORDER BY prompt, place",
        (scope, conversation),
    )
    return [(int(prompt), int(record)) for prompt, record in rows]


def uses(connection: apsw.Connection, scope: int, record: int) -> list[tuple[str, int]]:
    """The conversations and prompts a record was shown in."""
    rows = statement.rows(
        connection,
        "SELECT conversation, prompt FROM prompt_records INDEXED BY prompt_records_by_record"
        " WHERE scope = ? AND record = ? AND shown = 1 ORDER BY conversation, prompt",
        (scope, record),
    )
    return [(str(conversation), int(prompt)) for conversation, prompt in rows]

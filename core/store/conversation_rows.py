"""Rows of conversations, their messages and hand-overs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import apsw

from core.store import statement


class ConversationRow(NamedTuple):
    """One conversation without its scope; times in microseconds.

    ``item`` is the mark of the last message an import brought: where it may grow.
    """

    id: str
    title: str | None
    origin: str | None
    item: bytes | None
    session: int
    started_at: int
    last_at: int
    last_message: int
    last_prompt: int


class MessageRow(NamedTuple):
    """One message without its scope and conversation; ``parts`` and ``calls`` are JSON.

    ``mark`` is a keyed hash of an imported message and of all that was said before it.
    """

    id: int
    session: int
    role: str
    content: str
    parts: str | None
    calls: str | None
    answers: str | None
    name: str | None
    at: int | None
    reported_tokens: int | None
    masked: int
    mark: bytes | None = None


class HandoffRow(NamedTuple):
    """What a new session of a conversation begins with."""

    session: int
    text: str
    at: int


_CONVERSATION = ", ".join(ConversationRow._fields)
_MESSAGE = ", ".join(MessageRow._fields)


def find(connection: apsw.Connection, scope: int, id_: str) -> ConversationRow | None:
    """One conversation of one scope."""
    rows = statement.rows(
        connection, f"SELECT {_CONVERSATION} FROM conversations WHERE scope = ? AND id = ?", (scope, id_)
    )
    return ConversationRow(*rows[0]) if rows else None


def by_item(connection: apsw.Connection, scope: int, item: bytes) -> ConversationRow | None:
    """The conversation whose imported messages end with this mark."""
    rows = statement.rows(
        connection,
        f"SELECT {_CONVERSATION} FROM conversations INDEXED BY conversations_by_item"
        " WHERE scope = ? AND item = ?",
        (scope, item),
    )
    return ConversationRow(*rows[0]) if rows else None


def marked(connection: apsw.Connection, scope: int, mark: bytes) -> tuple[str, int] | None:
    """A conversation that begins with what a mark stands for, and the number of its last message."""
    rows = statement.rows(
        connection,
        "SELECT conversation, id FROM messages INDEXED BY messages_by_mark"
        " WHERE scope = ? AND mark = ? LIMIT 1",
        (scope, mark),
    )
    return (rows[0][0], rows[0][1]) if rows else None


def copy_beginning(tx: apsw.Connection, scope: int, source: str, target: str, last: int) -> None:
    """Give a conversation the first messages of another, in its first session."""
    columns = ", ".join(MessageRow._fields)
    read = columns.replace("session", "1")
    tx.execute(
        f"INSERT INTO messages(scope, conversation, {columns})"
        f" SELECT scope, ?, {read} FROM messages WHERE scope = ? AND conversation = ? AND id <= ?",
        (target, scope, source, last),
    )


def person_spoke(connection: apsw.Connection, scope: int, conversation: str, last: int) -> bool:
    """Whether a user's message is among the first ones of a conversation."""
    return bool(
        statement.number(
            connection,
            "SELECT EXISTS (SELECT 1 FROM messages WHERE scope = ? AND conversation = ? AND id <= ?"
            " AND role = 'user')",
            (scope, conversation, last),
        )
    )


def put(tx: apsw.Connection, scope: int, row: ConversationRow) -> None:
    """Write a conversation as it now stands."""
    marks = ", ".join("?" * len(row))
    sets = ", ".join(f"{name} = excluded.{name}" for name in ConversationRow._fields if name != "id")
    tx.execute(
        f"INSERT INTO conversations(scope, {_CONVERSATION}) VALUES (?, {marks})"
        f" ON CONFLICT(scope, id) DO UPDATE SET {sets}",
        (scope, *row),
    )


def listed(connection: apsw.Connection, scope: int) -> list[ConversationRow]:
    """The conversations of one scope, the latest first."""
    rows = statement.rows(
        connection,
        f"SELECT {_CONVERSATION} FROM conversations WHERE scope = ? ORDER BY last_at DESC, id",
        (scope,),
    )
    return [ConversationRow(*row) for row in rows]


def turns(connection: apsw.Connection, scope: int) -> int:
    """How many turns the conversations of one scope have: the messages of its user."""
    return statement.number(
        connection, "SELECT count(*) FROM messages WHERE scope = ? AND role = 'user'", (scope,)
    )


def append(tx: apsw.Connection, scope: int, conversation: str, rows: Iterable[MessageRow]) -> None:
    """Add messages whose ids follow the conversation's last one."""
    marks = ", ".join("?" * len(MessageRow._fields))
    tx.executemany(
        f"INSERT INTO messages(scope, conversation, {_MESSAGE}) VALUES (?, ?, {marks})",
        [(scope, conversation, *row) for row in rows],
    )


def messages(
    connection: apsw.Connection, scope: int, conversation: str, after: int = 0, session: int | None = None
) -> list[MessageRow]:
    """Messages with an id above ``after``, in order; of one session or of all."""
    rows = statement.rows(
        connection,
        f"SELECT {_MESSAGE} FROM messages WHERE scope = ? AND conversation = ? AND id > ?"
        " AND (? IS NULL OR session = ?) ORDER BY id",
        (scope, conversation, after, session, session),
    )
    return [MessageRow(*row) for row in rows]


def sessions(connection: apsw.Connection, scope: int, conversation: str) -> dict[int, int]:
    """How many messages each session has that has any."""
    rows = statement.rows(
        connection,
        "SELECT session, count(*) FROM messages WHERE scope = ? AND conversation = ? GROUP BY session",
        (scope, conversation),
    )
    return {int(session): int(count) for session, count in rows}


def hand_over(tx: apsw.Connection, scope: int, conversation: str, row: HandoffRow) -> None:
    """Keep what a session begins with."""
    tx.execute(
        "INSERT INTO handoffs(scope, conversation, session, text, at) VALUES (?, ?, ?, ?, ?)",
        (scope, conversation, *row),
    )


def handoff(connection: apsw.Connection, scope: int, conversation: str, session: int) -> HandoffRow | None:
    """What one session began with."""
    rows = statement.rows(
        connection,
        "SELECT session, text, at FROM handoffs WHERE scope = ? AND conversation = ? AND session = ?",
        (scope, conversation, session),
    )
    return HandoffRow(*rows[0]) if rows else None

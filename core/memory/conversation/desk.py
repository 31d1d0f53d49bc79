"""Conversations as a person at the desk reads them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from core.clock import to_datetime
from core.errors import ErrorCode, NotFound
from core.memory.conversation.conversation import Conversation
from core.memory.conversation.intake import Foreign, TakenIn, take_in
from core.memory.conversation.message import Message
from core.memory.conversation.settings import Settings
from core.memory.conversation.stored import message_of
from core.memory.ground import Ground
from core.memory.tokens import TokenCounter
from core.store import conversation_rows
from core.store.conversation_rows import ConversationRow


@dataclass(frozen=True, slots=True)
class ConversationSummary:
    """One conversation in a list.

    Attributes:
        origin: the file and format it was imported from; None for one that was held here.
        prompts: how many prompts were built for it here.
    """

    id: str
    title: str | None
    origin: str | None
    sessions: int
    messages: int
    prompts: int
    started_at: datetime
    last_at: datetime


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """One session of a conversation.

    Attributes:
        handoff: what the session before left for it; None for the first.
        began_at: when that was written.
    """

    number: int
    messages: int
    handoff: str | None
    began_at: datetime | None


class OperatorConversations:
    """The conversations of one person; reading them changes nothing."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def listed(self) -> list[ConversationSummary]:
        """Every conversation, the latest first."""
        with self._ground.read() as (connection, scope):
            rows = [] if scope is None else conversation_rows.listed(connection, scope)
        return [_summary(row) for row in rows]

    def opened(self, id_: str, settings: Settings, counter: TokenCounter) -> Conversation:
        """One conversation under a setting, for reading.

        Raises:
            NotFound: no such conversation here.
        """
        with self._ground.read() as (connection, scope):
            row = None if scope is None else conversation_rows.find(connection, scope, id_)
        if row is None:
            raise NotFound(ErrorCode.NO_RECORD, conversation=True)
        return Conversation(self._ground, id_, settings, counter)

    def take_in(
        self, messages: Iterable[Message], *, title: str, origin: str, name: str, identity: str | None = None
    ) -> TakenIn:
        """Keep a conversation of a foreign file; see `core.memory.conversation.intake.take_in`."""
        return take_in(self._ground, messages, Foreign(title, origin, name, identity))

    def sessions(self, id_: str) -> list[SessionSummary]:
        """The sessions of a conversation, oldest first, with what each began with."""
        with self._ground.read() as (connection, scope):
            if scope is None or (row := conversation_rows.find(connection, scope, id_)) is None:
                return []
            counted = conversation_rows.sessions(connection, scope, id_)
            handoffs = [
                conversation_rows.handoff(connection, scope, id_, number)
                for number in range(1, row.session + 1)
            ]
        return [
            SessionSummary(
                number,
                counted.get(number, 0),
                None if handoff is None else handoff.text,
                None if handoff is None else to_datetime(handoff.at),
            )
            for number, handoff in enumerate(handoffs, 1)
        ]

    def session(self, id_: str, number: int) -> list[Message]:
        """The messages of one session, in order; those of an earlier one stay readable."""
        with self._ground.read() as (connection, scope):
            rows = [] if scope is None else conversation_rows.messages(connection, scope, id_, session=number)
        return [message_of(row) for row in rows]

    def messages(self, id_: str) -> list[Message]:
        """Every message of every session, in order."""
        with self._ground.read() as (connection, scope):
            rows = [] if scope is None else conversation_rows.messages(connection, scope, id_)
        return [message_of(row) for row in rows]


def _summary(row: ConversationRow) -> ConversationSummary:
    return ConversationSummary(
        row.id,
        row.title,
        row.origin,
        row.session,
        row.last_message,
        row.last_prompt,
        to_datetime(row.started_at),
        to_datetime(row.last_at),
    )

"""Conversations as a person at the desk reads them."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from core.audit import Action, Entry
from core.change import NOTHING, Change
from core.clock import to_datetime
from core.errors import ErrorCode, NotFound
from core.gate import cleaned
from core.memory.conversation.conversation import KINDS, Conversation
from core.memory.conversation.message import Message
from core.memory.conversation.settings import Settings
from core.memory.conversation.stored import cleaned_message, message_of, row_of, without_odd_numbers
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
class ImportedConversation:
    """What became of an imported conversation.

    Attributes:
        added: messages that were new; 0 when all were here already.
        masked: secrets that were taken out of them.
    """

    id: str
    added: int
    masked: int
    change: Change = NOTHING


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
        self,
        messages: Sequence[Message],
        *,
        title: str | None,
        origin: str,
        identity: str,
    ) -> ImportedConversation:
        """Keep a conversation of a foreign file; a file read again adds only what is new.

        Args:
            identity: what tells this conversation from every other: format, file and its id there.

        Raises:
            Gone: the person was erased.
            ReadOnly, Locked, Moved, StorageFailure: the file could not be written.
        """
        with self._ground.write() as writing:
            tx, scope, salt = writing.tx, writing.scope, writing.subject.salt
            item = hmac.digest(salt, b"conversation\0" + identity.encode("utf-8", "surrogatepass"), "sha256")[
                :16
            ]
            row = conversation_rows.by_item(tx, scope, item)
            if row is None:
                id_ = f"import-{item.hex()[:12]}"
                title = None if title is None else cleaned(title, salt)
                origin = cleaned(origin, salt)
                row = ConversationRow(id_, title, origin, item, 1, writing.now, writing.now, 0, 0)
            messages = [without_odd_numbers(message) for message in messages]
            fresh = messages[row.last_message :]
            cleans = [cleaned_message(message, salt) for message in fresh]
            rows = [row_of(clean, row.last_message + n, row.session) for n, clean in enumerate(cleans, 1)]
            if not rows and row.last_message:
                return ImportedConversation(row.id, 0, 0)
            times = [message.at for message in messages if message.at is not None]
            row = row._replace(
                started_at=min(times, default=row.started_at),
                last_at=max(times, default=row.last_at),
                last_message=row.last_message + len(rows),
            )
            conversation_rows.append(tx, scope, row.id, rows)
            conversation_rows.put(tx, scope, row)
            writing.journal(Entry(Action.IMPORT, "conversation", count=len(rows)))
        return ImportedConversation(
            row.id, len(rows), sum(clean.count for clean in cleans), Change(KINDS, tuple(r.id for r in rows))
        )

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

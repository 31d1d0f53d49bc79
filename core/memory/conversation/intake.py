"""Keeping a conversation of a foreign file, in pieces, so that its size does not matter.

Each message gets a mark: a keyed hash of what it says and of the mark before it, so a mark stands for a
whole beginning. The same conversation under another name is known again, one that grew gets only what is
new, and one whose past was changed is kept as a conversation of its own. Times and reported numbers are no
part of a mark: an export may write them anew.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from core.audit import Action, Entry
from core.change import NOTHING, Change
from core.gate import cleaned
from core.memory.conversation.conversation import KINDS
from core.memory.conversation.message import Message
from core.memory.conversation.stored import cleaned_message, row_of, without_odd_numbers
from core.memory.ground import Ground, Writing
from core.store import conversation_rows
from core.store.conversation_rows import ConversationRow

_MOST = 500
_MOST_CHARACTERS = 2_000_000
_BYTES = 16


@dataclass(frozen=True, slots=True)
class Foreign:
    """What a foreign conversation is called.

    Attributes:
        name: tells it from others of its format by more than its content: its id there, or its file.
        identity: its id there; two conversations of different ids are never taken for one. None where
            the format has none: then the content alone decides.
    """

    title: str
    origin: str
    name: str
    identity: str | None


@dataclass(frozen=True, slots=True)
class Differs:
    """A past that is not the one imported before.

    Attributes:
        conversation: the id of the earlier one, which stays as it is.
        message: the first message that differs, from 1 on.
    """

    conversation: str
    message: int


@dataclass(frozen=True, slots=True)
class TakenIn:
    """What became of an imported conversation.

    Attributes:
        id: the conversation that holds it; None when it has no messages.
        read: messages the file holds.
        added: messages that were new; 0 when all were here already.
        masked: secrets that were taken out of them.
        differs: where its past is not the one imported before; it was kept as one of its own then.
    """

    id: str | None = None
    read: int = 0
    added: int = 0
    masked: int = 0
    differs: Differs | None = None
    change: Change = NOTHING


def take_in(ground: Ground, messages: Iterable[Message], foreign: Foreign) -> TakenIn:
    """Keep a conversation; each piece is a transaction, and importing again goes on where one stopped.

    Raises:
        Gone: the person was erased.
        ReadOnly, Locked, Moved, StorageFailure: the file could not be written.
    """
    salt = ground.admit().salt
    begun = b"conversation\0" + (foreign.identity or "").encode("utf-8", "surrogatepass")
    before = hmac.digest(salt, begun, "sha256")[:_BYTES]
    total = TakenIn()
    ids: list[int] = []
    for piece in _pieces(messages):
        marks = _marks(salt, before, piece)
        with ground.write() as writing:
            taken = _Piece(writing, foreign, total.read, before, piece, marks).take()
        ids += taken.change.ids
        total = TakenIn(
            taken.id or total.id,
            total.read + len(piece),
            total.added + taken.added,
            total.masked + taken.masked,
            total.differs or taken.differs,
            Change(KINDS, tuple(ids)) if ids else NOTHING,
        )
        before = marks[-1]
    return total


def _pieces(messages: Iterable[Message]) -> Iterator[list[Message]]:
    piece: list[Message] = []
    size = 0
    for message in messages:
        piece.append(without_odd_numbers(message))
        size += len(message.content) + sum(len(part.raw or "") for part in message.parts)
        if len(piece) >= _MOST or size >= _MOST_CHARACTERS:
            yield piece
            piece, size = [], 0
    if piece:
        yield piece


def _marks(salt: bytes, before: bytes, piece: Sequence[Message]) -> list[bytes]:
    marks = []
    for message in piece:
        before = hmac.digest(salt, b"message\0" + before + _said(message), "sha256")[:_BYTES]
        marks.append(before)
    return marks


def _said(message: Message) -> bytes:
    parts = [[part.kind.value, part.text, part.raw] for part in message.parts]
    calls = [[call.id, call.name, call.arguments] for call in message.calls]
    said = [message.role.value, message.content, parts, calls, message.answers, message.name]
    return json.dumps(said).encode()


class _Piece:
    """Some messages in a row, inside one transaction."""

    def __init__(
        self,
        writing: Writing,
        foreign: Foreign,
        earlier: int,
        before: bytes,
        messages: Sequence[Message],
        marks: Sequence[bytes],
    ) -> None:
        self._writing, self._foreign = writing, foreign
        self._tx, self._scope, self._salt = writing.tx, writing.scope, writing.subject.salt
        self._earlier, self._messages = earlier, messages
        # The mark before each message; the last one is that of the whole piece.
        self._marks = [before, *marks]

    def take(self) -> TakenIn:
        """Keep what is not here yet."""
        known = self._known()
        if known == len(self._messages):
            found = conversation_rows.marked(self._tx, self._scope, self._marks[known])
            return TakenIn(found[0] if found else None)
        row, differs = self._place(self._earlier + known, self._marks[known])
        fresh = self._messages[known:]
        cleans = [cleaned_message(message, self._salt) for message in fresh]
        rows = [
            row_of(clean, row.last_message + number, row.session, self._marks[known + number])
            for number, clean in enumerate(cleans, 1)
        ]
        times = [message.at for message in fresh if message.at is not None]
        began = row.started_at if row.last_message else min(times, default=row.started_at)
        ends = [*times, row.last_at] if row.last_message else times
        row = row._replace(
            started_at=began,
            last_at=max(ends, default=row.last_at),
            last_message=row.last_message + len(rows),
            item=self._marks[-1],
        )
        conversation_rows.append(self._tx, self._scope, row.id, rows)
        conversation_rows.put(self._tx, self._scope, row)
        self._writing.journal(Entry(Action.IMPORT, "conversation", count=len(rows)))
        ids = tuple(each.id for each in rows)
        masked = sum(clean.count for clean in cleans)
        return TakenIn(row.id, 0, len(rows), masked, differs, Change(KINDS, ids))

    def _known(self) -> int:
        """How many of the messages are here; a mark stands for all before it, so they come first."""
        low, high = 0, len(self._messages)
        while low < high:
            middle = (low + high + 1) // 2
            if conversation_rows.marked(self._tx, self._scope, self._marks[middle]) is not None:
                low = middle
            else:
                high = middle - 1
        return low

    def _place(self, count: int, mark: bytes) -> tuple[ConversationRow, Differs | None]:
        """The conversation that ends with the known ones, or a new one that begins with them."""
        row = conversation_rows.by_item(self._tx, self._scope, mark) if count else None
        if row is not None and row.last_message == count:
            return row, None
        source = conversation_rows.marked(self._tx, self._scope, mark) if count else None
        id_, namesake = self._free_id()
        title, origin = (cleaned(text, self._salt) for text in (self._foreign.title, self._foreign.origin))
        now = self._writing.now
        row = ConversationRow(id_, title, origin, None, 1, now, now, 0, 0)
        if source is None:
            return row, None if namesake is None else Differs(namesake, 1)
        begun = conversation_rows.find(self._tx, self._scope, source[0])
        conversation_rows.copy_beginning(self._tx, self._scope, source[0], id_, count)
        row = row._replace(last_message=count)
        if begun is not None:
            row = row._replace(started_at=begun.started_at, last_at=begun.started_at)
        spoke = namesake is not None or conversation_rows.person_spoke(
            self._tx, self._scope, source[0], count
        )
        # Many conversations begin with the same system text; that alone makes none another's past.
        return row, Differs(source[0], count + 1) if spoke else None

    def _free_id(self) -> tuple[str, str | None]:
        """An id nobody has, and the latest conversation of that name if there is one."""
        key = b"name\0" + self._foreign.name.encode("utf-8", "surrogatepass")
        first = id_ = f"import-{hmac.digest(self._salt, key, 'sha256').hex()[:12]}"
        namesake, number = None, 1
        while conversation_rows.find(self._tx, self._scope, id_) is not None:
            namesake, number = id_, number + 1
            id_ = f"{first}-{number}"
        return id_, namesake

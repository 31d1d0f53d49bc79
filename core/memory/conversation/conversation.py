"""One stored conversation, as an agent's process holds it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.audit import Action, Entry
from core.change import NOTHING, Change
from core.errors import Invalid
from core.gate.masking import MaskedSpan
from core.memory.conversation.costs import Costs
from core.memory.conversation.cut import Cut, Cutter
from core.memory.conversation.history import History
from core.memory.conversation.message import Message, Part, Role, ToolCall
from core.memory.conversation.settings import Settings, Strategy
from core.memory.conversation.stored import cleaned_message, message_of, require_message, row_of
from core.memory.conversation.summarizing import MORE_THAN_KEPT, Summarized, Summarizer, folded_summary
from core.memory.conversation.trace import Trace, trace
from core.memory.ground import Ground, Writing
from core.memory.tokens.counter import TokenCounter
from core.store import conversation_rows
from core.store.conversation_rows import ConversationRow, HandoffRow

KINDS = frozenset({"conversation"})
_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Added:
    """The answer to one message.

    Attributes:
        id: its number in the conversation.
        masked: the secrets that were taken out of its text, by their place in the text as given.
    """

    id: int
    masked: tuple[MaskedSpan, ...]
    change: Change = NOTHING


class Conversation:
    """Appends messages, and tells what the model sees of them.

    Several processes may hold the same conversation; each reads what the others appended before it
    answers. The messages of earlier sessions stay readable and leave the prompt.
    """

    def __init__(
        self,
        ground: Ground,
        id_: str,
        settings: Settings,
        counter: TokenCounter,
        summarizer: Summarizer | None = None,
        *,
        overhead: bool = False,
    ) -> None:
        if not id_.strip() or len(id_) > _LONGEST_NAME:
            raise Invalid("conversation", "name")
        self.id = id_
        self.settings = settings
        self._ground = ground
        self._costs = Costs(counter, overhead)
        self._summarizer = summarizer
        self._session = 1
        self._last = 0
        self._handoff: str | None = None
        # The same messages give the same summary; a model is asked once for each range.
        self._told: dict[tuple[int, int], Summarized] = {}
        self._history = History(self._costs)
        self._cutter = Cutter(self._history, settings)

    @property
    def counter(self) -> TokenCounter:
        """What tokens are counted with."""
        return self._costs.counter

    @property
    def handoff(self) -> str | None:
        """What the session before left for this one."""
        return self._handoff

    def add(
        self,
        role: str,
        content: str = "",
        *,
        parts: Sequence[Part] = (),
        calls: Sequence[ToolCall] = (),
        answers: str | None = None,
        name: str | None = None,
        at: int | None = None,
        reported_tokens: int | None = None,
    ) -> Added:
        """Append a message; a secret in it is masked, the message is kept.

        Args:
            calls: the tool calls of an assistant's message.
            answers: the id of the call that a tool's message answers.
            at: microseconds since the epoch; now where it is not given.
            reported_tokens: what the API reported for the prompt behind an assistant's message.

        Raises:
            Invalid: an unknown role, a content that is no text, a tool's message that answers no call.
            Gone: the person was erased.
            ReadOnly, Locked, Moved, StorageFailure: the file could not be written.
        """
        known = require_message(role, content, calls, answers, at)
        message = Message(known, content, tuple(parts), tuple(calls), answers, name, at, reported_tokens)
        (added,) = self.extend([message])
        return added

    def extend(self, messages: Sequence[Message]) -> list[Added]:
        """Append several messages in one transaction; see `add`."""
        if not messages:
            return []
        with self._ground.write() as writing:
            row = self._row(writing)
            cleans = [cleaned_message(message, writing.subject.salt) for message in messages]
            rows = []
            for offset, clean in enumerate(cleans, 1):
                message = clean.message
                dated = message if message.at is not None else replace(message, at=writing.now)
                rows.append(row_of(replace(clean, message=dated), row.last_message + offset, row.session))
            conversation_rows.append(writing.tx, writing.scope, self.id, rows)
            conversation_rows.put(
                writing.tx,
                writing.scope,
                row._replace(last_at=writing.now, last_message=row.last_message + len(rows)),
            )
            writing.journal(Entry(Action.SAY, "conversation", count=len(rows)))
        change = Change(KINDS, tuple(each.id for each in rows))
        return [Added(each.id, clean.spans, change) for each, clean in zip(rows, cleans, strict=True)]

    def context(self) -> tuple[str | None, list[Message]]:
        """Summary and messages for the next call, inside the budget (specification 2).

        The summary belongs into the system prompt, so that roles keep alternating.
        """
        history = self.history()
        cut = self._cutter.cut(len(history))
        text = self.summary(cut).text
        told = [self._handoff, text]
        return "\n".join(part for part in told if part) or None, sent(history, cut)

    def summary(self, cut: Cut) -> Summarized:
        """The text of a cut's summary."""
        history = self._history
        asks = self.settings.strategy is Strategy.MODEL_SUMMARY and self._summarizer is not None
        if asks and cut.start and cut.end > self.settings.keep_last + MORE_THAN_KEPT:
            assert self._summarizer is not None
            room = self.settings.budget - cut.system - cut.verbatim
            known = self._told.get((cut.start, room))
            if known is None:
                known = self._told[cut.start, room] = folded_summary(self._summarizer, history, cut, room)
            return known
        return Summarized(history.sentences.summary(cut.fold, cut.start) if cut.fold < cut.start else None)

    def trace(self, settings: Settings | None = None) -> Trace:
        """Every turn under the conversation's setting, or under another without changing anything."""
        return trace(self.history(), settings or self.settings)

    def messages(self, *, all_sessions: bool = False) -> list[Message]:
        """What was said, oldest first; earlier sessions only where they are asked for."""
        if not all_sessions:
            return list(self.history().messages)
        with self._ground.read() as (connection, scope):
            rows = [] if scope is None else conversation_rows.messages(connection, scope, self.id)
        return [message_of(row) for row in rows]

    def reset(self, handoff: str) -> Change:
        """Begin a new session: messages leave the prompt, the hand-off becomes its first summary.

        Raises:
            Invalid: an empty hand-off; what is done, open and next has to be said.
        """
        if not handoff.strip():
            raise Invalid("handoff", "empty")
        with self._ground.write() as writing:
            row = self._row(writing)
            clean = cleaned_message(Message(Role.SYSTEM, handoff), writing.subject.salt).message.content
            session = row.session + 1
            conversation_rows.hand_over(
                writing.tx, writing.scope, self.id, HandoffRow(session, clean, writing.now)
            )
            conversation_rows.put(
                writing.tx, writing.scope, row._replace(session=session, last_at=writing.now)
            )
            writing.journal(Entry(Action.RESET, "conversation"))
        return Change(KINDS)

    def history(self) -> History:
        """The messages of the current session, those included that others appended meanwhile."""
        with self._ground.read() as (connection, scope):
            row = None if scope is None else conversation_rows.find(connection, scope, self.id)
            if scope is None or row is None:
                return self._history
            if row.session != self._session:
                self._session, self._last = row.session, 0
                found = conversation_rows.handoff(connection, scope, self.id, row.session)
                self._handoff = None if found is None else found.text
                self._history = History(self._costs)
                self._cutter = Cutter(self._history, self.settings)
                self._told.clear()
            if row.last_message > self._last:
                for each in conversation_rows.messages(connection, scope, self.id, self._last, self._session):
                    self._history.append(message_of(each))
                self._last = row.last_message
        return self._history

    def _row(self, writing: Writing) -> ConversationRow:
        row = conversation_rows.find(writing.tx, writing.scope, self.id)
        if row is not None:
            return row
        return ConversationRow(self.id, None, None, None, 1, writing.now, writing.now, 0, 0)


def sent(history: History, cut: Cut) -> list[Message]:
    """The messages of a cut that are sent word for word, in the order they were said."""
    places = range(cut.start, cut.end) if cut.kept is None else cut.kept
    return [history.messages[place] for place in places if place not in history.unsent]

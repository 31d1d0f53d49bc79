"""One stored conversation, as an agent's process holds it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.audit import Action, Entry
from core.change import NOTHING, Change
from core.errors import Invalid
from core.gate.masking import MaskedSpan, secret_spans
from core.memory.conversation.costs import Costs
from core.memory.conversation.cut import Cut, Cutter
from core.memory.conversation.history import History
from core.memory.conversation.message import Message, Part, Role, ToolCall
from core.memory.conversation.settings import BOUNDLESS, Settings, Strategy
from core.memory.conversation.stored import (
    cleaned_message,
    message_of,
    require_message,
    require_numbers,
    row_of,
)
from core.memory.conversation.summarizing import (
    MORE_THAN_KEPT,
    Summarized,
    Summarizer,
    bounded,
    told_summary,
)
from core.memory.conversation.trace import Trace, trace
from core.memory.ground import Ground, Writing
from core.memory.tokens.counter import TokenCounter
from core.store import conversation_rows, erasure_rows
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
        if not id_.strip() or len(id_) > _LONGEST_NAME or not id_.isprintable():
            raise Invalid("conversation", "name")
        self.id = id_
        self.settings = settings
        self._ground = ground
        self._costs = Costs(counter, overhead)
        self._summarizer = summarizer
        self._session = 1
        # The same messages give the same summary; a model is asked once for each range.
        self._told: dict[int, Summarized] = {}
        self._stood: tuple[int, str | None] | None = None
        self._last = 0
        self._handoff: str | None = None
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
            Invalid: an unknown role, a content that is no text, a tool's message that answers no call, a time
                the calendar does not have; a new conversation's name that holds a secret.
            Gone: the person was erased.
            ReadOnly, Locked, Moved, StorageFailure: the file could not be written.
        """
        known = require_message(role, content, calls, answers)
        message = Message(known, content, tuple(parts), tuple(calls), answers, name, at, reported_tokens)
        (added,) = self.extend([message])
        return added

    def extend(self, messages: Sequence[Message]) -> list[Added]:
        """Append several messages in one transaction; see `add`."""
        if not messages:
            return []
        for message in messages:
            require_numbers(message)
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
        cut = self._cutter.newest()
        room = self._cutter.settings.budget - cut.system - cut.verbatim
        told = [self._first(cut), self.summary(cut, room).text]
        return "\n".join(part for part in told if part) or None, sent(history, cut)

    def _first(self, cut: Cut) -> str | None:
        """The hand-off, cut to what the live turn leaves of the budget where the two do not fit together."""
        if not self._handoff or not cut.over or self.settings.strategy in BOUNDLESS:
            return self._handoff
        return bounded(self._handoff, self.settings.budget - cut.total, self.counter)

    def summary(self, cut: Cut, room: int) -> Summarized:
        """The text of a cut's summary, in the tokens that are left for it."""
        sentences = self._history.sentences
        plain = sentences.summary(cut.fold, cut.start) if cut.fold < cut.start else None
        told = self.told(cut) if room > 0 else None
        if told is None or told.text is None:
            return Summarized(plain, None if told is None else told.fell_back)
        return Summarized(bounded(told.text, room, self.counter))

    def told(self, cut: Cut) -> Summarized | None:
        """What a model tells of everything before a cut; None where none is asked."""
        if self.settings.strategy is not Strategy.MODEL_SUMMARY or self._summarizer is None:
            return None
        if not cut.start or cut.end <= self.settings.keep_last + MORE_THAN_KEPT:
            return None
        known = self._told.get(cut.start)
        if known is None:
            known = self._told[cut.start] = told_summary(self._summarizer, self._history, cut.start)
        return known

    def trace(self, settings: Settings | None = None) -> Trace:
        """Every turn under the conversation's setting, or under another without changing anything.

        What the session before left is sent on every turn and takes its tokens of the budget.
        """
        history = self.history()
        beside = [self._handoff_tokens()] * len(history.turn_ends())
        return trace(history, settings or self.settings, beside)

    def _handoff_tokens(self) -> int:
        # Its line break is counted with it.
        return self.counter(self._handoff + "\n") if self._handoff else 0

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
                # Never written, or erased since: then nothing of it may be sent from here either.
                self._stood = None
                self._begin_anew(None)
                return self._history
            # A person who was erased comes back under another number; a value that was forgotten may
            # have been taken out of messages that are in memory here.
            stands = scope, erasure_rows.latest(connection, scope)
            if row.session != self._session or stands != self._stood:
                self._session, self._stood = row.session, stands
                found = conversation_rows.handoff(connection, scope, self.id, row.session)
                self._begin_anew(None if found is None else found.text)
            if row.last_message > self._last:
                for each in conversation_rows.messages(connection, scope, self.id, self._last, self._session):
                    self._history.append(message_of(each))
                self._last = row.last_message
        return self._history

    def _begin_anew(self, handoff: str | None) -> None:
        self._last, self._handoff = 0, handoff
        self._history = History(self._costs)
        # The hand-off is a summary: the messages get what it leaves.
        within = replace(self.settings, budget=max(0, self.settings.budget - self._handoff_tokens()))
        self._cutter = Cutter(self._history, within)
        self._told.clear()

    def _row(self, writing: Writing) -> ConversationRow:
        row = conversation_rows.find(writing.tx, writing.scope, self.id)
        if row is not None:
            return row
        if secret_spans(self.id):
            raise Invalid("conversation", "secret")
        return ConversationRow(self.id, None, None, None, 1, writing.now, writing.now, 0, 0)


def sent(history: History, cut: Cut) -> list[Message]:
    """The messages of a cut that are sent word for word, in the order they were said."""
    places = range(cut.start, cut.end) if cut.kept is None else cut.kept
    return [history.messages[place] for place in places if place not in history.unsent]

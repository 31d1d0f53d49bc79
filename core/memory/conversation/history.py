"""The messages of a conversation, counted once, in groups that are never torn apart."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from copy import copy
from dataclasses import replace

from core.memory.conversation.costs import Costs
from core.memory.conversation.importance import importance
from core.memory.conversation.message import Message, Role, is_thought
from core.memory.conversation.sentences import Sentences


class History:
    """Append-only; a tool's result always joins the group of its call, a thought that of what came of it.

    Positions count from 0 in the order of appending. Running sums make the price of any range one
    subtraction. System messages stand apart: they are sent first and never cut.

    Attributes:
        unsent: positions that no prompt may hold: results without their call, calls that were left
            without a result, repeated results, and system messages, which are sent apart.
    """

    def __init__(self, costs: Costs, messages: Iterable[Message] = ()) -> None:
        self.costs = costs
        self.messages: list[Message] = []
        self.tokens: list[int] = []
        self.sentences = Sentences(costs.counter)
        self.importance: list[float] = []
        self.users: list[int] = []
        self.system_places: list[int] = []
        self.unsent: dict[int, str] = {}
        self.group_of: list[int] = []
        self._sent = [0]
        # The same sums with the chat format's own tokens, for whole prompts.
        self._framed_tokens: list[int] = []
        self._framed_sent = [0]
        self._open: dict[str, int] = {}
        # Of a result the place of its call; and the places of the model's thoughts.
        self._caller: dict[int, int] = {}
        self._thoughts: set[int] = set()
        self._newest = -1
        for message in messages:
            self.append(message)

    def __len__(self) -> int:
        return len(self.messages)

    def append(self, message: Message) -> int:
        """Take the next message in; its position."""
        text = self.costs.text(message)
        self.importance.append(importance(message))
        self.sentences.append(Message(Role.SYSTEM) if message.role is Role.SYSTEM else message)
        return self._take(message, text, text + self.costs.frame(message))

    def before(self, end: int) -> History:
        """The history as it stood before a position; nothing is counted again for it."""
        if end >= len(self):
            return self
        past = History(self.costs)
        past.importance = self.importance[:end]
        past.sentences = self.sentences.before(end)
        # What is torn apart by who speaks next is known only by going through it once more.
        for message, tokens, framed in zip(
            self.messages[:end], self.tokens, self._framed_tokens, strict=False
        ):
            History._take(past, message, tokens, framed)
        return past

    def _take(self, message: Message, text: int, framed: int) -> int:
        place = len(self.messages)
        self.messages.append(message)
        self.tokens.append(framed if self.costs.overhead else text)
        self._framed_tokens.append(framed)
        if message.role is Role.SYSTEM:
            self.unsent[place] = "system"
            self.system_places.append(place)
        self._join(place, message)
        unsent = place in self.unsent
        self._sent.append(self._sent[-1] + (0 if unsent else self.tokens[place]))
        self._framed_sent.append(self._framed_sent[-1] + (0 if unsent else framed))
        return place

    def _join(self, place: int, message: Message) -> None:
        if message.role is Role.SYSTEM:
            # It is sent apart, so it comes between no call and its result.
            self.group_of.append(place)
            return
        if message.role is Role.TOOL:
            answered = self._open.pop(message.answers or "", -1)
            if answered < 0:
                # Nothing it answers is open: a result without its call, or told twice.
                self.unsent[place] = "orphan"
                self.group_of.append(place)
                return
            self._caller[place] = answered
            self.group_of.append(self.group_of[answered])
            self._newest = place
            return
        thinks = is_thought(message)
        if self._goes_on(message, thinks):
            self.group_of.append(self.group_of[self._newest])
        else:
            self._close_open(place)
            self.group_of.append(place)
        if thinks:
            self._thoughts.add(place)
        self._newest = place
        if message.role is Role.USER:
            self.users.append(place)
        for call in message.calls:
            self._open[call.id] = place

    def _goes_on(self, message: Message, thinks: bool) -> bool:
        """Whether the assistant is in the middle of something a prompt may not tear.

        A thought belongs to what came of it, and calls that were made at once to each other; some
        formats write each of these as an item of its own.
        """
        if message.role is not Role.ASSISTANT or self._newest < 0:
            return False
        if any(call.id in self._open for call in message.calls):
            # The same call once more: the one before was given up.
            return False
        if self._newest in self._thoughts:
            return True
        before = self.messages[self._newest]
        calling = before.role is Role.ASSISTANT and bool(before.calls)
        return calling and not message.content and (thinks or bool(message.calls))

    def _close_open(self, place: int) -> None:
        """What is still open when somebody speaks again was interrupted, and its call is not sent."""
        for call in set(self._open.values()):
            self._drop(call)
            for position in range(call + 1, place):
                if self._caller.get(position) == call:
                    self._drop(position)
            self._drop_thoughts_before(call)
        self._open.clear()
        self._drop_thoughts_before(place)

    def _drop(self, position: int) -> None:
        if position not in self.unsent:
            self.unsent[position] = "dangling"
            self._lower(position)

    def _drop_thoughts_before(self, place: int) -> None:
        """Thoughts that nothing came of; what stands between is sent apart or not at all."""
        for position in range(place - 1, -1, -1):
            if position in self._thoughts:
                self._drop(position)
            elif position not in self.unsent:
                return

    def _lower(self, position: int) -> None:
        """Take a message out of the running sums; only the tail since its group began is touched."""
        for later in range(position + 1, len(self._sent)):
            self._sent[later] -= self.tokens[position]
            self._framed_sent[later] -= self._framed_tokens[position]

    def framed(self) -> History:
        """The same messages with the chat format's own tokens; nothing is counted or copied for it."""
        view = copy(self)
        framed = {"tokens": self._framed_tokens, "_sent": self._framed_sent}
        vars(view).update(framed, costs=replace(self.costs, overhead=True))
        return view

    def cost(self, start: int, end: int) -> int:
        """Tokens of what may be sent of a range."""
        return self._sent[end] - self._sent[start]

    @property
    def system(self) -> list[Message]:
        """The system messages, in order."""
        return [self.messages[place] for place in self.system_places]

    def live(self, end: int) -> int:
        """Where the live turn begins: the last user's message before ``end``, or the last group."""
        before = bisect_left(self.users, end)
        if before:
            return self.users[before - 1]
        newest = next((place for place in range(end - 1, -1, -1) if place not in self.unsent), None)
        return 0 if newest is None else self.group_of[newest]

    def first_user_from(self, place: int, end: int) -> int:
        """The first user's message at or after a position; the live turn, and nothing later, if there is none."""
        at = bisect_left(self.users, place)
        return self.users[at] if at < len(self.users) and self.users[at] < end else self.live(end)

    def first_that_fits(self, end: int, room: int) -> int:
        """The first user's message from which the rest fits; the live turn, whether it fits or not."""
        wanted = self._sent[end] - room
        start = bisect_left(self._sent, wanted, 0, end + 1) if wanted > 0 else 0
        return self.first_user_from(start, end)

    def turn_ends(self) -> list[int]:
        """For every turn, where it ends: before the next user's message, or at the end."""
        if not self.messages:
            return []
        return [*self.users[1:], len(self.messages)]

    def turn_of(self, place: int) -> int:
        """The number of the turn a message belongs to, from 0 on."""
        return max(0, bisect_right(self.users, place) - 1)

    def running(self) -> list[int]:
        """The running sums of what may be sent, one more than there are messages."""
        return self._sent

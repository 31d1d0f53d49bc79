"""Conversations to try things on; the texts of the goldens are those of specification 2."""

from __future__ import annotations

import random
from collections.abc import Iterator

from core.memory.conversation import Message, Role, ToolCall
from core.memory.conversation.costs import Costs
from core.memory.conversation.history import History
from core.memory.tokens import CharsPerToken


def invoices(exchanges: int) -> Iterator[Message]:
    """The conversation of goldens A and B."""
    for i in range(1, exchanges + 1):
        yield _numbered(
            2 * i - 1,
            Message(Role.USER, f"Question {i} is about invoices. Please include the vendor name and amount."),
        )
        yield _numbered(
            2 * i,
            Message(Role.ASSISTANT, f"Answer {i} lists the invoice. It shows vendor, amount and due date."),
        )


def agentic(seed: int, turns: int) -> list[Message]:
    """Turns with one to four parallel tool calls, some results twelve times longer (guide 3.2)."""
    draw, said = random.Random(seed), []

    def words(most: int) -> str:
        return "word " * draw.randint(1, most)

    def say(message: Message) -> None:
        said.append(_numbered(len(said) + 1, message))

    for _ in range(turns):
        say(Message(Role.USER, words(40)))
        for _ in range(draw.randint(0, 2)):
            calls = [ToolCall(f"c{len(said)}-{n}", "search", '{"q": "x"}') for n in range(draw.randint(1, 4))]
            say(Message(Role.ASSISTANT, "", calls=tuple(calls)))
            for call in calls:
                say(Message(Role.TOOL, words(40) * (12 if draw.random() < 0.02 else 1), answers=call.id))
        say(Message(Role.ASSISTANT, words(60)))
    return said


def history(messages: Iterator[Message] | list[Message], *, overhead: bool = False) -> History:
    return History(Costs(CharsPerToken(), overhead), messages)


def numbered(*messages: Message) -> list[Message]:
    return [_numbered(place, message) for place, message in enumerate(messages, 1)]


def _numbered(id_: int, message: Message) -> Message:
    return Message(
        message.role, message.content, message.parts, message.calls, message.answers, message.name, id=id_
    )

"""Summaries by a model: bounded after it has answered, and with the first sentences to fall back on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from core.memory.conversation.history import History
from core.memory.conversation.message import Message
from core.memory.conversation.sentences import LABEL
from core.memory.tokens.counter import TokenCounter

MARKER = " […]"
MORE_THAN_KEPT = 4


class Summarizer(Protocol):
    """Tells the messages it is given in few words."""

    @property
    def name(self) -> str:
        """What it is called in ledgers."""

    def summarize(self, messages: Sequence[Message]) -> str:
        """The summary, without a label.

        Raises:
            ModelFailure: it could not be had.
        """


@dataclass(frozen=True, slots=True)
class Summarized:
    """A summary as it goes into the prompt.

    Attributes:
        text: None where nothing was folded.
        fell_back: why the first sentences stand in for a model; None where they do not.
    """

    text: str | None
    fell_back: str | None = None


def told_summary(summarizer: Summarizer, history: History, start: int) -> Summarized:
    """What a model tells of the messages before a position; no text, and why, where it tells nothing."""
    from core.errors import ModelFailure

    old = [history.messages[place] for place in range(start) if place not in history.unsent]
    if not old:
        return Summarized(None)
    try:
        told = summarizer.summarize(old)
    except ModelFailure as failure:
        return Summarized(None, str(failure.data.get("problem", "failed")))
    if not told.strip():
        return Summarized(None, "empty")
    first, last = 1, history.turn_of(start - 1) + 1
    label = LABEL.rstrip(": ") + f" (turns {first} to {last}, unverified): "
    return Summarized(label + " ".join(told.split()))


def bounded(text: str, room: int, counter: TokenCounter) -> str | None:
    """The text cut to its room, the marker counted inside; None where not even that fits."""
    if counter(text) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if counter(text[:middle] + MARKER) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low] + MARKER if low else None

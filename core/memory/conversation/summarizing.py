"""Summaries by a model: bounded after it has answered, and with the first sentences to fall back on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from core.memory.conversation.cut import Cut
from core.memory.conversation.history import History
from core.memory.conversation.message import Message
from core.memory.conversation.sentences import LABEL

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


def folded_summary(summarizer: Summarizer, history: History, cut: Cut, room: int) -> Summarized:
    """The model's summary of what a cut folds, cut hard to its room; first sentences if it fails."""
    from core.errors import ModelFailure

    plain = history.sentences.summary(cut.fold, cut.start) if cut.fold < cut.start else None
    old = [history.messages[place] for place in range(cut.start) if place not in history.unsent]
    if not old:
        return Summarized(plain)
    try:
        told = summarizer.summarize(old)
    except ModelFailure as failure:
        return Summarized(plain, str(failure.data.get("problem", "failed")))
    if not told.strip():
        return Summarized(plain, "empty")
    first, last = 1, history.turn_of(cut.start - 1) + 1
    label = LABEL.rstrip(": ") + f" (turns {first} to {last}, unverified): "
    return Summarized(bounded(label + " ".join(told.split()), room, history))


def bounded(text: str, room: int, history: History) -> str | None:
    """The text cut to its room, the marker counted inside; None where not even that fits."""
    counter = history.costs.counter
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

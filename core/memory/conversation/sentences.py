"""The default summarizer: the first sentence of each message, and what such a summary costs."""

from __future__ import annotations

from bisect import bisect_left
from copy import copy

from core.memory.conversation.message import Message
from core.memory.tokens.counter import CharsPerToken, TokenCounter

LABEL = "Earlier in this conversation: "
SEPARATOR = "; "
LONGEST = 240


def first_sentence(message: Message) -> str:
    """The text before the first full stop and space, without a trailing stop, on one line."""
    line = " ".join(message.content.split())
    sentence = line.split(". ", 1)[0].removesuffix(".")
    return sentence if len(sentence) <= LONGEST else sentence[: LONGEST - 1].rstrip() + "…"


class Sentences:
    """The first sentences of a history in order, with running sums so that any range is priced at once."""

    def __init__(self, counter: TokenCounter) -> None:
        self._counter = counter
        self._per_token = counter.characters if isinstance(counter, CharsPerToken) else 0
        self.texts: list[str] = []
        # Units are characters where tokens are a share of them, else tokens. Each sentence is priced with
        # its separator; a silent message adds nothing.
        self._priced = [0]
        self._label = self._measure(LABEL)
        self._separator = self._measure(SEPARATOR)

    def append(self, message: Message) -> None:
        """Take the next message in."""
        text = first_sentence(message)
        self.texts.append(text)
        self._priced.append(self._priced[-1] + (self._measure(text) + self._separator if text else 0))

    def before(self, end: int) -> Sentences:
        """The sentences before a position, priced already."""
        past = copy(self)
        vars(past).update(texts=self.texts[:end], _priced=self._priced[: end + 1])
        return past

    def cost(self, start: int, end: int) -> int:
        """Tokens of the summary over messages ``start`` to ``end``, its label included; 0 for silence."""
        priced = self._priced[end] - self._priced[start]
        if not priced:
            return 0
        units = self._label + priced - self._separator
        return -(-units // self._per_token) if self._per_token else units

    def first_that_fits(self, start: int, end: int, room: int) -> int:
        """Where a summary that ends before ``end`` has to begin to fit; ``end`` if none fits."""
        units = room * (self._per_token or 1) - self._label + self._separator
        if units < 0:
            return end
        return bisect_left(self._priced, self._priced[end] - units, start, end)

    def summary(self, start: int, end: int) -> str | None:
        """The text over a range; None when nothing was said in it."""
        said = [text for text in self.texts[start:end] if text]
        return LABEL + SEPARATOR.join(said) if said else None

    def _measure(self, text: str) -> int:
        return len(text) if self._per_token else self._counter(text)

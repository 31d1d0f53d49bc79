"""What messages cost in tokens, each counted once."""

from __future__ import annotations

from dataclasses import dataclass

from core.memory.conversation.message import Message, PartKind
from core.memory.tokens.counter import TokenCounter

PER_MESSAGE = 4  # the chat format's own three tokens and the role (guide/conversation.md 2.3, 5)
PER_CALL = 8
PRIMING = 3
IMAGE = 1_000


@dataclass(frozen=True, slots=True)
class Costs:
    """Counts messages with one counter.

    Attributes:
        overhead: whether the chat format's own tokens are counted too; the golden numbers leave
            them out.
        image: flat, never the length of the image's text form.
    """

    counter: TokenCounter
    overhead: bool = False
    image: int = IMAGE

    def of(self, message: Message) -> int:
        """The tokens of one message with everything that is sent of it."""
        tokens = self.text(message)
        return tokens + (self.frame(message) if self.overhead else 0)

    def text(self, message: Message) -> int:
        """The tokens of what a message says, shows and calls."""
        tokens = self.counter(message.content) if message.content else 0
        for part in message.parts:
            if part.kind is PartKind.IMAGE:
                tokens += self.image
            elif part.kind is PartKind.OTHER and part.raw:
                tokens += self.counter(part.raw)
        for call in message.calls:
            tokens += self.counter(call.name) + self.counter(call.arguments)
        return tokens

    @staticmethod
    def frame(message: Message) -> int:
        """The tokens the chat format itself puts around a message."""
        return PER_MESSAGE + PER_CALL * len(message.calls)

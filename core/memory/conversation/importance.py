"""How much a message matters by itself, without a model (specification 2, selective retention)."""

from __future__ import annotations

from core.memory.conversation.message import Message, Role

INDICATORS = (
    "prefer",
    "want",
    "need",
    "decided",
    "agreed",
    "my name is",
    "i am",
    "project is",
    "goal is",
    "error",
    "failed",
    "important",
    "critical",
)


def importance(message: Message) -> float:
    """Between 0.5 and 1: a person's word, a long text, and words that tell something lasting."""
    said = message.content.lower()
    told = sum(indicator in said for indicator in INDICATORS)
    score = 0.5 + 0.2 * (message.role is Role.USER) + 0.1 * (len(said) > 200) + min(0.2, 0.05 * told)
    return min(1.0, round(score, 2))

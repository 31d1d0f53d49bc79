"""One message of a conversation, as it was said."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """Who speaks. A foreign file's ``developer`` is a system message."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


class PartKind(StrEnum):
    """What a part of a message is."""

    TEXT = "text"
    IMAGE = "image"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a message.

    Attributes:
        text: what is said; empty for an image.
        raw: the JSON of a part that is no text, kept as it came; an image's bytes are counted at a
            flat cost, never by their length.
    """

    kind: PartKind
    text: str = ""
    raw: str | None = None


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call the assistant makes; ``arguments`` is JSON text as the model wrote it."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Message:
    """One message.

    Attributes:
        content: the plain text of all parts.
        calls: the tool calls of an assistant's message.
        answers: for a tool's message, the id of the call it answers.
        name: the tool or speaker, where the format names one.
        at: microseconds since the epoch; None where the source does not say.
        reported_tokens: what the API reported for the prompt that produced an assistant's message.
        id: its place in its conversation, from 1 on; 0 while it belongs to none.
    """

    role: Role
    content: str = ""
    parts: tuple[Part, ...] = ()
    calls: tuple[ToolCall, ...] = ()
    answers: str | None = None
    name: str | None = None
    at: int | None = None
    reported_tokens: int | None = None
    id: int = 0


_THOUGHTS = {"reasoning", "thinking", "redacted_thinking", "thoughts", "reasoning_recap"}


def is_thought(message: Message) -> bool:
    """Whether an assistant's message is nothing but its reasoning, in the raw form of any format."""
    if message.role is not Role.ASSISTANT or message.content or message.calls or not message.parts:
        return False
    return all(part.kind is PartKind.OTHER and _is_thought(part.raw or "") for part in message.parts)


def _is_thought(raw: str) -> bool:
    if not any(name in raw for name in _THOUGHTS):
        return False
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and value.get("type", value.get("content_type")) in _THOUGHTS

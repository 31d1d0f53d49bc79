"""Messages as they are written down and read back."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from core.clock import to_micros
from core.errors import Corrupt, Invalid
from core.gate import mask
from core.gate.canonical import lone_surrogate
from core.gate.masking import MaskedSpan
from core.memory.conversation.message import Message, Part, PartKind, Role, ToolCall
from core.store.conversation_rows import MessageRow

LONGEST = 10_000_000
_FIRST = to_micros(datetime.min.replace(tzinfo=UTC))
_LAST = to_micros(datetime.max.replace(tzinfo=UTC))
_MOST_TOKENS = 2**53


@dataclass(frozen=True, slots=True)
class Clean:
    """A message without its secrets, and what was masked in its content."""

    message: Message
    spans: tuple[MaskedSpan, ...]
    count: int


def cleaned_message(message: Message, salt: bytes) -> Clean:
    """Mask the secrets of every text in a message; the message itself is kept.

    Raises:
        Invalid: a text that no file can hold.
    """
    count = 0

    def masked(text: str) -> str:
        nonlocal count
        found = mask(_writable(text), salt)
        count += len(found.spans)
        return found.text

    content = mask(_writable(message.content), salt)
    count += len(content.spans)
    parts = tuple(
        Part(part.kind, masked(part.text), None if part.raw is None else _raw(part, masked))
        for part in message.parts
    )
    # The same key masks the same secret alike, so a result still finds its call.
    calls = tuple(
        ToolCall(masked(call.id), masked(call.name), masked(call.arguments)) for call in message.calls
    )
    clean = Message(
        message.role,
        content.text,
        parts,
        calls,
        None if message.answers is None else masked(message.answers),
        None if message.name is None else masked(message.name),
        message.at,
        message.reported_tokens,
        message.id,
    )
    return Clean(clean, content.spans, count)


def row_of(clean: Clean, id_: int, session: int, mark: bytes | None = None) -> MessageRow:
    """The row that keeps a message; an imported one is known again by its mark."""
    message = clean.message
    parts = [[part.kind.value, part.text, part.raw] for part in message.parts]
    calls = [[call.id, call.name, call.arguments] for call in message.calls]
    return MessageRow(
        id_,
        session,
        message.role.value,
        message.content,
        json.dumps(parts, ensure_ascii=False) if parts else None,
        json.dumps(calls, ensure_ascii=False) if calls else None,
        message.answers,
        message.name,
        message.at,
        message.reported_tokens,
        clean.count,
        mark,
    )


def message_of(row: MessageRow) -> Message:
    """The message a row keeps.

    Raises:
        Corrupt: a column holds what this program never writes there.
    """
    try:
        return Message(
            Role(row.role),
            row.content,
            tuple(Part(PartKind(kind), text, raw) for kind, text, raw in _list(row.parts)),
            tuple(ToolCall(id_, name, arguments) for id_, name, arguments in _list(row.calls)),
            row.answers,
            row.name,
            row.at,
            row.reported_tokens,
            row.id,
        )
    except (ValueError, TypeError):
        # The exception may quote the text, so only the number travels.
        raise Corrupt(message=row.id) from None


def require_message(role: object, content: object, calls: Sequence[ToolCall], answers: str | None) -> Role:
    """Check what a host hands over.

    Raises:
        Invalid: an unknown role, a content that is no text, a result that answers nothing.
    """
    try:
        known = Role("system" if role == "developer" else str(role))
    except ValueError:
        raise Invalid("role", "unknown", value=str(role)[:40], known=[each.value for each in Role]) from None
    if not isinstance(content, str):
        raise Invalid("content", "type", expected="str", got=type(content).__name__)
    if len(content) > LONGEST:
        raise Invalid("content", "too_long", length=len(content), limit=LONGEST)
    if known is Role.TOOL and not answers:
        raise Invalid("answers", "empty")
    if calls and known is not Role.ASSISTANT:
        raise Invalid("calls", "not_assistant")
    return known


def require_numbers(message: Message) -> None:
    """Check time and reported tokens; one that no calendar or file has would be found only by who looks.

    Raises:
        Invalid: the field that is no whole number, or out of range.
    """
    _require_number("at", message.at, _FIRST, _LAST)
    _require_number("reported_tokens", message.reported_tokens, 0, _MOST_TOKENS)


def without_odd_numbers(message: Message) -> Message:
    """A foreign file's message, without a time or count that cannot be one."""
    try:
        require_numbers(message)
    except Invalid as invalid:
        if invalid.data["field"] == "at":
            return without_odd_numbers(replace(message, at=None))
        return replace(message, reported_tokens=None)
    return message


def _require_number(field: str, value: object, low: int, high: int) -> None:
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, int):
        raise Invalid(field, "type", expected="int", got=type(value).__name__)
    if not low <= value <= high:
        raise Invalid(field, "range", low=low, high=high)


def _writable(text: str) -> str:
    position = lone_surrogate(text)
    if position is not None:
        raise Invalid("content", "surrogate", position=position)
    # SQLite ends a text at NUL; it is shown escaped instead.
    return text.replace("\0", "\\x00")


def _raw(part: Part, masked: Callable[[str], str]) -> str:
    raw = part.raw or ""
    # The bytes of an image are no text; a rule for secrets would read noise for minutes. An address is one.
    bytes_ = part.kind is PartKind.IMAGE and "base64" in raw
    return raw if bytes_ else masked(raw)


def _list(text: str | None) -> list[list[str]]:
    found: list[list[str]] = json.loads(text) if text else []
    return found

"""Messages of the three API families of JSON as messages of a conversation, unknown parts kept raw.

Shapes and the telling apart: guide/interop.md 5.4.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.gate.canonical import lone_surrogate
from core.interop import times
from core.interop.items import Problem, Skip
from core.memory.conversation import Message, Part, PartKind, Role, ToolCall
from core.memory.conversation.stored import LONGEST

Row = Mapping[str, object]

_ROLES = {
    **{role.value: role for role in Role},
    "developer": Role.SYSTEM,
    "function": Role.TOOL,
}
_TEXT = {"text", "input_text", "output_text"}
_IMAGE = {"image", "image_url", "input_image"}
_ANTHROPIC = {"tool_use", "tool_result", "thinking", "redacted_thinking", "server_tool_use", "document"}
_RESPONSES = {"input_text", "output_text", "input_image", "input_file", "refusal"}
_CHAT_PARTS = {"image_url", "input_audio", "file"}
_CHAT_FIELDS = ("tool_calls", "function_call", "refusal")
_SCORED = 200
_TIMES = ("at", "timestamp", "created_at", "create_time", "created")
_CACHED = ("cache_creation_input_tokens", "cache_read_input_tokens")


def family(rows: Sequence[Row]) -> str:
    """Whose JSON this is, told from its first messages; ``generic_chat`` where nothing tells."""
    scores = {"anthropic_messages": 0, "openai_responses": 0, "openai_chat": 0}
    for row in rows[:_SCORED]:
        kind = row.get("type", "message")
        scores["openai_responses"] += 2 * (kind != "message")
        scores["openai_chat"] += 2 * (
            row.get("role") in ("tool", "function", "developer")
            or any(row.get(name) for name in _CHAT_FIELDS)
        ) + (row.get("role") == "system")
        for part in _parts(row.get("content")):
            name = part.get("type")
            source = name == "image" and "source" in part
            scores["anthropic_messages"] += 3 * (name in _ANTHROPIC or source)
            scores["openai_responses"] += 2 * (name in _RESPONSES)
            scores["openai_chat"] += 2 * (name in _CHAT_PARTS)
    best = max(scores, key=lambda name: scores[name])
    return best if scores[best] else "generic_chat"


def is_message(value: object) -> bool:
    """Whether a value of a list is a message or an item of the Responses family."""
    return isinstance(value, dict) and (
        "role" in value or "call_id" in value or value.get("type") in ("reasoning", "item_reference")
    )


def messages(row: Row, where: str, at: int | None = None) -> list[Message | Skip]:
    """The messages one row makes; a result inside a user's message becomes a tool's message of its own.

    An unknown role is kept as a user's message and noted beside it; an unknown item is kept raw.

    Args:
        at: when it was said, where something around the row tells; else the row itself is asked.
    """
    if "role" not in row and "type" not in row:
        return [Skip(where, Problem.MISSING_FIELD, {"field": "role"})]
    made = _messages(row, where)
    when = said_at(row) if at is None else at
    told: list[Message | Skip] = []
    for one in made:
        if isinstance(one, Skip):
            told.append(one)
            continue
        found = replace(one, at=when, parts=without_echo(one.parts))
        if (halved := without_half_characters(found)) is not found:
            told.append(Skip(where, Problem.LONE_SURROGATE, {}))
        if len(halved.content) > LONGEST:
            told.append(Skip(where, Problem.TOO_LONG, {"length": len(halved.content), "limit": LONGEST}))
        else:
            told.append(halved)
    return told


def said_at(row: Row) -> int | None:
    """When a row says it was said: the first of its fields that names a moment."""
    return next((found for name in _TIMES if (found := times.micros(row.get(name))) is not None), None)


def without_half_characters(message: Message) -> Message:
    """The message with a replacement for every lone surrogate, which no file can hold."""
    texts = (
        *(message.content, message.answers or "", message.name or ""),
        *(text for part in message.parts for text in (part.text, part.raw or "")),
        *(text for call in message.calls for text in (call.id, call.name, call.arguments)),
    )
    if all(lone_surrogate(text) is None for text in texts):
        return message
    return replace(
        message,
        content=_whole(message.content),
        parts=tuple(
            Part(part.kind, _whole(part.text), None if part.raw is None else _whole(part.raw))
            for part in message.parts
        ),
        calls=tuple(ToolCall(*map(_whole, (call.id, call.name, call.arguments))) for call in message.calls),
        answers=None if message.answers is None else _whole(message.answers),
        name=None if message.name is None else _whole(message.name),
    )


def without_echo(parts: Sequence[Part]) -> tuple[Part, ...]:
    """The parts of a message; none where one text is all, which is its content already."""
    only_text = len(parts) == 1 and parts[0].kind is PartKind.TEXT
    return () if only_text else tuple(parts)


def _whole(text: str) -> str:
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _messages(row: Row, where: str) -> list[Message | Skip]:
    kind = row.get("type", "message")
    if kind != "message" and "role" not in row:
        return [_item(str(kind), row)]
    role = _ROLES.get(str(row.get("role")))
    made: list[Message | Skip] = []
    if role is None:
        made.append(Skip(where, Problem.UNKNOWN_TYPE, {"field": "role"}))
    parts: list[Part] = []
    calls = _calls(row)
    content = row.get("content")
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else _parts(content)
    for block in blocks:
        if block.get("type") == "tool_result":
            made.append(_result(block))
        elif block.get("type") == "tool_use":
            calls.append(
                ToolCall(_text(block.get("id")), _text(block.get("name")), _json(block.get("input")))
            )
        else:
            parts.append(_part(block))
    results = any(isinstance(one, Message) for one in made)
    if parts or calls or not results:
        answers = row.get("tool_call_id")
        made.append(
            Message(
                role or Role.USER,
                _plain(parts),
                tuple(parts),
                tuple(calls),
                answers if isinstance(answers, str) else None,
                name=_text(row.get("name")) or None,
                reported_tokens=reported(row.get("usage")),
            )
        )
    return made


def _item(kind: str, row: Row) -> Message:
    """An item of the Responses family that is no message."""
    if kind in ("function_call", "custom_tool_call"):
        given = row.get("arguments", row.get("input"))
        call = ToolCall(_text(row.get("call_id")), _text(row.get("name")), _text(given))
        return Message(Role.ASSISTANT, calls=(call,))
    if kind.endswith("_output") and "output" in row:
        output = row["output"]
        parts = (
            (Part(PartKind.TEXT, output),)
            if isinstance(output, str)
            else tuple(map(_part, _parts(output))) or (Part(PartKind.OTHER, raw=_json(output)),)
        )
        return Message(Role.TOOL, _plain(parts), parts, answers=_text(row.get("call_id")) or None)
    return Message(Role.ASSISTANT, parts=(Part(PartKind.OTHER, raw=_json(row)),))


def _result(block: Row) -> Message:
    content = block.get("content")
    parts = (
        (Part(PartKind.TEXT, content),) if isinstance(content, str) else tuple(map(_part, _parts(content)))
    )
    return Message(Role.TOOL, _plain(parts), parts, answers=_text(block.get("tool_use_id")) or None)


def _calls(row: Row) -> list[ToolCall]:
    made = []
    for call in _parts(row.get("tool_calls")):
        what = call.get("function", call.get("custom"))
        if isinstance(what, dict):
            given = what.get("arguments", what.get("input"))
            made.append(ToolCall(_text(call.get("id")), _text(what.get("name")), _text(given)))
    legacy = row.get("function_call")
    if isinstance(legacy, dict):
        made.append(ToolCall("", _text(legacy.get("name")), _text(legacy.get("arguments"))))
    return made


def _part(block: Row) -> Part:
    kind, text = block.get("type"), block.get("text")
    if kind in _TEXT and isinstance(text, str):
        return Part(PartKind.TEXT, text)
    if kind == "refusal" and isinstance(block.get("refusal"), str):
        return Part(PartKind.TEXT, _text(block["refusal"]))
    return Part(PartKind.IMAGE if kind in _IMAGE else PartKind.OTHER, raw=_json(block))


def _plain(parts: Sequence[Part]) -> str:
    return "\n".join(part.text for part in parts if part.kind is PartKind.TEXT)


def _parts(value: object) -> list[dict[str, object]]:
    if not isinstance(value, list):
        return []
    return [one if isinstance(one, dict) else {"type": "unknown", "value": one} for one in value]


def reported(usage: object) -> int | None:
    """The prompt tokens an API reported; what came from its cache was part of the prompt, too.

    Only one request's input counts, never a total (guide/conversation.md 2.4).
    """
    if not isinstance(usage, dict):
        return None
    counts = [usage.get("input_tokens", usage.get("prompt_tokens")), *(usage.get(name) for name in _CACHED)]
    tokens = sum(each for each in counts if isinstance(each, int) and not isinstance(each, bool) and each > 0)
    return tokens or None


def _text(value: object) -> str:
    return value if isinstance(value, str) else "" if value is None else _json(value)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)

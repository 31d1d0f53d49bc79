"""Messages of the three API families of JSON as messages of a conversation, unknown parts kept raw."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from core.interop.items import Problem, Skip
from core.memory.conversation import Message, Part, PartKind, Role, ToolCall

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


def messages(row: Row, where: str) -> list[Message | Skip]:
    """The messages one row makes; a result inside a user's message becomes a tool's message of its own.

    An unknown role is kept as a user's message and noted beside it; an unknown item is kept raw.
    """
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
                reported_tokens=_reported(row),
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


def _reported(row: Row) -> int | None:
    usage = row.get("usage")
    if not isinstance(usage, dict):
        return None
    tokens = usage.get("input_tokens", usage.get("prompt_tokens"))
    return tokens if isinstance(tokens, int) and tokens > 0 else None


def _text(value: object) -> str:
    return value if isinstance(value, str) else "" if value is None else _json(value)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)

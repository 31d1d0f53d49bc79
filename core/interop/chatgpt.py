"""Conversations of a ChatGPT data export: a tree of messages each (guide/interop.md 5.2)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from core.interop import times
from core.interop.items import Problem, Skip
from core.interop.message_shapes import without_echo, without_half_characters
from core.interop.talk import ForeignConversation
from core.memory.conversation import Message, Part, PartKind, Role, ToolCall

FORMAT = "chatgpt"

_ROLES = {"system": Role.SYSTEM, "user": Role.USER, "assistant": Role.ASSISTANT, "tool": Role.TOOL}
_Tree = Mapping[str, Mapping[str, object]]


def looks(rows: Sequence[dict[str, object]]) -> bool:
    """Whether the first of these is a conversation of an export."""
    return bool(rows) and is_conversation(rows[0])


def is_conversation(row: object) -> bool:
    """Whether a value is one conversation of an export."""
    return (
        isinstance(row, dict)
        and isinstance(row.get("mapping"), dict)
        and ("current_node" in row or "create_time" in row)
    )


def conversation(path: Path, title: str, row: Mapping[str, object], where: str) -> ForeignConversation:
    """One conversation: the path to its current message."""
    name = row.get("conversation_id", row.get("id"))
    named = row.get("title")
    found = named if isinstance(named, str) and named.strip() else title
    return ForeignConversation(
        found, path, FORMAT, name if isinstance(name, str) else None, _entries(row, where)
    )


def _entries(row: Mapping[str, object], where: str) -> Iterator[Message | Skip]:
    mapping = row.get("mapping")
    tree = {
        name: node
        for name, node in (mapping.items() if isinstance(mapping, dict) else ())
        if isinstance(node, dict)
    }
    path = _path(tree, row.get("current_node"))
    on_path = set(path)
    calls: dict[str, str] = {}
    for name in path:
        yield from _said(name, tree[name], f"{where}, node {name[:8]}", calls)
    for name, node in tree.items():
        if name not in on_path and isinstance(node.get("message"), dict):
            yield Skip(f"{where}, node {name[:8]}", Problem.OTHER_BRANCH, {})


def _path(tree: _Tree, current: object) -> list[str]:
    """From the root to the current message, or to the newest leaf where none is named."""
    at: object = current if isinstance(current, str) and current in tree else _newest_leaf(tree)
    path: list[str] = []
    seen: set[str] = set()
    while isinstance(at, str) and at in tree and at not in seen:
        seen.add(at)
        path.append(at)
        at = tree[at].get("parent")
    return path[::-1]


def _newest_leaf(tree: _Tree) -> str | None:
    parents = {node.get("parent") for node in tree.values()}
    leaves = [name for name in tree if name not in parents] or list(tree)
    return max(leaves, key=lambda name: _at(tree[name]) or 0, default=None)


def _at(node: Mapping[str, object]) -> int | None:
    message = node.get("message")
    return times.micros(message.get("create_time")) if isinstance(message, dict) else None


def _said(
    name: str, node: Mapping[str, object], where: str, calls: dict[str, str]
) -> Iterator[Message | Skip]:
    """The message of a node; a root has none, and an empty system message says nothing."""
    message = node.get("message")
    if not isinstance(message, dict):
        return
    author = message.get("author")
    author = author if isinstance(author, dict) else {}
    role = _ROLES.get(str(author.get("role")))
    if role is None:
        yield Skip(where, Problem.UNKNOWN_TYPE, {"field": "role"})
    content = message.get("content")
    parts = _parts(content if isinstance(content, dict) else {})
    text = "\n".join(part.text for part in parts if part.kind is PartKind.TEXT)
    if role is Role.SYSTEM and not any(part.text or part.raw for part in parts):
        return
    if isinstance(content, dict) and content.get("content_type") == "user_editable_context":
        # The person's standing instructions, which were sent in front of everything.
        role = Role.SYSTEM
    recipient = message.get("recipient")
    said = without_echo(parts)
    made = Message(role or Role.USER, text, said, name=_name(author), at=_at(node))
    if role is Role.ASSISTANT and isinstance(recipient, str) and recipient != "all":
        calls[recipient] = name
        rest = tuple(part for part in parts if part.kind is not PartKind.TEXT)
        made = Message(role, "", rest, (ToolCall(name, recipient, text),), at=_at(node))
    elif role is Role.TOOL:
        made = Message(role, text, said, (), _answered(author, calls), _name(author), _at(node))
    whole = without_half_characters(made)
    if whole is not made:
        yield Skip(where, Problem.LONE_SURROGATE, {})
    yield whole


def _answered(author: Mapping[str, object], calls: dict[str, str]) -> str | None:
    """The call a tool's message answers: the open one to that tool, or to a part of it."""
    tool = str(author.get("name"))
    for called in (tool, tool.partition(".")[0], *(c for c in calls if c.partition(".")[0] == tool)):
        if called in calls:
            return calls.pop(called)
    return None


def _name(author: Mapping[str, object]) -> str | None:
    name = author.get("name")
    return name if isinstance(name, str) else None


def _parts(content: Mapping[str, object]) -> tuple[Part, ...]:
    kind, text = content.get("content_type"), content.get("text")
    if kind in ("text", "multimodal_text"):
        inner = content.get("parts")
        return tuple(_part(one) for one in (inner if isinstance(inner, list) else []) if one != "")
    if kind in ("code", "execution_output") and isinstance(text, str):
        return (Part(PartKind.TEXT, text),)
    if kind == "user_editable_context":
        told = [content.get("user_profile"), content.get("user_instructions")]
        return tuple(Part(PartKind.TEXT, one) for one in told if isinstance(one, str) and one)
    return (Part(PartKind.OTHER, raw=json.dumps(content, ensure_ascii=False)),) if content else ()


def _part(value: object) -> Part:
    if isinstance(value, str):
        return Part(PartKind.TEXT, value)
    if isinstance(value, dict) and value.get("content_type") == "audio_transcription":
        text = value.get("text")
        if isinstance(text, str):
            return Part(PartKind.TEXT, text)
    image = isinstance(value, dict) and value.get("content_type") == "image_asset_pointer"
    raw = json.dumps(value, ensure_ascii=False)
    return Part(PartKind.IMAGE if image else PartKind.OTHER, raw=raw)

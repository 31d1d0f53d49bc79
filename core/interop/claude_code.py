"""Transcripts of Claude Code: one record per line, threaded by the record before (guide/interop.md 5.1).

A transcript is read twice: once for its threads, of which only numbers and ids are kept, and once for what
was said on the thread that the last message ends.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from core.interop import times
from core.interop.items import Problem, Skip
from core.interop.message_shapes import messages
from core.interop.talk import ForeignConversation, Rows, objects
from core.memory.conversation import Message, Part, PartKind

FORMAT = "claude_code"

_SAID = ("user", "assistant")
_MARKS = ("parentUuid", "sessionId", "uuid", "timestamp")
# The better name last.
_TITLES = {
    "summary": "summary",
    "last-prompt": "lastPrompt",
    "ai-title": "aiTitle",
    "custom-title": "customTitle",
}
_BOOKKEEPING = {
    *("file-history-snapshot", "queue-operation", "progress", "attachment", "pr-link", "agent-name"),
    *("permission-mode", "agent-setting", "bridge-session", "worktree-state", "tag", "system"),
}


@dataclass(slots=True)
class _Record:
    """What is remembered of a record between the two readings."""

    uuid: str
    parent: str
    said: bool
    reply: str
    result_of: str
    aside: bool
    boundary: bool


@dataclass(slots=True)
class _Plan:
    """Which records belong to the thread, and what the transcript calls itself."""

    title: str | None = None
    session: str | None = None
    thread: set[int] = field(default_factory=set)
    last_of: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class _Turn:
    """The records of one reply, complete once its last has been read."""

    ends: int
    records: list[dict[str, object]]
    where: str
    marker: Part | None


def looks(rows: Sequence[dict[str, object]]) -> bool:
    """Whether these are records of a transcript."""
    return any(
        row.get("type") in _SAID
        and isinstance(row.get("message"), dict)
        and any(name in row for name in _MARKS)
        for row in rows
    )


def conversation(path: Path, title: str, rows: Rows) -> ForeignConversation:
    """The transcript as one conversation."""
    plan = _planned(rows)
    return ForeignConversation(plan.title or title, path, FORMAT, plan.session, _entries(rows, plan))


def _planned(rows: Rows) -> _Plan:
    plan = _Plan()
    records: dict[int, _Record] = {}
    best, helper = -1, ""
    for number, (_, row) in enumerate(objects(rows)):
        if isinstance(row, Skip):
            continue
        kind = str(row.get("type"))
        plan.session = plan.session or _text(row.get("sessionId")) or None
        helper = helper or _text(row.get("agentId"))
        name = _text(row.get(_TITLES.get(kind, "")))
        if kind in _TITLES and name and list(_TITLES).index(kind) >= best:
            plan.title, best = name, list(_TITLES).index(kind)
        elif kind in _SAID or "uuid" in row:
            records[number] = _record(row, kind)
    if all(record.aside for record in records.values() if record.said):
        # The transcript of a helper: everything in it stands beside another one's thread.
        for record in records.values():
            record.aside = False
        plan.session = f"{plan.session}/{helper}" if plan.session and helper else plan.session
    plan.thread = _thread(records)
    for number in sorted(plan.thread):
        if reply := records[number].reply:
            plan.last_of[reply] = number
    return plan


def _record(row: dict[str, object], kind: str) -> _Record:
    message = row.get("message")
    inner = message if isinstance(message, dict) else {}
    content = inner.get("content")
    blocks = content if isinstance(content, list) else []
    answers = any(isinstance(block, dict) and block.get("type") == "tool_result" for block in blocks)
    parent = _text(row.get("parentUuid"))
    boundary = row.get("subtype") == "compact_boundary"
    return _Record(
        _text(row.get("uuid")),
        # After a compaction the thread goes on where the part before it ended.
        parent or (_text(row.get("logicalParentUuid")) if boundary else ""),
        kind in _SAID and bool(inner),
        _text(inner.get("id")) if kind == "assistant" else "",
        (_text(row.get("sourceToolAssistantUUID")) or parent) if answers else "",
        bool(row.get("isSidechain") or row.get("teamName")),
        boundary,
    )


def _thread(records: dict[int, _Record]) -> set[int]:
    """Numbers of the records on the thread that the last message ends, parallel calls put back."""
    said = [number for number, record in records.items() if record.said and not record.aside]
    if not any(records[number].parent for number in said):
        return set(said)
    by_uuid: dict[str, int] = {}
    for number, record in records.items():
        if record.uuid:
            by_uuid.setdefault(record.uuid, number)
    followed = {_said_before(records, by_uuid, number) for number in said}
    leaf = next((number for number in reversed(said) if number not in followed), said[-1])
    thread: set[int] = set()
    at: int | None = leaf
    while at is not None and at not in thread:
        thread.add(at)
        at = by_uuid.get(records[at].parent)
    replies = {records[number].reply for number in thread} - {""}
    calling = {n for n in said if records[n].reply in replies}
    uuids = {records[number].uuid for number in calling}
    results = {n for n in said if records[n].result_of in uuids}
    kept = thread | calling | results
    return {n for n in kept if (records[n].said and not records[n].aside) or records[n].boundary}


def _said_before(records: dict[int, _Record], by_uuid: dict[str, int], number: int) -> int | None:
    """The message a record follows, past the program's own records between the two."""
    seen = {number}
    at = by_uuid.get(records[number].parent)
    while at is not None and at not in seen and not records[at].said:
        seen.add(at)
        at = by_uuid.get(records[at].parent)
    return at


def _entries(rows: Rows, plan: _Plan) -> Iterator[Message | Skip]:
    waiting: deque[_Turn] = deque()
    known: set[str] = set()
    marker: Part | None = None
    for number, (where, row) in enumerate(objects(rows)):
        if isinstance(row, Skip):
            yield row
            continue
        left_out = _left_out(row, where, number in plan.thread, known)
        if left_out is not None:
            yield left_out
            continue
        kind = row.get("type")
        if kind in _TITLES:
            continue
        if kind not in _SAID:
            marker = Part(PartKind.OTHER, raw=json.dumps(row, ensure_ascii=False))
            continue
        reply = _reply(row)
        open_ = next((turn for turn in waiting if reply and _reply(turn.records[0]) == reply), None)
        if open_ is not None:
            open_.records.append(row)
        else:
            waiting.append(_Turn(plan.last_of.get(reply, number), [row], where, marker))
            marker = None
        while waiting and waiting[0].ends <= number:
            yield from _said(waiting.popleft())
    for turn in waiting:
        yield from _said(turn)


def _left_out(row: dict[str, object], where: str, on_thread: bool, known: set[str]) -> Skip | None:
    """Why a record makes no message; None where it does, or names the transcript."""
    kind = row.get("type")
    if kind in _TITLES:
        return None
    if kind not in _SAID and not on_thread:
        problem = Problem.PROGRAM if kind in _BOOKKEEPING else Problem.UNKNOWN_TYPE
        return Skip(where, problem, {"field": "type"})
    if row.get("isMeta") or row.get("isApiErrorMessage"):
        return Skip(where, Problem.PROGRAM, {"field": "isMeta" if row.get("isMeta") else "isApiErrorMessage"})
    if not on_thread:
        return Skip(where, Problem.OTHER_BRANCH, {})
    uuid = _text(row.get("uuid"))
    if uuid and uuid in known:
        return Skip(where, Problem.DUPLICATE, {})
    known.add(uuid)
    return None


def _said(turn: _Turn) -> Iterator[Message | Skip]:
    """The messages of one turn: the blocks of a reply, one per record, become one message again."""
    first = turn.records[0]
    inner = [record["message"] for record in turn.records if isinstance(record["message"], dict)]
    message = dict(inner[-1])
    if len(inner) > 1:
        message["content"] = [block for one in inner for block in _blocks(one.get("content"))]
    message.setdefault("role", first.get("type"))
    if message.get("type") != "message":
        message.pop("type", None)
    for one in messages(message, turn.where, times.micros(first.get("timestamp"))):
        if isinstance(one, Message) and turn.marker is not None:
            parts = one.parts or (Part(PartKind.TEXT, one.content),)
            yield replace(one, parts=(turn.marker, *parts))
            turn.marker = None
        else:
            yield one


def _reply(record: dict[str, object]) -> str:
    message = record.get("message")
    if record.get("type") != "assistant" or not isinstance(message, dict):
        return ""
    return _text(message.get("id"))


def _blocks(content: object) -> list[object]:
    if isinstance(content, list):
        return content
    return [{"type": "text", "text": content}] if isinstance(content, str) else []


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""

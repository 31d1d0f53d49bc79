"""Sessions of Codex: rows of an envelope around Responses items (guide/interop.md 5.3).

Turns that were taken back are found in a first reading; the second gives what was said.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from core.interop import times
from core.interop.items import Problem, Skip
from core.interop.message_shapes import messages, reported
from core.interop.talk import ForeignConversation, Rows, objects
from core.memory.conversation import Message, Part, PartKind, Role

FORMAT = "codex"

_ITEM = "response_item"
_TYPES = {_ITEM, "session_meta", "event_msg", "turn_context", "compacted", "world_state"}
_BOOKKEEPING = _TYPES | {"inter_agent_communication", "inter_agent_communication_metadata"}
_FROM_THE_PROGRAM = ("<environment_context>", "<user_instructions>", "<permissions instructions>")
_TITLE = 80
_MOST_HELD = 200


@dataclass(slots=True)
class _Plan:
    title: str | None = None
    session: str | None = None
    taken_back: list[range] = field(default_factory=list)


def looks(rows: Sequence[dict[str, object]]) -> bool:
    """Whether these are rows of a session."""
    return any(
        row.get("type") in _TYPES and "timestamp" in row and isinstance(row.get("payload"), dict)
        for row in rows
    )


def conversation(path: Path, title: str, rows: Rows) -> ForeignConversation:
    """The session as one conversation."""
    plan = _planned(rows)
    return ForeignConversation(plan.title or title, path, FORMAT, plan.session, _entries(rows, plan))


def _planned(rows: Rows) -> _Plan:
    plan = _Plan()
    turns: list[int] = []
    for number, (_, row) in enumerate(objects(rows)):
        payload = _payload(row)
        if payload is None or isinstance(row, Skip):
            continue
        kind = row.get("type")
        if kind == "session_meta" and plan.session is None:
            name = payload.get("id", payload.get("session_id"))
            plan.session = name if isinstance(name, str) else None
        elif kind == _ITEM and payload.get("role") == "user" and not _boilerplate(payload):
            turns.append(number)
            plan.title = plan.title or _first_words(payload)
        elif kind == "event_msg" and payload.get("type") == "thread_rolled_back":
            count = payload.get("num_turns")
            back = turns[-count:] if isinstance(count, int) and count > 0 else []
            if back:
                plan.taken_back.append(range(back[0], number))
                del turns[-len(back) :]
    return plan


def _entries(rows: Rows, plan: _Plan) -> Iterator[Message | Skip]:
    # The report on a reply comes after it, so a reply is held until then.
    held: list[Message] = []
    for number, (where, row) in enumerate(objects(rows)):
        payload = _payload(row)
        if isinstance(row, Skip):
            yield row
        elif payload is None:
            yield Skip(where, Problem.MISSING_FIELD, {"field": "payload"})
        elif any(number in span for span in plan.taken_back):
            if row.get("type") in (_ITEM, "compacted"):
                yield Skip(where, Problem.OTHER_BRANCH, {})
        elif row.get("type") == "event_msg" and payload.get("type") == "token_count":
            yield from _with_report(held, payload)
            held = []
        else:
            for one in _made(row, payload, where):
                if isinstance(one, Skip):
                    yield one
                    continue
                goes_on = one.role is Role.TOOL or (one.role is Role.ASSISTANT and not _answered(held))
                if not goes_on or len(held) >= _MOST_HELD:
                    yield from held
                    held = []
                held.append(one)
    yield from held


def _answered(held: Sequence[Message]) -> bool:
    """Whether what is held ends with a result: what the model says next is another reply."""
    return bool(held) and held[-1].role is not Role.ASSISTANT


def _made(row: dict[str, object], payload: dict[str, object], where: str) -> list[Message | Skip]:
    kind, at = row.get("type"), times.micros(row.get("timestamp"))
    if kind == _ITEM:
        if payload.get("role") == "developer" or _boilerplate(payload):
            return [Skip(where, Problem.PROGRAM, {"field": "role"})]
        return messages(payload, where, at)
    if kind == "compacted":
        raw = json.dumps({"type": kind, "message": payload.get("message")}, ensure_ascii=False)
        return [Message(Role.ASSISTANT, parts=(Part(PartKind.OTHER, raw=raw),), at=at)]
    if kind == "session_meta" and (told := _instructions(payload)):
        return [Message(Role.SYSTEM, told, at=at)]
    problem = Problem.PROGRAM if kind in _BOOKKEEPING else Problem.UNKNOWN_TYPE
    return [Skip(where, problem, {"field": "type"})]


def _with_report(held: Sequence[Message], payload: dict[str, object]) -> Iterator[Message]:
    """What is held, its first reply with the prompt tokens the API reported for that one request."""
    info = payload.get("info")
    tokens = reported(info.get("last_token_usage")) if isinstance(info, dict) else None
    for message in held:
        if tokens is not None and message.role is Role.ASSISTANT:
            yield replace(message, reported_tokens=tokens)
            tokens = None
        else:
            yield message


def _payload(row: dict[str, object] | Skip) -> dict[str, object] | None:
    found = None if isinstance(row, Skip) else row.get("payload")
    return found if isinstance(found, dict) else None


def _instructions(payload: dict[str, object]) -> str:
    told = payload.get("base_instructions", payload.get("instructions"))
    if isinstance(told, dict):
        told = told.get("text")
    return told if isinstance(told, str) else ""


def _boilerplate(payload: dict[str, object]) -> bool:
    """What the program says in a person's name."""
    return payload.get("role") == "user" and _words(payload).lstrip().startswith(_FROM_THE_PROGRAM)


def _first_words(payload: dict[str, object]) -> str | None:
    line = next(iter(_words(payload).strip().split("\n")), "").strip()
    return line if len(line) <= _TITLE else line[: _TITLE - 1].rstrip() + "…"


def _words(payload: dict[str, object]) -> str:
    content = payload.get("content")
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else []
    texts = [block.get("text") for block in blocks if isinstance(block, dict)]
    return next((text for text in texts if isinstance(text, str)), "")

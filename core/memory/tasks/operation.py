"""What may be proposed to a plan: operations, read from loose values, limited and masked."""

from __future__ import annotations

import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from core.gate.canonical import canonical, lone_surrogate
from core.gate.cleaning import cleaned
from core.memory.tasks.problem import Problem
from core.memory.tasks.rules import Code

MAX_STEPS = 30
MAX_NAME = 200
MAX_RESULT = 2_000
MAX_OUTPUT = 100_000
MAX_GOAL = 1_000
MAX_ID = 200
_SHOWN = 200


class Act(StrEnum):
    """What an operation does; those after the fourth are a person's."""

    START = "start"
    DONE = "done"
    FAIL = "fail"
    ADD = "add"
    SKIP = "skip"
    CANCEL = "cancel"
    RETRY = "retry"
    EDIT = "edit"
    REMOVE = "remove"
    MOVE = "move"
    PAUSE = "pause"
    RESUME = "resume"

    @property
    def for_person(self) -> bool:
        """Whether the agent has no such operation."""
        return self not in {Act.START, Act.DONE, Act.FAIL, Act.ADD}


@dataclass(frozen=True, slots=True)
class Operation:
    """One wish.

    Attributes:
        step: the step by number or name; what it means is looked up in the plan.
        text: the name, result or reason, as the act needs it.
        after: for adding and moving, the step it comes behind; 0 is the front, None the end.
        simple: finishes a pending step at once and without evidence (specification 9).
        unread: those of ``text`` and ``evidence`` that were given but refused; their own problem says
            why, so nobody is told that they are missing.
    """

    act: Act
    step: int | str | None = None
    text: str = ""
    evidence: str = ""
    after: int | None = None
    replaces: int | None = None
    simple: bool = False
    unread: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Patch:
    """Operations that are carried out together or not at all, and what was wrong in reading them."""

    operations: tuple[Operation, ...]
    problems: tuple[Problem, ...]
    base_rev: int | None = None
    op_id: str | None = None
    source: str = ""
    note: str = ""

    def text(self) -> str:
        """The column for it; long texts are shortened, what was kept of them stands in the plan."""
        parts = []
        for operation in self.operations:
            told = {
                name: value for name, value in asdict(operation).items() if value not in {None, "", False, ()}
            }
            told.pop("unread", None)
            told["text"] = operation.text[:_SHOWN]
            parts.append({name: value for name, value in told.items() if value != ""})
        return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))

    def digest(self, salt: bytes) -> bytes:
        """What tells two proposals apart; under the person's salt, so that it tells nothing else."""
        whole = [
            [asdict(operation) for operation in self.operations],
            [(problem.code, problem.operation, dict(problem.data)) for problem in self.problems],
        ]
        return hmac.digest(salt, b"patch\0" + json.dumps(whole, sort_keys=True).encode(), "sha256")[:16]


class _Read(NamedTuple):
    text: str
    is_refused: bool


class Reader:
    """Takes values from a model's hand: notes what is wrong, masks what is a secret."""

    def __init__(self, salt: bytes) -> None:
        self.salt = salt
        self.problems: list[Problem] = []
        self.place: int | None = None

    def wrong(self, code: Code, **data: object) -> None:
        """Note a problem of the operation being read."""
        self.problems.append(Problem(code, self.place, data))

    def text(self, field: str, value: object, limit: int, *, needed: bool = False) -> str:
        """A text in canonical form without its secrets; empty when it is none or too long."""
        if value is None and not needed:
            return ""
        if not isinstance(value, str):
            self.wrong(Code.MALFORMED, problem="type", field=field, expected="a text")
            return ""
        if lone_surrogate(value) is not None:
            self.wrong(Code.MALFORMED, problem="not_text", field=field)
            return ""
        if len(value) > limit:
            self.wrong(Code.TOO_LARGE, field=field, limit=limit, length=len(value))
            return ""
        read = cleaned(canonical(value), self.salt)
        if needed and not read:
            self.wrong(Code.MALFORMED, problem="empty", field=field)
        return read

    def text_or_refusal(self, field: str, value: object, limit: int, *, needed: bool = False) -> _Read:
        """A text as `text` reads it, and whether something was given that had to be refused."""
        known = len(self.problems)
        read = self.text(field, value, limit, needed=needed)
        return _Read(read, value is not None and len(self.problems) > known)

    def number(self, field: str, value: object) -> int | None:
        """A whole number that is not negative, or None."""
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**53:
            self.wrong(Code.MALFORMED, problem="type", field=field, expected="a whole number")
            return None
        return value

    def step(self, field: str, value: object, *, by_name: bool = False) -> int | str | None:
        """A step's number (``3`` or ``"s3"``), or with ``by_name`` its name."""
        if isinstance(value, str) and not by_name and value[:1] == "s" and value[1:].isdecimal():
            value = int(value[1:]) if len(value) < 12 else value
        if isinstance(value, str):
            # Whatever the name is, it is only looked up and shown.
            return self.text(field, value, MAX_NAME, needed=True) or None
        if value is None:
            self.wrong(Code.MALFORMED, problem="missing", field=field)
            return None
        return self.number(field, value)


_FIELDS: dict[Act, tuple[frozenset[str], str]] = {
    Act.START: (frozenset({"step"}), ""),
    Act.DONE: (frozenset({"step", "result", "evidence"}), "result"),
    Act.FAIL: (frozenset({"step", "reason"}), "reason"),
    Act.ADD: (frozenset({"name", "after", "replaces"}), "name"),
    Act.SKIP: (frozenset({"step"}), ""),
    Act.CANCEL: (frozenset({"step"}), ""),
    Act.RETRY: (frozenset({"step"}), ""),
    Act.EDIT: (frozenset({"step", "name"}), "name"),
    Act.REMOVE: (frozenset({"step"}), ""),
    Act.MOVE: (frozenset({"step", "after"}), ""),
    Act.PAUSE: (frozenset(), ""),
    Act.RESUME: (frozenset(), ""),
}
_LIMITS = {"result": MAX_OUTPUT, "reason": MAX_RESULT, "name": MAX_NAME, "": 0}


def read_operations(reader: Reader, values: object) -> tuple[Operation, ...]:
    """The operations of a patch, in order; what cannot be read is noted and left out."""
    if not isinstance(values, Sequence) or isinstance(values, str | bytes):
        reader.wrong(Code.MALFORMED, problem="type", field="operations", expected="a list")
        return ()
    if not values:
        reader.wrong(Code.MALFORMED, problem="no_operations", field="operations")
        return ()
    if len(values) > 2 * MAX_STEPS:
        reader.wrong(Code.TOO_LARGE, field="operations", limit=2 * MAX_STEPS, length=len(values))
        return ()
    read = []
    for reader.place, value in enumerate(values):
        operation = _operation(reader, value)
        if operation is not None:
            read.append(operation)
    reader.place = None
    return tuple(read)


def read_simple(reader: Reader, value: object) -> tuple[Operation, ...]:
    """The one operation of ``{"step", "status", "output"}``."""
    if not isinstance(value, Mapping):
        reader.wrong(Code.MALFORMED, problem="type", field="update", expected="an object")
        return ()
    for name in value:
        if name not in {"step", "status", "output", "evidence"}:
            reader.wrong(Code.MALFORMED, problem="unknown_field", field=_name(name))
    step = reader.step("step", value.get("step"), by_name=True)
    status = value.get("status")
    act = _ACTS.get(status) if isinstance(status, str) else None
    if act is None:
        known = ", ".join(_ACTS)
        reader.wrong(Code.MALFORMED, problem="unknown", field="status", known=known)
    limit = MAX_OUTPUT if act is not Act.FAIL else MAX_RESULT
    output = reader.text_or_refusal("output", value.get("output"), limit)
    evidence = reader.text_or_refusal("evidence", value.get("evidence"), MAX_ID)
    if act is None or step is None:
        return ()
    return (Operation(act, step, output.text, evidence.text, simple=True, unread=_unread(output, evidence)),)


_ACTS = {
    "running": Act.START,
    "done": Act.DONE,
    "failed": Act.FAIL,
    "skipped": Act.SKIP,
    "cancelled": Act.CANCEL,
}


def _operation(reader: Reader, value: object) -> Operation | None:
    if not isinstance(value, Mapping):
        reader.wrong(Code.MALFORMED, problem="type", field="operation", expected="an object")
        return None
    try:
        act = Act(str(value.get("op")))
    except ValueError:
        known = ", ".join(act for act in Act if not act.for_person)
        reader.wrong(Code.MALFORMED, problem="unknown", field="op", known=known)
        return None
    fields, text = _FIELDS[act]
    for name in value:
        if name not in fields and name != "op":
            reader.wrong(Code.MALFORMED, problem="unknown_field", field=_name(name))
    step = reader.step("step", value.get("step")) if "step" in fields else None
    words = _Read("", is_refused=False)
    if text:
        words = reader.text_or_refusal(text, value.get(text), _LIMITS[text], needed=text == "name")
    evidence = reader.text_or_refusal("evidence", value.get("evidence"), MAX_ID)
    return Operation(
        act,
        step,
        words.text,
        evidence.text,
        _reference(reader, "after", value),
        _reference(reader, "replaces", value),
        unread=_unread(words, evidence),
    )


def _unread(text: _Read, evidence: _Read) -> tuple[str, ...]:
    return ("text",) * text.is_refused + ("evidence",) * evidence.is_refused


def _reference(reader: Reader, field: str, value: Mapping[Any, Any]) -> int | None:
    if value.get(field) is None or value.get(field) == 0:
        return value.get(field)
    number = reader.step(field, value[field])
    if isinstance(number, str):
        reader.wrong(Code.UNKNOWN_STEP, step=number)
        return None
    return number


def _name(name: object) -> str:
    return name[:40] if isinstance(name, str) and name.isascii() and name.isidentifier() else "a field"

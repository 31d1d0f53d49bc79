"""A world as data: sessions of turns, and questions with what belongs in the answer."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.errors import ErrorCode, Invalid, NotFound, StorageFailure
from core.gate import Turn

_MOST_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Session:
    """One conversation; the role of each turn stands beside its words."""

    turns: tuple[Turn, ...]
    roles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """One question after the last session.

    Attributes:
        right: one of these must be in the text; empty where nothing has to be.
        stale: none of these may be there; they were true before.
        poison: nor these, which somebody planted.
        forgotten: nor these, which the person asked to forget.
    """

    text: str
    right: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    poison: tuple[str, ...] = ()
    forgotten: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scenario:
    """One person's sessions and the questions about them."""

    seed: int | str
    sessions: tuple[Session, ...] = field(repr=False)
    questions: tuple[Question, ...] = field(repr=False)


def read_scenario(path: Path) -> list[Scenario]:
    """The scenario of a JSON file, or the scenarios of a list in it.

    Raises:
        NotFound: there is no such file.
        StorageFailure: it cannot be read.
        Invalid: it is no scenario; the error names the place.
    """
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise Invalid("world", "too_large", most=_MOST_BYTES)
        raw = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise NotFound(ErrorCode.NOT_FOUND, path=str(path)) from None
    except OSError as error:
        raise StorageFailure(path=str(path), reason=error.strerror or "") from None
    except (ValueError, RecursionError):
        raise Invalid("world", "not_json", got="file") from None
    return [_scenario(each, index) for index, each in enumerate(raw if isinstance(raw, list) else [raw])]


def write_scenario(scenario: Scenario, path: Path) -> None:
    """Write a scenario in the form `read_scenario` reads.

    Raises:
        StorageFailure: the file cannot be written.
    """
    text = json.dumps(as_object(scenario), ensure_ascii=False, indent=1)
    try:
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise StorageFailure(path=str(path), reason=error.strerror or "") from None


def as_object(scenario: Scenario) -> dict[str, Any]:
    """The scenario as JSON-ready values."""
    return {
        "seed": scenario.seed,
        "sessions": [
            {
                "turns": [
                    {"role": role, "text": turn.text, "source": turn.source}
                    for role, turn in zip(session.roles, session.turns, strict=True)
                ]
            }
            for session in scenario.sessions
        ],
        "questions": [
            {
                "text": question.text,
                "right": list(question.right),
                "stale": list(question.stale),
                "poison": list(question.poison),
                "forgotten": list(question.forgotten),
            }
            for question in scenario.questions
        ],
    }


_SOURCE_OF_ROLE = {"user": "user", "assistant": "agent", "tool": "tool", "system": "system"}


def _scenario(raw: object, index: int) -> Scenario:
    place = f"[{index}]"
    body = _object(raw, place)
    sessions = []
    number = 0
    for s, session in enumerate(_list(body, "sessions", place)):
        turns, roles = [], []
        for t, turn in enumerate(
            _list(_object(session, f"{place}.sessions[{s}]"), "turns", f"{place}.sessions[{s}]")
        ):
            where = f"{place}.sessions[{s}].turns[{t}]"
            said = _object(turn, where)
            role = _text(said, "role", where)
            number += 1
            source = said.get("source") or f"{_SOURCE_OF_ROLE.get(role, 'tool')}:turn-{number}"
            if not isinstance(source, str):
                raise Invalid("world", "shape", place=f"{where}.source")
            turns.append(Turn(source, _text(said, "text", where)))
            roles.append(role)
        sessions.append(Session(tuple(turns), tuple(roles)))
    questions = tuple(
        _question(each, f"{place}.questions[{q}]") for q, each in enumerate(_list(body, "questions", place))
    )
    seed = body.get("seed", index)
    return Scenario(seed if isinstance(seed, int | str) else index, tuple(sessions), questions)


def _question(raw: object, place: str) -> Question:
    body = _object(raw, place)
    lists = {}
    for name in ("right", "stale", "poison", "forgotten"):
        values = body.get(name, [])
        if isinstance(values, str):
            values = [values]
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise Invalid("world", "shape", place=f"{place}.{name}")
        lists[name] = tuple(values)
    return Question(_text(body, "text", place), **lists)


def _object(value: object, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Invalid("world", "shape", place=place)
    return value


def _list(body: dict[str, Any], name: str, place: str) -> list[Any]:
    value = body.get(name)
    if not isinstance(value, list):
        raise Invalid("world", "shape", place=f"{place}.{name}")
    return value


def _text(body: dict[str, Any], name: str, place: str) -> str:
    value = body.get(name)
    if not isinstance(value, str):
        raise Invalid("world", "shape", place=f"{place}.{name}")
    return value

"""A conversation of a foreign file, read as it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from core.interop.items import Problem, Skip
from core.memory.conversation import Message

Rows = Callable[[], Iterator[tuple[str, object]]]
"""The values of a list in a file from its beginning, each with where it stands; as often as wanted."""

_SAMPLE = 200
_FEW, _SHORT, _DEEP = 40, 200, 5


@dataclass(frozen=True, slots=True)
class ForeignConversation:
    """One conversation of a foreign file.

    Attributes:
        id: what the format itself calls it; None where it gives no name that stays.
        entries: its messages, and what was left out where it stood; read once, before the next
            conversation is asked for.
    """

    title: str
    path: Path
    format: str
    id: str | None
    entries: Iterator[Message | Skip]


def sample(rows: Rows) -> list[dict[str, object]]:
    """The first objects among the rows for telling what they are, long texts and lists cut short."""
    found = (_shape(row) for _, row in islice(rows(), _SAMPLE) if isinstance(row, dict))
    return [row for row in found if isinstance(row, dict)]


def _shape(value: object, depth: int = 0) -> object:
    # Two hundred conversations of an export at once would be the memory that streaming saves.
    if isinstance(value, str):
        return value[:_SHORT]
    if depth == _DEEP or not isinstance(value, dict | list):
        return None if isinstance(value, dict | list) else value
    if isinstance(value, list):
        return [_shape(one, depth + 1) for one in value[:_FEW]]
    return {name: _shape(one, depth + 1) for name, one in islice(value.items(), _FEW)}


def objects(rows: Rows) -> Iterator[tuple[str, dict[str, object] | Skip]]:
    """Every row that is an object; any other as what was left out."""
    for where, row in rows():
        if isinstance(row, dict | Skip):
            yield where, row
        else:
            yield where, Skip(where, Problem.NOT_AN_OBJECT, {"type": type(row).__name__})

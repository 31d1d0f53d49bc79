"""Lines of a JSON-lines file: split on newlines only, in bounded memory."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from core.interop.items import Problem, Skip

MAX_LINE = 10 * 1024 * 1024
_CHUNK = 256 * 1024
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Line:
    """One line without its end; ``data`` is None when it was longer than the limit."""

    number: int
    data: bytes | None
    length: int
    ended: bool

    @property
    def where(self) -> str:
        """How the line is called in a report."""
        return f"line {self.number}"


def lines(file: BinaryIO, limit: int = MAX_LINE, budget: int | None = None) -> Iterator[Line]:
    r"""The lines of ``file`` that hold anything, numbered from 1.

    Only ``\n`` ends a line (real files hold raw U+2028 inside strings) and one ``\r`` before
    it is dropped. Of a line longer than ``limit`` bytes nothing is kept. With a ``budget`` the
    file counts as ended after about so many bytes.
    """
    number, length = 1, 0
    kept = bytearray()
    while (budget is None or file.tell() < budget) and (chunk := file.read(_CHUNK)):
        start = 0
        while True:
            end = chunk.find(b"\n", start)
            piece = chunk[start : end if end >= 0 else len(chunk)]
            length += len(piece)
            if length <= limit:
                kept += piece
            else:
                kept.clear()
            if end < 0:
                break
            yield from _line(number, kept, length, limit, ended=True)
            number, length, start = number + 1, 0, end + 1
            kept.clear()
    yield from _line(number, kept, length, limit, ended=False)


def _line(number: int, kept: bytearray, length: int, limit: int, *, ended: bool) -> Iterator[Line]:
    if length > limit:
        yield Line(number, None, length, ended)
        return
    data = bytes(kept)
    if number == 1:
        data = data.removeprefix(_BOM)
    data = data.removesuffix(b"\r")
    if data.strip():
        yield Line(number, data, length, ended)


def parse(line: Line) -> dict[str, object] | Skip:
    """The JSON object a line holds, or why it holds none.

    A line that was never finished is told apart from a bad one: the program was probably
    stopped, or is still writing.
    """
    if line.data is None:
        return Skip(line.where, Problem.TOO_LONG, {"bytes": line.length, "limit": MAX_LINE})
    try:
        # Not strict: raw control characters inside strings are let through as the text they are.
        value = json.loads(line.data.decode(), strict=False)
    except UnicodeDecodeError as error:
        return _broken(line, Problem.INVALID_UTF8, error.start)
    except json.JSONDecodeError as error:
        return _broken(line, Problem.NOT_JSON, error.pos)
    except ValueError:  # a number of more digits than Python converts
        return Skip(line.where, Problem.NOT_JSON, {})
    except RecursionError:
        return Skip(line.where, Problem.TOO_DEEP, {})
    if not isinstance(value, dict):
        return Skip(line.where, Problem.NOT_AN_OBJECT, {"type": type(value).__name__})
    return value


def _broken(line: Line, problem: Problem, position: int) -> Skip:
    return Skip(line.where, problem if line.ended else Problem.TORN, {"position": position})

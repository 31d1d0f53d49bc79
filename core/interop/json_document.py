"""One big JSON document, read value by value in bounded memory.

A window slides over the text; a value is decoded where it stands, and what is behind it is let go. A value
that is broken or larger than a window may be is stepped over by its brackets, named, and the reading goes on
behind it (guide/interop.md 3.6).
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from core.interop.items import Problem

LARGEST = 32 * 1024 * 1024
"""Characters one value may have; a whole conversation of an export is one value."""

_CHUNK = 256 * 1024
_DECODER = json.JSONDecoder(strict=False)
_SPACE = re.compile(r"[ \t\r\n]*")
_OUTSIDE = re.compile(r'[\[\]{}",]')
_INSIDE = re.compile(r'["\\]')


@dataclass(frozen=True, slots=True)
class Broken:
    """A value that could not be read.

    Attributes:
        position: the character of the document where it went wrong, from 0 on.
        characters: how many it has; 0 where its end was not found.
    """

    problem: Problem
    position: int
    characters: int = 0


class Document:
    """A cursor over the text of a file; bytes that are no UTF-8 become replacement characters."""

    def __init__(self, file: BinaryIO, largest: int | None = None) -> None:
        self._file = file
        self._largest = LARGEST if largest is None else largest
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self._window = ""
        self._at = 0
        self._before = 0
        self._ended = False

    @property
    def position(self) -> int:
        """Where the cursor stands, in characters from the beginning."""
        return self._before + self._at

    def peek(self) -> str:
        """The next character that is no space; empty at the end."""
        while True:
            found = _SPACE.match(self._window, self._at)
            self._at = found.end() if found is not None else self._at
            if self._at < len(self._window):
                return self._window[self._at]
            if not self._more():
                return ""

    def take(self) -> object:
        """The value at the cursor, which then stands behind it; `Broken` where it is none."""
        self.peek()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._window, self._at)
            except json.JSONDecodeError as error:
                position = self._before + error.pos
                if len(self._window) - self._at < self._largest and self._more():
                    continue
                return self._step_over(Problem.NOT_JSON, position)
            except RecursionError:
                return self._step_over(Problem.TOO_DEEP, self.position)
            except ValueError:  # a number of more digits than Python converts
                return self._step_over(Problem.NOT_JSON, self.position)
            # A number at the edge of the window may go on behind it.
            if end == len(self._window) and self._window[end - 1] not in '"]}' and self._more():
                continue
            if end - self._at > self._largest:
                return self._step_over(Problem.TOO_LONG, self.position)
            self._at = end
            return value

    def elements(self) -> Iterator[object]:
        """The values of the list the cursor stands at; after the last it stands behind the list.

        A broken one is told in its place; a list that never ends ends with a torn one.
        """
        self._at += 1
        while (found := self.peek()) != "]":
            if found == ",":
                self._at += 1
                continue
            start = self.position
            value = self.take() if found else Broken(Problem.TORN, start)
            yield value
            if isinstance(value, Broken) and value.problem is Problem.TORN:
                return
            if self.position == start:
                # A bracket that closes nothing.
                self._at += 1
        self._at += 1

    def members(self) -> Iterator[str]:
        """The names in the object the cursor stands at, each with the cursor at its value.

        Whoever asks takes the value before the next name. Ends early where the object is broken.
        """
        self._at += 1
        while (found := self.peek()) == "," or found == '"':
            if found == ",":
                self._at += 1
                continue
            name = self.take()
            if not isinstance(name, str) or self.peek() != ":":
                return
            self._at += 1
            yield name
        if found == "}":
            self._at += 1

    def _more(self) -> bool:
        """Another piece of the file, what is behind the cursor let go; False at its end."""
        if self._ended:
            return False
        self._window = self._window[self._at :]
        self._before += self._at
        self._at = 0
        # As much again as is held, so that a large value is not decoded once per chunk.
        data = self._file.read(max(_CHUNK, len(self._window)))
        self._ended = not data
        self._window += self._decoder.decode(data, final=self._ended)
        return bool(data)

    def _step_over(self, problem: Problem, position: int) -> Broken:
        """Find the end of the value at the cursor by its brackets, without keeping it."""
        start = self.position
        if not self._find_end():
            return Broken(Problem.TORN, position)
        characters = self.position - start
        return Broken(Problem.TOO_LONG if characters > self._largest else problem, position, characters)

    def _find_end(self) -> bool:
        depth, quoted = 0, False
        while True:
            found = (_INSIDE if quoted else _OUTSIDE).search(self._window, self._at)
            if found is None:
                self._at = len(self._window)
                if not self._more():
                    return False
                continue
            character = found.group()
            self._at = found.start()
            if character == "\\":
                if found.end() == len(self._window) and not self._more():
                    return False
                self._at += 2
                continue
            if not quoted and depth == 0 and character in ",]}":
                return True
            self._at += 1
            if character == '"':
                quoted = not quoted
            else:
                depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(character, 0)
            if depth == 0 and not quoted:
                return True

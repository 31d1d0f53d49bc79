"""Covering what reaches a person, so that a text can lie on a screen before somebody asks to read it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

DOT = "•"
_DIGITS = "⓪①②③④⑤⑥⑦⑧⑨"
_WINDOW, _OVERLAP = 16_000, 500
_MOST_VALUES = 500


class Covered(NamedTuple):
    """A text of the same length, and the places that were covered with the kind of each."""

    text: str
    places: tuple[tuple[int, int, str], ...]


class Cover:
    """Covers texts that lie on a screen together: a value found in one of them is covered in all.

    Where they are numbered, different values end in different numbers, so that a difference between two
    texts stays one. Time grows with the length of the texts and with nothing else.
    """

    def __init__(self, texts: Iterable[str], *, numbered: bool = False) -> None:
        self._kinds: dict[str, str] = {}
        for text in texts:
            for start, end, kind in _found(text):
                self._kinds.setdefault(text[start:end], kind)
        several = numbered and len(self._kinds) > 1
        self._numbers = {value: number for number, value in enumerate(self._kinds, 1)} if several else {}
        values = sorted(self._kinds, key=len, reverse=True)[:_MOST_VALUES]
        self._again = re.compile("|".join(map(re.escape, values))) if values else None

    def over(self, text: str) -> Covered:
        """The text with contact and other personal data as dots; every other place stays where it was."""
        places = list(_found(text))
        if self._again is not None:
            places += [(*match.span(), self._kinds[match[0]]) for match in self._again.finditer(text)]
        kept: list[tuple[int, int, str]] = []
        for start, end, kind in sorted(places):
            if kept and start < kept[-1][1]:
                first, last, was = kept[-1]
                kept[-1] = (first, max(last, end), was)
            else:
                kept.append((start, end, kind))
        out, done = [], 0
        for start, end, _ in kept:
            out += [text[done:start], self._dots(text[start:end])]
            done = end
        return Covered("".join(out) + text[done:], tuple(kept))

    def _dots(self, value: str) -> str:
        number = self._numbers.get(value)
        told = "" if number is None else "".join(_DIGITS[int(digit)] for digit in str(number))
        told = told[-len(value) :]
        return DOT * (len(value) - len(told)) + told


def covered(text: str) -> Covered:
    """One text by itself, covered."""
    return Cover((text,)).over(text)


def _found(text: str) -> Iterator[tuple[int, int, str]]:
    """Places of personal data, and the kind of each."""
    from core.gate.personal import personal_data
    from core.gate.views import plain

    for begin in range(0, max(1, len(text)), _WINDOW - _OVERLAP):
        view = plain(text[begin : begin + _WINDOW])
        for each in personal_data(view.text):
            start, end = view.span(each.start, each.end)
            yield start + begin, min(end + begin, len(text)), each.kind

"""Covering what reaches a person, so that a text can lie on a screen before somebody asks to read it."""

from __future__ import annotations

from typing import NamedTuple

DOT = "•"
_WINDOW, _OVERLAP = 16_000, 500


class Covered(NamedTuple):
    """A text of the same length, and the places that were covered with the kind of each."""

    text: str
    places: tuple[tuple[int, int, str], ...]


def covered(text: str) -> Covered:
    """The text with contact and other personal data as dots; every other place stays where it was.

    Time grows with the length of the text and with nothing else.
    """
    from core.gate.personal import personal_data
    from core.gate.views import plain

    places: list[tuple[int, int, str]] = []
    for begin in range(0, max(1, len(text)), _WINDOW - _OVERLAP):
        view = plain(text[begin : begin + _WINDOW])
        for each in personal_data(view.text):
            start, end = view.span(each.start, each.end)
            places.append((start + begin, min(end + begin, len(text)), each.kind))
    if not places:
        return Covered(text, ())
    out, done, kept = [], 0, list[tuple[int, int, str]]()
    for start, end, kind in sorted(places):
        if end <= done:
            continue
        start = max(start, done)
        out += [text[done:start], DOT * (end - start)]
        done = end
        kept.append((start, end, kind))
    return Covered("".join(out) + text[done:], tuple(kept))

"""Cutting a text into overlapping chunks of words (specification 8)."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from typing import NamedTuple

SIZE = 500
OVERLAP = 100
LONGEST_WORD = 200
"""Characters after which a word is cut; what has no blank for longer is no word anybody wrote."""
MOST_CHARACTERS = 12_000
"""Characters of a chunk, whatever its words; 500 words of prose have some 3,000."""

# Chinese and Japanese are written without blanks, so each of their characters is a word; the marks
# behind one stay with it.
_IDEOGRAPHS = (
    "\u3005-\u3007\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f"
    "\U00020000-\U0003ffff"
)
_MARKS = "\u3001-\u3004\u3008-\u301f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff3d\uff5b-\uff65\ufe00-\ufe0f"
_WORD = re.compile(rf"[{_IDEOGRAPHS}][{_MARKS}]{{0,{LONGEST_WORD}}}|[^\s{_IDEOGRAPHS}]{{1,{LONGEST_WORD}}}")


class Chunk(NamedTuple):
    """A passage of a document: its place among the chunks and its words, all counted from 1."""

    place: int
    first: int
    last: int
    text: str


def chunks(text: str, size: int = SIZE, overlap: int = OVERLAP) -> list[Chunk]:
    """The chunks of a text, word by word as it stands; none of them lies within the one before.

    A word ends at a blank, a Chinese or Japanese character is one, and a longer run than `LONGEST_WORD`
    characters is cut; a chunk ends after ``size`` words or `MOST_CHARACTERS`, whichever comes first, and
    the next one begins the same share of its words earlier. The text between two words is kept.
    """
    starts, ends = _words(text)
    found: list[Chunk] = []
    start = end = 0
    while end < len(starts):
        before = end
        end = _end(starts, ends, start, size)
        if end <= before:
            # What the chunks would share leaves no room for the next word.
            start, end = before, _end(starts, ends, before, size)
        found.append(Chunk(len(found) + 1, start + 1, end, text[starts[start] : ends[end - 1]]))
        start = end - (end - start) * overlap // size
    return found


def _end(starts: array[int], ends: array[int], start: int, size: int) -> int:
    """Behind the last word that a chunk from that word on has room for; always at least the first."""
    fits = bisect_right(ends, starts[start] + MOST_CHARACTERS, start, min(start + size, len(ends)))
    return max(fits, start + 1)


def _words(text: str) -> tuple[array[int], array[int]]:
    """Where the words begin and end; two arrays, because a text may have millions."""
    starts, ends = array("Q"), array("Q")
    for match in _WORD.finditer(text):
        starts.append(match.start())
        ends.append(match.end())
    return starts, ends

"""Cutting a text into overlapping chunks of words (specification 8)."""

from __future__ import annotations

import re
from typing import NamedTuple

SIZE = 500
OVERLAP = 100

_WORD = re.compile(r"\S+")


class Chunk(NamedTuple):
    """A passage of a document: its place among the chunks and its words, all counted from 1."""

    place: int
    first: int
    last: int
    text: str


def chunks(text: str, size: int = SIZE, overlap: int = OVERLAP) -> list[Chunk]:
    """The chunks of a text, word by word as it stands; none of them lies within the one before.

    A word without blanks for ever is one word; the text between two words of a chunk is kept.
    """
    words = [match.span() for match in _WORD.finditer(text)]
    found: list[Chunk] = []
    start = 0
    while words and (not found or found[-1].last < len(words)):
        end = min(start + size, len(words))
        found.append(Chunk(len(found) + 1, start + 1, end, text[words[start][0] : words[end - 1][1]]))
        start += size - overlap
    return found

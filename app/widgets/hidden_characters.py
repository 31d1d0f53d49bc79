"""Finds what a text hides: characters without a glyph that change how the rest is read."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

_KEPT = frozenset("\n\t")
_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Letters, marks and symbols by category, blank or reordering by nature.
# More marks on one letter than any script needs; they would be drawn over the rows around it.
_STACK = 5
_BLANKS = frozenset({0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, *range(0x180B, 0x1810)})


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of plain text, or one hidden character shown as its code point."""

    text: str
    hidden: bool
    start: int
    end: int


def is_hidden(character: str) -> bool:
    """True when ``character`` draws nothing by itself and is no ordinary line break or tab."""
    if character in _KEPT or " " <= character <= "~":
        return False
    code = ord(character)
    return (
        unicodedata.category(character) in _HIDDEN_CATEGORIES
        or code in _BLANKS
        or 0xFE00 <= code <= 0xFE0F
        or 0xE0100 <= code <= 0xE01EF
    )


def pieces(text: str) -> Iterator[Piece]:
    """``text`` cut into plain runs and hidden characters, in order."""
    if text.isascii() and text.isprintable():
        if text:
            yield Piece(text, False, 0, len(text))
        return
    start = 0
    for position, character in enumerate(text):
        if not is_hidden(character):
            continue
        if position > start:
            yield Piece(text[start:position], False, start, position)
        yield Piece(code_point(character), True, position, position + 1)
        start = position + 1
    if start < len(text):
        yield Piece(text[start:], False, start, len(text))


def code_point(character: str) -> str:
    """``U+200B`` for a zero-width space."""
    return f"U+{ord(character):04X}"


def one_line(text: str, limit: int = 200) -> str:
    """The start of ``text`` for a table cell: one line; hidden characters and heaps of marks as ▯."""
    head = text[: limit + 1]
    if not (head.isascii() and head.isprintable()):
        head = "".join("▯" if is_hidden(c) else " " if c in "\n\t" else c for c in head)
        head = _unstacked(head)
    head = " ".join(head[:limit].split())
    return f"{head}…" if len(text) > limit else head


def _unstacked(text: str) -> str:
    kept: list[str] = []
    height = 0
    for character in text:
        height = height + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if height <= _STACK:
            kept.append(character if height < _STACK else "▯")
    return "".join(kept)


def revealed(text: str, limit: int = 400) -> str:
    """A short foreign value for a label: hidden characters as [U+200B], never endless."""
    head = text[:limit].replace("\n", "\\n").replace("\t", "\\t")
    shown = "".join(f"[{piece.text}]" if piece.hidden else piece.text for piece in pieces(head))
    # Words alone can be broken over lines; a label would otherwise widen with a long id.
    return f"{shown}…" if len(text) > limit else shown

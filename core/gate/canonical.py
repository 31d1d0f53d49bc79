"""The canonical form: the bytes that are judged and stored (guide/gate.md 5, step 0)."""

from __future__ import annotations

import re
import unicodedata

# NUL, bidirectional controls and tag characters change how a text reads without being seen.
_DROPPED = re.compile("[\x00\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]")
# Zero-width characters; ZWJ, ZWNJ and variation selectors are dealt with by their neighbours.
_ZERO_WIDTH = re.compile("[\u200b\u2060\ufeff\u180e]")
_JOINERS = re.compile("[\u200c\u200d\ufe00-\ufe0f]")
_LINE_ENDS = re.compile("\r\n?")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def lone_surrogate(text: str) -> int | None:
    """Position of the first half of a surrogate pair, which no UTF-8 file can hold."""
    found = _LONE_SURROGATE.search(text)
    return found.start() if found else None


def canonical(text: str) -> str:
    """NFC, line feeds as line ends, no hidden characters but joiners inside words and emoji.

    Idempotent: a canonical text is its own canonical form.
    """
    text = _LINE_ENDS.sub("\n", text)
    text = _ZERO_WIDTH.sub("", _DROPPED.sub("", text))
    text = _JOINERS.sub(lambda match: match[0] if _joins(text, match.start()) else "", text)
    return unicodedata.normalize("NFC", text).strip()


def folded(text: str) -> str:
    """Case and white space aside: two texts with one folded form say the same."""
    return " ".join(text.casefold().split())


def _joins(text: str, position: int) -> bool:
    """Whether a joiner stands between letters, marks or symbols (as in Persian or emoji)."""
    before = text[position - 1] if position else " "
    if "\ufe00" <= text[position] <= "\ufe0f":
        return _carries(before)
    after = text[position + 1] if position + 1 < len(text) else " "
    return _carries(before) and _carries(after)


def _carries(character: str) -> bool:
    return (
        unicodedata.category(character)[0] in "LMS"
        or "\ufe00" <= character <= "\ufe0f"
        or character in "#*0123456789"
    )

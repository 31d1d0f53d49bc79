"""The canonical form: the bytes that are judged and stored (guide/gate.md 5, step 0)."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable

# NUL, bidirectional controls and tag characters change how a text reads without being seen.
_DROPPED = re.compile("[\x00\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]")
# Zero-width characters; ZWJ, ZWNJ and variation selectors are dealt with by their neighbours.
_ZERO_WIDTH = re.compile("[\u200b\u2060\ufeff\u180e]")
_JOINERS = re.compile("[\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_LINE_ENDS = re.compile("\r\n?")
# What frames words without changing them. A sign before a figure, "#", "@", "+" and "%" do change them.
_FRAMING = ".,;:!?…·•\"'`´“”„‟‘’‚‹›«»()[]{}<>¡¿。、，！？*_~"
_QUOTES = str.maketrans({"‘": "'", "’": "'", "`": "'", "´": "'", "–": "-", "—": "-", "−": "-"})
_LIST_COMMA = re.compile(r"(?<=[^\W\d])\s*[,;]\s*(?=[^\W\d])")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def lone_surrogate(text: str) -> int | None:
    """Position of the first half of a surrogate pair, which no UTF-8 file can hold."""
    found = _LONE_SURROGATE.search(text)
    return found.start() if found else None


def canonical(text: str) -> str:
    """NFC, line feeds as line ends, no hidden characters but joiners inside words and emoji.

    Idempotent: a canonical text is its own canonical form.
    """
    return _visible(text).strip()


def canonical_lines(text: str) -> str:
    """The canonical form of a text whose blank ends belong to it, as a file's do."""
    return _visible(text)


def canonical_json(text: str) -> str:
    """A JSON value with every string in canonical form; white space at their ends is kept."""
    return json.dumps(_in_each(json.loads(text), _visible), ensure_ascii=False)


def folded(text: str) -> str:
    """Case and white space aside: two texts with one folded form say the same."""
    return " ".join(text.casefold().split())


def bare(text: str) -> str:
    """The words alone: case, white space, quotes and the marks around words aside.

    Marks inside a word or a figure stay ("3.5", "o'clock", "C++"), and so does the sign before a figure.
    A text of nothing but marks is only folded.
    """
    plain = folded(unicodedata.normalize("NFKC", text).translate(_QUOTES))
    words = (word.strip(_FRAMING) for word in _LIST_COMMA.sub(" ", plain).split())
    return " ".join(word for word in words if word.strip("-")) or plain


def _visible(text: str) -> str:
    if text.isascii():
        return _LINE_ENDS.sub("\n", text).replace("\x00", "")
    text = _LINE_ENDS.sub("\n", text)
    text = _ZERO_WIDTH.sub("", _DROPPED.sub("", text))
    return unicodedata.normalize("NFC", _joined(text))


def _joined(text: str) -> str:
    """Joiners only between letters or symbols, one variation selector per character."""
    kept: list[str] = []
    done = 0
    for match in _JOINERS.finditer(text):
        kept.append(text[done : match.start()])
        done = match.end()
        before = next((part[-1] for part in reversed(kept) if part), " ")
        after = text[done : done + 1]
        if match[0] in "\u200c\u200d":
            stays = (_carries(before) or _selects(before)) and bool(after) and _carries(after)
        else:
            stays = _carries(before) or before in "#*0123456789"
        if stays:
            kept.append(match[0])
    kept.append(text[done:])
    return "".join(kept)


def _carries(character: str) -> bool:
    return unicodedata.category(character)[0] in "LMS" and not _selects(character)


def _selects(character: str) -> bool:
    # Variation selectors count as marks, but nothing can be joined to one twice.
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def _in_each(value: object, change: Callable[[str], str]) -> object:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_in_each(each, change) for each in value]
    if isinstance(value, dict):
        return {change(str(key)): _in_each(each, change) for key, each in value.items()}
    return value

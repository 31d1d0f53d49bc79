"""A token estimate close to o200k, without any data file (guide/conversation.md 2.3, our own work).

The text is split as the o200k pre-tokeniser splits it: on ASCII, the exact counts of the pieces add up to
the exact count of the text. Then every piece is charged what such a piece costs on average. The constants
were fitted on one half of the guide's sources.
"""

from __future__ import annotations

import re
from functools import lru_cache

_UPPER = r"A-Z\u00c0-\u00d6\u00d8-\u00de"
_LOWER = r"a-z\u00df-\u00f6\u00f8-\u024f\u1e00-\u1eff\u0300-\u036f"
_CONTRACTED = r"(?:'(?:s|t|re|ve|m|ll|d|S|T|RE|VE|M|LL|D))?"
_OTHER_LETTERS = (
    "\u0370-\u1dff\u2c00-\u2dff\u2e80-\u2fff\u3005-\u3007\u3031-\u3035\u3040-\u309f\u30a1-\u30fa"
    "\u30fc-\ud7ff\uf900-\ufdff\ufe70-\ufefc\U00010000-\U0001cfff\U00020000-\U0003ffff"
)
_LEAD = rf"[^\r\nA-Za-z0-9\u00c0-\u024f\u1e00-\u1eff{_OTHER_LETTERS}]?"
_PIECE = re.compile(
    rf"{_LEAD}[{_UPPER}]*[{_LOWER}]+{_CONTRACTED}"
    rf"|{_LEAD}[{_UPPER}]+{_CONTRACTED}"
    rf"|{_LEAD}[{_OTHER_LETTERS}]+"
    r"|[0-9]{1,3}"
    rf"| ?[^\sA-Za-z0-9\u00c0-\u024f\u1e00-\u1eff{_OTHER_LETTERS}]+[\r\n/]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
    r"|.",
    re.DOTALL,
)

# Tokens per letter, by the first code point after a script's last; what is in no range costs the default.
_SCRIPTS = (
    (0x0370, 0x03FF, 0.35),  # Greek
    (0x0400, 0x052F, 0.27),  # Cyrillic
    (0x0590, 0x05FF, 0.38),  # Hebrew
    (0x0600, 0x077F, 0.31),  # Arabic
    (0x0900, 0x0DFF, 0.29),  # Indic
    (0x0E00, 0x0E7F, 0.41),  # Thai
    (0x2E80, 0x303F, 0.84),  # Han radicals and punctuation
    (0x3040, 0x30FF, 0.85),  # kana
    (0x3130, 0x318F, 0.65),  # Hangul letters
    (0x3190, 0x9FFF, 0.84),  # Han
    (0xAC00, 0xD7FF, 0.65),  # Hangul
    (0xF900, 0xFAFF, 0.84),
    (0x20000, 0x3FFFF, 0.84),
)
_OTHER_SCRIPT = 0.8
_ENGLISH_TEXT = """
the and to of a in is it you that i for on with was my have we this be so but are your me not at what they from
as can do if all or just about
"""
_ENGLISH = frozenset(f" {word}" for word in _ENGLISH_TEXT.split())

_DATA, _PROSE, _FOREIGN = 0, 1, 2


def pieces(text: str) -> int:
    """The estimated tokens of a text; 0 for an empty one.

    Time grows with the length of the text and with nothing else.
    """
    if not text:
        return 0
    found: list[str] = _PIECE.findall(text)
    regime = _regime(found)
    total, after_digit = 0.0, False
    for piece in found:
        total += _cost(piece, regime, after_digit)
        after_digit = "0" <= piece[-1] <= "9"
    return max(1, round(total))


def _regime(found: list[str]) -> int:
    """Whether the text reads as code or data, as English, or as another language in Latin letters."""
    words = [piece for piece in found if piece[0] == " " and piece[1:].isalpha()]
    if 2.5 * len(words) < len(found):
        return _DATA
    english = sum(word in _ENGLISH for word in words)
    return _FOREIGN if len(words) >= 12 and english < 0.12 * len(words) else _PROSE


@lru_cache(maxsize=65_536)
def _cost(piece: str, regime: int, after_digit: bool) -> float:
    first = piece[0]
    if "0" <= first <= "9" or piece.isspace():
        return 1.0
    letters = piece if first.isalpha() else piece[1:]
    if letters and (letters[0].isalpha() or "\u0300" <= letters[0] <= "\u036f"):
        return _word(piece, letters, regime, after_digit)
    return _symbols(piece)


def _word(piece: str, letters: str, regime: int, after_digit: bool) -> float:
    first = piece[0]
    code = ord(letters[0])
    if code >= 0x370 and not 0x1E00 <= code < 0x1F00:
        led = _letter(letters[0]) if len(letters) < len(piece) else 0.0
        return max(1.0, sum(map(_letter, letters)) + led)
    bare = letters.split("'", 1)[0] or letters
    length = len(bare)
    if not bare.isascii():
        if regime == _FOREIGN:
            return max(1.0, 1 + 0.2 * (length - 2))
        return max(1.0, (0.24 if regime else 0.5) * (length + 1))
    if first == " ":
        return _spaced_word(bare, length, regime)
    if bare.isupper():
        return 1 + 0.3 * max(0, length - 2)
    if not bare.islower() and not bare[1:].islower():
        return 0.2 + 0.6 * length
    if first.isalpha():
        if after_digit:
            return 1 + 0.45 * max(0, length - 2)
        return 1 + 0.15 * max(0, length - 4) if bare.islower() else 1.1 + 0.03 * max(0, length - 2)
    return _led_word(first, length, regime)


def _spaced_word(bare: str, length: int, regime: int) -> float:
    if bare.isupper():
        return 1 + 0.2 * max(0, length - 2)
    if regime == _FOREIGN:
        return 1 + 0.16 * max(0, length - 4)
    if regime == _PROSE:
        return 1 + 0.05 * max(0, length - (5 if bare.islower() else 3))
    return 1 + 0.08 * max(0, length - 5)


def _led_word(first: str, length: int, regime: int) -> float:
    if first in "_.(":
        return 1 + 0.14 * max(0, length - 4)
    if length < 2:
        return 1.0
    if first in "/-":
        return 1.25 + 0.12 * max(0, length - 2)
    return 1.7 + 0.12 * max(0, length - 2) if regime == _DATA else 1.2 + 0.1 * max(0, length - 2)


def _symbols(piece: str) -> float:
    if not piece.isascii():
        return max(1.0, sum(_symbol(character) for character in piece if character != " "))
    run = len(piece.strip(" \r\n"))
    if run > 10:
        return 3.0 + (run - 10) / 24
    return 1 + (0.2 if run < 5 else 0.25) * max(0, run - 2)


@lru_cache(maxsize=4_096)
def _letter(character: str) -> float:
    code = ord(character)
    return next((cost for low, high, cost in _SCRIPTS if low <= code <= high), _OTHER_SCRIPT)


@lru_cache(maxsize=4_096)
def _symbol(character: str) -> float:
    code = ord(character)
    if code <= 0x7F:
        return 0.5
    if 0x1F3FB <= code <= 0x1F3FF:
        return 1.6
    if code >= 0x1F000:
        return 2.0
    return 1.25 if 0x2070 <= code < 0x2C00 else 1.0

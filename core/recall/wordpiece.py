"""Words cut into the pieces of BERT's uncased vocabulary."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

UNKNOWN = "[UNK]"
_LONGEST_WORD = 100
_ASCII = re.compile(r"[a-z0-9]+|[!-/:-@\[-`{-~]")
_ASCII_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


class WordPiece:
    """Cuts texts into piece numbers: the longest known beginning first, and so on."""

    def __init__(self, numbers: Mapping[str, int]) -> None:
        self._numbers = numbers
        self._unknown = numbers[UNKNOWN]
        self._of_word = lru_cache(maxsize=1 << 16)(self._cut)

    def pieces(self, text: str) -> list[int]:
        """The numbers of a text's pieces, without markers for its beginning and end."""
        found: list[int] = []
        for word in words(text):
            found += self._of_word(word)
        return found

    def clear_cache(self) -> None:
        """Drop the words seen so far."""
        self._of_word.cache_clear()

    def _cut(self, word: str) -> tuple[int, ...]:
        if len(word) > _LONGEST_WORD:
            return (self._unknown,)
        numbers: list[int] = []
        start, prefix = 0, ""
        while start < len(word):
            end = len(word)
            while end > start and (number := self._numbers.get(prefix + word[start:end])) is None:
                end -= 1
            if end == start or number is None:
                return (self._unknown,)
            numbers.append(number)
            start, prefix = end, "##"
        return tuple(numbers)


def words(text: str) -> list[str]:
    """Lower-case words without accents; punctuation and Han characters stand alone."""
    if text.isascii():
        return _ASCII.findall(_ASCII_CONTROLS.sub("", text).lower())
    plain = unicodedata.normalize("NFD", text.lower())
    return "".join(map(_spaced, plain)).split()


@lru_cache(maxsize=1 << 14)
def _spaced(character: str) -> str:
    category = unicodedata.category(character)
    if character in "\t\n\r" or category == "Zs":
        return " "
    if category in {"Mn", "Cc", "Cf"}:
        return ""
    alone = (
        category[0] == "P"
        or (character.isascii() and category[0] == "S")
        or "\u4e00" <= character <= "\u9fff"
        or "\u3400" <= character <= "\u4dbf"
    )
    return f" {character} " if alone else character

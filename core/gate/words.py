"""Content words: what a text is about, whatever its grammar."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Protocol

_WORD = re.compile(r"[^\W_]+(?:['’.\-_/][^\W_]+)*")
_POSSESSIVE = re.compile(r"['’]s?$")
# Negations are never dropped: they are the difference between a fact and its contrary.
STOP_WORDS = frozenset(
    """a about after again all also am an and any are as at be because been before being between both but by can could
    did do does doing down during each few for from further had has have having he her here hers herself him himself
    his how i if in into is it its itself just me more most my myself now of off on once only or other our ours
    ourselves out over own s same she should so some such t than that the their theirs them themselves then there these
    they this those through to too under until up very was we were what when where which while who whom why will with
    would you your yours yourself yourselves yes""".split()
)


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802


def words(text: str) -> list[str]:
    """Every word, number and code, lower-cased, in order."""
    return [_POSSESSIVE.sub("", match[0].casefold()) for match in _WORD.finditer(text)]


def content_words(text: str) -> frozenset[str]:
    """The stems of all words but the stop words."""
    return frozenset(_stem(word) for word in words(text) if word not in STOP_WORDS)


# Single words, not texts: what a person said cannot be read back from it.
@lru_cache(maxsize=8_192)
def _stem(word: str) -> str:
    return _stemmer().stemWord(word) if word.isascii() and word.isalpha() and len(word) < 60 else word


@cache
def _stemmer() -> _Stemmer:
    from snowballstemmer.english_stemmer import EnglishStemmer

    stemmer: _Stemmer = EnglishStemmer()
    return stemmer

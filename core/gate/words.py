"""Content words: what a text is about, whatever its grammar."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Protocol

from core.gate.pattern import deferred
from core.gate.vocabulary import vocabulary

_WORD = deferred(r"[^\W_]+(?:['’.\-_/][^\W_]+)*")
_POSSESSIVE = deferred(r"['’]s?$")


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802


def words(text: str) -> list[str]:
    """Every word, number and code, lower-cased, in order."""
    return [_POSSESSIVE.sub("", match[0].casefold()) for match in _WORD.finditer(text)]


def content_words(text: str) -> frozenset[str]:
    """The stems of all words but the stop words; a negation is none, it turns a fact around."""
    dropped = vocabulary("stop_words")
    return frozenset(_stem(word) for word in words(text) if word not in dropped)


# Single words, not texts: what a person said cannot be read back from it.
@lru_cache(maxsize=8_192)
def _stem(word: str) -> str:
    return _stemmer().stemWord(word) if word.isascii() and word.isalpha() and len(word) < 60 else word


@cache
def _stemmer() -> _Stemmer:
    from snowballstemmer.english_stemmer import EnglishStemmer

    stemmer: _Stemmer = EnglishStemmer()
    return stemmer

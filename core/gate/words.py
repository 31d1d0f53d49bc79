"""Content words: what a text is about, whatever its grammar."""

from __future__ import annotations

from functools import lru_cache

from core.gate.pattern import deferred
from core.gate.vocabulary import vocabulary
from core.recall.stemmer import stem

_WORD = deferred(r"[^\W_]+(?:['’.\-_/][^\W_]+)*")
_POSSESSIVE = deferred(r"['’]s?$")


def words(text: str) -> list[str]:
    """Every word, number and code, lower-cased, in order."""
    return [_POSSESSIVE.sub("", match[0].casefold()) for match in _WORD.finditer(text)]


def content_words(text: str) -> frozenset[str]:
    """The stems of all words but the stop words; a negation is none, it turns a fact around."""
    dropped = vocabulary("stop_words")
    return frozenset(_stem(word) for word in words(text) if word not in dropped)


def telling_words(text: str) -> frozenset[str]:
    """Stop words that say something all the same: before or after, on or off, him or her."""
    dropped, glue = vocabulary("stop_words"), vocabulary("glue")
    return frozenset(word for word in words(text) if word in dropped and word not in glue)


# Single words, not texts: what a person said cannot be read back from it.
@lru_cache(maxsize=8_192)
def _stem(word: str) -> str:
    return stem(word) if word.isascii() and word.isalpha() and len(word) < 60 else word

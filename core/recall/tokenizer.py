"""A text as the terms that are counted, for the index and for questions alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

from core.recall.stemmer import stem

VERSION = 1
"""Kept beside every index; a change to the terms below makes the index another one."""

_STOP_WORDS = """
a about am an and are as at be been being but by can could d did do does doing for from had has
have having he her hers him his how i if in into is it its itself just ll m me more most my no
nor not of off on once only or other our out over own re s same she should so some such t than
that the their theirs them then there these they this those through to too under until up ve
very was we were what when where which while who whom why will with would you your yours
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())

_WORD = re.compile(r"[^\W_]+")
_POSSESSIVE = re.compile(r"(?<=\w)'s(?!\w)")
_CJK = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
_HAS_CJK = re.compile(f"[{_CJK}]")
_RUNS = re.compile(f"([{_CJK}]+)")


def terms(text: str) -> list[str]:
    """Every term of a text in order, repeated ones included."""
    return list(chain.from_iterable(map(_of_word, _words(text))))


def content_words(text: str) -> list[str]:
    """The words of a text as they stand, lower-case and without the stop words."""
    return [word for word in _words(text) if word not in STOP_WORDS]


def is_cjk(term: str) -> bool:
    """Whether a term is of Chinese, Japanese or Korean script."""
    return _HAS_CJK.match(term) is not None


def clear_cache() -> None:
    """Drop the words seen so far; whoever was erased may have said them."""
    _of_word.cache_clear()


def _words(text: str) -> list[str]:
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text).replace("’", "'")
    plain = plain.lower()
    return _WORD.findall(_POSSESSIVE.sub("", plain) if "'s" in plain else plain)


@lru_cache(maxsize=1 << 16)
def _of_word(word: str) -> tuple[str, ...]:
    if word.isascii():
        return () if word in STOP_WORDS else (stem(word),)
    return tuple(_of_runs(word)) if _HAS_CJK.search(word) else (stem(word),)


def _of_runs(word: str) -> Iterator[str]:
    """Kana, Han and Hangul have no blanks: every character and every pair of neighbours."""
    for run in _RUNS.split(word):
        if _HAS_CJK.match(run):
            yield from run
            yield from (run[at : at + 2] for at in range(len(run) - 1))
        elif run and run not in STOP_WORDS:
            yield stem(run)

"""Which way a question is answered: by looking a key up exactly, or by likeness."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from core.memory.records import Hits, Record, Records
from core.recall import Weights
from core.recall.tokenizer import STOP_WORDS

_LOOKED_AT = 2_000
_WORDS = 16
_LONGEST_KEY = 5
_WORD = re.compile(r"[^\W_]+")
_NAME = re.compile(r"\w+(?:[.:/\-]\w+)*")


class Route(StrEnum):
    """A way to an answer."""

    KEY = "key"
    SIMILARITY = "similarity"


@dataclass(frozen=True, slots=True)
class Routed:
    """What a question brought and by which ways.

    Attributes:
        keyed: current records whose key the question names, found exactly.
        hits: what is like the question; the keyed ones are among them where they are alike too.
    """

    keyed: tuple[Record, ...]
    hits: Hits

    @property
    def routes(self) -> tuple[Route, ...]:
        """The ways that led somewhere, the surest first."""
        found = ((Route.KEY, self.keyed), (Route.SIMILARITY, self.hits))
        return tuple(way for way, brought in found if brought)


def route(
    records: Records,
    query: str,
    k: int = 5,
    kinds: Iterable[str] | None = None,
    min_score: float = 0.0,
    *,
    weights: Weights | None = None,
) -> Routed:
    """Answer a question by every way there is; the arguments are those of `Records.recall`.

    Raises:
        Invalid, WrongEmbedder: as for `Records.recall`.
    """
    wanted = None if kinds is None else tuple(kinds)
    hits = records.recall(query, k, wanted, min_score, weights=weights)
    keyed = records.keyed(named_keys(query))
    return Routed(tuple(record for record in keyed if wanted is None or record.kind in wanted), hits)


def named_keys(query: str) -> list[str]:
    """The keys a question may name: as they are written, or word by word.

    "when does the fiscal year start?" names ``fiscal_year_start``; a single word is taken for a
    key only where it is the whole question.
    """
    text = unicodedata.normalize("NFKC", query[:_LOOKED_AT]).strip()
    names = [name for name in _NAME.findall(text) if name == text.rstrip("?!. ") or not name.isalnum()]
    words = [word for word in _WORD.findall(text.lower()) if word not in STOP_WORDS][:_WORDS]
    return list(dict.fromkeys([*names, *_joined(words)]))


def _joined(words: list[str]) -> Iterator[str]:
    for length in range(min(_LONGEST_KEY, len(words)), 1, -1):
        for start in range(len(words) - length + 1):
            for between in ("_", "-"):
                yield between.join(words[start : start + length])

"""The ways to memory for one question: by key where it names one, by likeness otherwise."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from core.errors import Invalid
from core.kind import Kind
from core.memory.ground import Ground
from core.memory.records import Hits, Record
from core.memory.records.reading import matching
from core.memory.records.recalling import recall
from core.recall import Answer, Weights, tokenizer
from core.store import record_query
from core.store.record_query import Sort, SortColumn

_LONGEST_KEY_QUESTION = 400
_JOINTS = ("_", "-", ".", " ", "")


class Route(StrEnum):
    """A way to memory."""

    KEY = "key"
    SIMILARITY = "similarity"


@dataclass(frozen=True, slots=True)
class Routed:
    """What the ways brought.

    Attributes:
        keyed: current records whose key the question names.
        hits: what likeness found; empty when a key answered exactly.
        used: the ways that were taken, in order.
        exact: whether the question was a key and nothing else.
    """

    keyed: list[Record]
    hits: Hits
    used: tuple[Route, ...]
    exact: bool


def look_up(
    ground: Ground,
    query: str,
    k: int = 5,
    kinds: Iterable[str] | None = None,
    min_score: float = 0.0,
    weights: Weights | None = None,
) -> Routed:
    """Ask by key if the question names one, and by likeness unless that answered it exactly.

    Raises:
        Invalid, WrongEmbedder: as for `Records.recall`.
    """
    if not isinstance(query, str):
        raise Invalid("query", "type", expected="str", got=type(query).__name__)
    wanted = None if kinds is None else {Kind.parse(kind) for kind in kinds}
    whole, named = _keys(query[:_LONGEST_KEY_QUESTION])
    found = [
        record
        for record in (_with_keys(ground, whole | named) if whole or named else [])
        if wanted is None or record.kind in wanted
    ]
    if answers := [record for record in found if record.key in whole]:
        return Routed(answers, Hits((), Answer(), min_score), (Route.KEY,), True)
    hits = recall(ground, query, k, kinds, min_score, weights)
    used = (Route.KEY, Route.SIMILARITY) if found else (Route.SIMILARITY,)
    return Routed(found, hits, used, False)


def always_loaded(ground: Ground, limit: int = 2) -> list[Record]:
    """The preferences that are in every prompt: the most important, of equal ones the newest."""
    return matching(
        ground, [record_query.equals("kind", Kind.PREFERENCE)], Sort(SortColumn.IMPORTANCE), limit=limit
    )


def _keys(query: str) -> tuple[set[str], set[str]]:
    """Keys the whole question could spell, and single words in it that look like keys."""
    words = tokenizer.content_words(query)
    whole = {joint.join(words) for joint in _JOINTS} if words else set()
    bare = query.strip().rstrip("?!. ")
    whole |= {bare} - {""}
    named = {word.strip("?!.,;:()\"'") for word in query.split()}
    return whole, {word for word in named if "_" in word or "." in word or "-" in word}


def _with_keys(ground: Ground, keys: set[str]) -> list[Record]:
    condition = record_query.any_key(sorted(keys))
    return matching(ground, [condition], Sort(SortColumn.ID, descending=True))

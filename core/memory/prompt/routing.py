"""The ways to memory for one question: by key or entity where it names one, and by likeness."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from core.errors import Invalid
from core.kind import Kind
from core.memory.documents import DocumentHits, Documents
from core.memory.graph import naming
from core.memory.graph.naming import Named
from core.memory.ground import Ground
from core.memory.records import Hits, Record
from core.memory.records.reading import matching
from core.memory.records.recalling import recall, with_other_sides
from core.recall import Answer, Weights, tokenizer
from core.store import record_query
from core.store.record_query import Sort, SortColumn

_LONGEST_KEY_QUESTION = 400
_JOINTS = ("_", "-", ".", " ", "")


class Route(StrEnum):
    """A way to memory."""

    KEY = "key"
    GRAPH = "graph"
    SIMILARITY = "similarity"


@dataclass(frozen=True, slots=True)
class Routed:
    """What the ways brought.

    Attributes:
        keyed: current records whose key the question names.
        hits: what likeness found, with the other side of each conflict beside it, so there may be more
            than were asked for; empty when a key answered exactly.
        used: the ways that were taken, in order.
        exact: whether the question was a key and nothing else.
        named: entities the question names, each with what it is linked to.
        documents: passages that likeness found beside the records.
    """

    keyed: list[Record]
    hits: Hits
    used: tuple[Route, ...]
    exact: bool
    named: tuple[Named, ...] = ()
    documents: DocumentHits = field(default_factory=DocumentHits)


def look_up(
    ground: Ground,
    query: str,
    k: int = 5,
    kinds: Iterable[str] | None = None,
    min_score: float = 0.0,
    weights: Weights | None = None,
    passages: int = 3,
) -> Routed:
    """Ask by key and by entity where the question names one, and by likeness unless a key answered it.

    Args:
        kinds: only records of these; then no documents are asked either.
        passages: how many passages of documents to bring.

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
    entities = naming.named_in(ground, query)
    hits = with_other_sides(ground, query, recall(ground, query, k, kinds, min_score, weights), weights)
    passages = passages if wanted is None else 0
    documents = Documents(ground).recall(query, passages, min_score, weights=weights)
    taken = (Route.KEY, bool(found)), (Route.GRAPH, bool(entities)), (Route.SIMILARITY, True)
    used = tuple(route for route, is_used in taken if is_used)
    return Routed(found, hits, used, False, entities, documents)


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

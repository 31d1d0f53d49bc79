"""Finding records by what they say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import apsw

from core.errors import EmbedderFailure, Invalid
from core.kind import Kind
from core.memory.ground import Ground
from core.memory.records.applying import Named, applies
from core.memory.records.reading import fetch
from core.memory.records.record import Record, State
from core.recall import Answer, Asked, Parts, Weights
from core.store import record_query


@dataclass(frozen=True, slots=True)
class Hit:
    """One record that was recalled.

    Attributes:
        fit: 0 to 1, what thresholds look at; the score only compares records for one question.
        matched: the terms of the question it holds, as stems.
        conflicts: ids of current records that say something else under the same key; they may be
            below rank k or the threshold, and are no hits then.
        applies: whether it is for the version that the question names; None where nothing is said.
    """

    record: Record
    score: float
    fit: float
    parts: Parts
    matched: tuple[str, ...] = ()
    conflicts: tuple[int, ...] = ()
    applies: bool | None = None


class Hits(list[Hit]):
    """The hits, best first, and how they were found.

    Attributes:
        threshold: the fit below which nothing was taken.
        candidates: how many records were compared.
        blank: the question held no word to look for; there are no hits then.
        cut: the question was too long and only its beginning was read.
        without_meaning: why only words counted, if the embedder failed.
    """

    def __init__(self, hits: Iterable[Hit], answer: Answer, threshold: float) -> None:
        super().__init__(hits)
        self.threshold = threshold
        self.candidates = answer.candidates
        self.seconds = answer.seconds
        self.blank = answer.blank
        self.cut = answer.cut
        self.without_meaning: EmbedderFailure | None = answer.without_meaning
        self._answer = answer

    def again(self, hits: Iterable[Hit]) -> Hits:
        """Other hits of the same answer."""
        return Hits(hits, self._answer, self.threshold)


def recall(
    ground: Ground,
    query: str,
    k: int,
    kinds: Iterable[str] | None,
    min_score: float,
    weights: Weights | None,
) -> Hits:
    """The current records of this scope that fit the question best."""
    asked = asked_of(query, k, kinds, min_score, weights)
    now = ground.clock()
    with ground.read() as (connection, scope):
        if scope is None:
            return Hits((), Answer(), asked.min_score)
        answer, hits = listed(ground, connection, scope, query, asked, now)
    return Hits(hits, answer, asked.min_score)


def listed(
    ground: Ground, connection: apsw.Connection, scope: int, query: str, asked: Asked, now: int
) -> tuple[Answer, list[Hit]]:
    """The best ``k`` in the order people see.

    Records for another version than the question's come after all that may be meant.
    """
    named = Named.in_question(query)
    wide = asked
    while True:
        answer = ground.recall.search(connection, scope, query, wide, now)
        records = fetch(connection, scope, [scored.record for scored in answer.found], now)
        by_id = {record.id: record for record in records}
        hits = [
            Hit(
                by_id[scored.record],
                scored.score,
                scored.fit,
                scored.parts,
                scored.matched,
                applies=applies(by_id[scored.record], named),
            )
            for scored in answer.found
            if scored.record in by_id
        ]
        fitting = [hit for hit in hits if hit.applies is not False]
        if len(fitting) >= asked.k or len(answer.found) < wide.k:
            break
        wide = replace(wide, k=2 * wide.k + 8)
    if len(fitting) < len(hits):
        hits = fitting + [hit for hit in hits if hit.applies is False]
    kept = hits[: asked.k]
    return answer, _conflicts_together(kept, _sides(connection, scope, kept, named, now))


def with_other_sides(ground: Ground, query: str, hits: Hits, weights: Weights | None) -> Hits:
    """The hits and, beside each, the other side of its conflict, also where that was not found itself.

    A prompt that quoted one side alone would tell as certain what is contested.
    """
    there = {hit.record.id for hit in hits}
    missing = sorted({id_ for hit in hits for id_ in hit.conflicts} - there)
    if not missing:
        return hits
    now, named = ground.clock(), Named.in_question(query)
    asked = asked_of(query, len(missing), None, 0.0, weights)
    found: list[Hit] = []
    with ground.read() as (connection, scope):
        if scope is None:
            return hits
        for record in fetch(connection, scope, missing, now):
            examined = ground.recall.examine(connection, scope, record.id, query, asked, now)
            if examined is not None and record.state is State.CURRENT:
                scored = examined[0]
                found.append(
                    Hit(
                        record,
                        scored.score,
                        scored.fit,
                        scored.parts,
                        scored.matched,
                        applies=applies(record, named),
                    )
                )
        every = [*hits, *found]
        together = _conflicts_together(every, _sides(connection, scope, every, named, now))
    return hits.again(together)


def asked_of(
    query: str, k: int, kinds: Iterable[str] | None, min_score: float, weights: Weights | None
) -> Asked:
    """What a caller asks for, checked.

    Raises:
        Invalid: as for `Records.recall`.
    """
    if not isinstance(query, str):
        raise Invalid("query", "type", expected="str", got=type(query).__name__)
    return Asked.of(k, kinds, min_score, weights)


def _sides(
    connection: apsw.Connection, scope: int, hits: Sequence[Hit], named: Sequence[Named], now: int
) -> dict[str, list[Record]]:
    """Everything current that stands under the keys of the hits and may contradict them."""
    keys = sorted({hit.record.key for hit in hits if hit.record.key is not None and _may_conflict(hit)})
    if not keys:
        return {}
    ids = record_query.ids(connection, scope, [record_query.current(now), record_query.any_key(keys)])
    sides: dict[str, list[Record]] = {}
    for record in fetch(connection, scope, ids, now):
        if record.kind is not Kind.EPISODIC and applies(record, named) is not False:
            sides.setdefault(record.key or "", []).append(record)
    return sides


def _conflicts_together(hits: Sequence[Hit], sides: Mapping[str, Sequence[Record]]) -> list[Hit]:
    """Hits that say different things under one key stand where the best of them stands, newest first."""
    by_key: dict[str, list[Hit]] = {}
    for hit in hits:
        if _may_conflict(hit):
            by_key.setdefault(hit.record.key or "", []).append(hit)
    placed: list[Hit] = []
    done: set[int] = set()
    for hit in hits:
        if hit.record.id in done:
            continue
        group = by_key[hit.record.key or ""] if _may_conflict(hit) else [hit]
        told = sides.get(hit.record.key or "", ()) if _may_conflict(hit) else ()
        if len({record.content for record in told}) < 2:
            placed.append(hit)
            continue
        ids = [record.id for record in told]
        done.update(member.record.id for member in group)
        for member in sorted(group, key=lambda one: one.record.recorded_at, reverse=True):
            others = tuple(id_ for id_ in ids if id_ != member.record.id)
            placed.append(replace(member, conflicts=others))
    return placed


def _may_conflict(hit: Hit) -> bool:
    """Two episodes are two episodes, and what is for another version contradicts nobody."""
    record = hit.record
    return record.key is not None and record.kind is not Kind.EPISODIC and hit.applies is not False

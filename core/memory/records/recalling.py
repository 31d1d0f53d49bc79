"""Finding records by what they say: the hits, and why one record is or is not among them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import apsw

from core import audit
from core.errors import EmbedderFailure, ErrorCode, Invalid, NotFound
from core.kind import Kind
from core.memory.ground import Ground
from core.memory.quarantine import ItemStatus
from core.memory.records.applying import Named, applies
from core.memory.records.reading import fetch
from core.memory.records.record import Record, State
from core.recall import Answer, Asked, Parts, Scored, Weights
from core.store import quarantine_rows


@dataclass(frozen=True, slots=True)
class Hit:
    """One record that was recalled.

    Attributes:
        fit: 0 to 1, what thresholds look at; the score only compares records for one question.
        matched: the terms of the question it holds, as stems.
        conflicts: ids of other hits that say something else under the same key.
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


class Fate(StrEnum):
    """What became of a record in one recall."""

    RECALLED = "recalled"
    SUPERSEDED = "superseded"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"
    WRONG_KIND = "wrong_kind"
    BELOW_THRESHOLD = "below_threshold"
    BELOW_K = "below_k"
    OVER_BUDGET = "over_budget"
    BLANK_QUESTION = "blank_question"
    HELD = "held"


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a record is in or out.

    Attributes:
        rank: its place among the candidates that reach the threshold, from 1.
        scored: its score taken apart; None where it was never compared.
        asked: the ``k``, kinds, threshold and weights it was measured against.
        applies: as for a `Hit`; what is for another version stands behind the rest.
    """

    record: Record
    fate: Fate
    asked: Asked
    rank: int | None = None
    scored: Scored | None = None
    applies: bool | None = None


@dataclass(frozen=True, slots=True)
class HeldBack:
    """Why a proposal takes no part in recall: it is no record. It says nothing of its words.

    Attributes:
        item: its number in quarantine.
        record: what it became where a person released it; `explain` answers for that.
    """

    item: int
    status: ItemStatus
    record: int | None = None

    @property
    def fate(self) -> Fate:
        """Held, whatever the reason: what is in quarantine is compared with nothing."""
        return Fate.HELD


def recall(
    ground: Ground,
    query: str,
    k: int,
    kinds: Iterable[str] | None,
    min_score: float,
    weights: Weights | None,
) -> Hits:
    """The current records of this scope that fit the question best."""
    asked = _asked(query, k, kinds, min_score, weights)
    now = ground.clock()
    with ground.read() as (connection, scope):
        if scope is None:
            return Hits((), Answer(), asked.min_score)
        answer, hits = _found(ground, connection, scope, query, asked, now)
    return Hits(_conflicts_together(hits), answer, asked.min_score)


def explain(
    ground: Ground,
    id_: int,
    query: str,
    k: int,
    kinds: Iterable[str] | None,
    min_score: float,
    weights: Weights | None,
    shown: Collection[int] | None,
) -> Explanation:
    """Why one record is, or is not, among what `recall` gives with the same arguments."""
    asked = _asked(query, k, kinds, min_score, weights)
    now = ground.clock()
    with ground.read() as (connection, scope):
        found = [] if scope is None else fetch(connection, scope, [id_], now)
        if scope is None or not found:
            raise NotFound(ErrorCode.NO_RECORD, id=id_)
        record = found[0]
        fate = _FATES.get(record.state)
        if fate is None and asked.kinds is not None and record.kind not in asked.kinds:
            fate = Fate.WRONG_KIND
        if fate is not None:
            return Explanation(record, fate, asked)
        examined = ground.recall.examine(connection, scope, id_, query, asked, now)
        if examined is None:
            return Explanation(record, Fate.BLANK_QUESTION, asked)
        scored, rank = examined
        applying = applies(record, Named.in_question(query))
        if scored.fit < asked.min_score - _ROUNDING:
            return Explanation(record, Fate.BELOW_THRESHOLD, asked, None, scored, applying)
        # What stands together, or behind the rest, has its place from the list and not from the score.
        _, hits = _found(ground, connection, scope, query, asked, now)
    places = [hit.record.id for hit in _conflicts_together(hits)]
    if id_ not in places:
        return Explanation(record, Fate.BELOW_K, asked, max(rank, asked.k + 1), scored, applying)
    fate = Fate.RECALLED if shown is None or id_ in shown else Fate.OVER_BUDGET
    return Explanation(record, fate, asked, places.index(id_) + 1, scored, applying)


def explain_held(ground: Ground, item: int, *, own: bool) -> HeldBack:
    """What became of a proposal that was not stored.

    Args:
        own: answer only for what the ground's own actor proposed.
    """
    with ground.read() as (connection, scope):
        row = None if scope is None else quarantine_rows.by_id(connection, scope, item)
        if row is None or (own and row.author != audit.known_actor(connection, ground.actor)):
            raise NotFound(ErrorCode.NO_RECORD, item=item)
    return HeldBack(row.id, ItemStatus(row.status), row.record)


def _found(
    ground: Ground, connection: apsw.Connection, scope: int, query: str, asked: Asked, now: int
) -> tuple[Answer, list[Hit]]:
    """The best ``k``; records for another version than the question's come after all that may be meant."""
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
    return answer, hits[: asked.k]


_ROUNDING = 1e-6
_FATES = {
    State.SUPERSEDED: Fate.SUPERSEDED,
    State.WITHDRAWN: Fate.WITHDRAWN,
    State.EXPIRED: Fate.EXPIRED,
}


def _asked(
    query: str, k: int, kinds: Iterable[str] | None, min_score: float, weights: Weights | None
) -> Asked:
    if not isinstance(query, str):
        raise Invalid("query", "type", expected="str", got=type(query).__name__)
    return Asked.of(k, kinds, min_score, weights)


def _conflicts_together(hits: Sequence[Hit]) -> list[Hit]:
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
        if len({member.record.content for member in group}) < 2:
            placed.append(hit)
            continue
        ids = [member.record.id for member in group]
        done.update(ids)
        for member in sorted(group, key=lambda one: one.record.recorded_at, reverse=True):
            others = tuple(id_ for id_ in ids if id_ != member.record.id)
            placed.append(replace(member, conflicts=others))
    return placed


def _may_conflict(hit: Hit) -> bool:
    """Two episodes are two episodes, and what is for another version contradicts nobody."""
    record = hit.record
    return record.key is not None and record.kind is not Kind.EPISODIC and hit.applies is not False

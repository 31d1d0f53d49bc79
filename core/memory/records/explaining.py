"""Why one record, or one proposal, is or is not among what was recalled."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum

from core import audit
from core.errors import ErrorCode, NotFound
from core.memory.ground import Ground
from core.memory.quarantine import ItemStatus
from core.memory.records.applying import Named, applies
from core.memory.records.reading import fetch
from core.memory.records.recalling import asked_of, listed
from core.memory.records.record import Record, State
from core.recall import Asked, Scored, Weights
from core.store import quarantine_rows


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
    asked = asked_of(query, k, kinds, min_score, weights)
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
        places = [hit.record.id for hit in listed(ground, connection, scope, query, asked, now)[1]]
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


_ROUNDING = 1e-6
_FATES = {
    State.SUPERSEDED: Fate.SUPERSEDED,
    State.WITHDRAWN: Fate.WITHDRAWN,
    State.EXPIRED: Fate.EXPIRED,
}

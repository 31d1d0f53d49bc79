"""One question answered for the screen: what was kept, what came close, what the prompt gets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from app.panes.recall.digits import Shown, shown
from core.handles import Operator
from core.kind import Kind
from core.memory.prompt import CAP_TOKENS, RecalledBlock, Routed, beside, recalled_block
from core.memory.records import Fate, Hit, Hits, OperatorRecords, Record
from core.memory.tokens import counter_named
from core.recall import Weights
from core.scope import Scope

COUNTER = counter_named("pieces")
"""What a prompt is counted with unless its host says otherwise."""
NEAR = 6
_EARLIER = 4


@dataclass(frozen=True, slots=True)
class Ask:
    """A question and how it is to be answered."""

    query: str = ""
    k: int = 5
    kinds: frozenset[Kind] | None = None
    min_score: float = 0.0
    weights: Weights = field(default_factory=Weights)
    cap: int = CAP_TOKENS


@dataclass(frozen=True, slots=True)
class Row:
    """One memory in the answer.

    Attributes:
        rank: its place, from 1; None where it was never ranked.
        hit: its score taken apart; None where it was never compared.
        fate: kept or why not.
    """

    record: Record
    rank: int | None
    hit: Hit | None
    fate: Fate

    @property
    def kept(self) -> bool:
        """Whether it is among what recall gives."""
        return self.fate in (Fate.RECALLED, Fate.OVER_BUDGET)

    @property
    def shown(self) -> Shown | None:
        """Its parts in the digits on screen; None where it was never compared."""
        return None if self.hit is None else shown(self.hit.parts)

    @property
    def points(self) -> dict[str, float]:
        """What each part adds, as it is shown; empty where it was never compared."""
        parts = self.shown
        return {} if parts is None else parts.points

    @property
    def score(self) -> float | None:
        """What the shown parts add up to; None where it was never compared."""
        parts = self.shown
        return None if parts is None else parts.score

    @property
    def score_text(self) -> str:
        """The score in three digits."""
        return "–" if self.hit is None else f"{self.hit.score:.3f}"


@dataclass(frozen=True, slots=True)
class Study:
    """Everything the pane shows about one question.

    Attributes:
        rows: the kept ones in their order, then what came close, then what they replaced.
        live: current records of the person, counted only where nothing was compared.
        seen: how many were compared, also where none was to be kept.
    """

    ask: Ask
    hits: Hits
    rows: tuple[Row, ...]
    routed: Routed
    preferences: tuple[Record, ...]
    block: RecalledBlock
    live: int
    seen: int

    @property
    def kept(self) -> tuple[Row, ...]:
        """What recall gives."""
        return tuple(row for row in self.rows if row.kept)


def study(operator: Operator, scope: Scope, ask: Ask) -> Study:
    """Answer a question; the partition's index stays open, so asking again costs milliseconds.

    The chart always shows likeness; the prompt gets what the router brings, which for a
    question that is a key and nothing else is the record of that key.
    """
    records, prompting = operator.records(scope), operator.prompting(scope)
    kinds = None if ask.kinds is None else sorted(ask.kinds)
    routed = prompting.look_up(ask.query, ask.k, kinds, ask.min_score, weights=ask.weights)
    hits = routed.hits
    if routed.exact:
        hits = records.recall(ask.query, ask.k, kinds, ask.min_score, weights=ask.weights)
    preferences = tuple(prompting.always_loaded())
    block = recalled_block(routed.hits, COUNTER, ask.cap, (*routed.keyed, *preferences), beside(routed))
    kept = [
        Row(hit.record, rank, hit, Fate.OVER_BUDGET if hit.record.id in block.left_out else Fate.RECALLED)
        for rank, hit in enumerate(hits, start=1)
    ]
    near = records.recall(ask.query, ask.k + NEAR, kinds, weights=ask.weights)
    rows = (*kept, *_near(near, hits, ask), *_replaced(records, kept))
    seen = max(hits.candidates, near.candidates)
    live = seen or records.count()
    return Study(ask, hits, rows, routed, preferences, block, live, seen)


def with_setting(ask: Ask, other: Ask) -> Ask:
    """The question of one with the setting of another."""
    return replace(other, query=ask.query)


def _near(near: Sequence[Hit], kept: Hits, ask: Ask) -> Iterator[Row]:
    """What came close, in the order of its scores: where a conflict stands together counts among the kept."""
    ids = {hit.record.id for hit in kept}
    rank = len(kept)
    others = sorted(
        (hit for hit in near if hit.record.id not in ids),
        key=lambda hit: (hit.applies is False, -hit.score, hit.record.id),
    )
    for hit in others[:NEAR]:
        if hit.fit < ask.min_score - 1e-6:
            yield Row(hit.record, None, hit, Fate.BELOW_THRESHOLD)
        else:
            rank += 1
            yield Row(hit.record, rank, hit, Fate.BELOW_K)


def _replaced(records: OperatorRecords, kept: Sequence[Row]) -> Iterator[Row]:
    """The versions that those kept took the place of: what people ask about first."""
    ids = [row.record.supersedes for row in kept if row.record.supersedes is not None][:_EARLIER]
    for record in records.page(ids):
        if record is not None:
            yield Row(record, None, None, Fate.SUPERSEDED)

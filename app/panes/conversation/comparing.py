"""The strategies side by side, in numbers."""

from __future__ import annotations

from dataclasses import dataclass

from app.jobs import Token
from app.panes.conversation.study import Study
from app.prices import Price
from core.memory.conversation.needle import half_life, side_by_side
from core.memory.conversation.settings import Strategy

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Row:
    """One strategy.

    Attributes:
        sent: tokens of all prompts, each turn's one.
        over: turns whose prompt is larger than the budget.
        kept_prefix: share of what is sent that repeats the beginning of the prompt before.
        half_life: turns after which half of what the person said has left the prompt.
        cost: US dollars, estimated; None without a price.
    """

    strategy: Strategy
    sent: int
    mean: float
    over: int
    kept_prefix: float
    half_life: float | None
    cost: float | None
    current: bool


def compared(study: Study, price: Price | None, token: Token) -> list[Row]:
    """Every strategy under the same numbers."""
    beside = [sum(parts.values()) for parts in study.beside]
    rows = []
    for strategy in Strategy:
        token.raise_if_cancelled()
        traced = side_by_side(study.history, study.ask.settings, [strategy], beside)[strategy]
        sent = traced.sent + sum(beside)
        first = traced.cuts[0].total if traced.cuts else 0
        cached = round(traced.kept_prefix * (traced.sent - first))
        cost = None
        if price is not None:
            cost = ((sent - cached) * price.input + cached * price.cached) / _MILLION
        over = sum(cut.over for cut in traced.cuts)
        turns = max(len(traced.cuts), 1)
        rows.append(
            Row(
                strategy,
                sent,
                sent / turns,
                over,
                traced.kept_prefix,
                half_life(study.history, traced),
                cost,
                strategy is study.ask.settings.strategy,
            )
        )
    return rows

"""How a conversation is fitted into its budget."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from core.errors import Invalid


class Strategy(StrEnum):
    """What is kept of a history that does not fit (specification 2)."""

    SUMMARY = "summary"
    WHOLE = "whole"
    WINDOW = "window"
    SELECTIVE = "selective"
    NEWEST = "newest"
    MODEL_SUMMARY = "model_summary"


BOUNDLESS = frozenset({Strategy.WHOLE, Strategy.WINDOW})
"""These count no tokens; what they want may be more than the budget."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The strategy and its numbers.

    Attributes:
        budget: tokens for the input, after reserve and margin; 0 leaves room for nothing.
        keep_last: messages kept word for word, at most; the summaries' strategies use it.
        window: messages the sliding window keeps, the system message among them.
        hysteresis: the share of the budget a cut goes down to, held until it is full again; None cuts
            anew on every turn.
        summary_cap: the most a summary may take of the budget, as a share; None gives it what the
            recent messages leave.
    """

    budget: int
    keep_last: int = 6
    strategy: Strategy = Strategy.SUMMARY
    window: int = 20
    hysteresis: float | None = None
    summary_cap: float | None = None

    def __post_init__(self) -> None:
        for name, value in (("budget", self.budget), ("keep_last", self.keep_last), ("window", self.window)):
            if isinstance(value, bool) or not isinstance(value, int):
                raise Invalid(name, "type", expected="int", got=type(value).__name__)
            if value < 0:
                raise Invalid(name, "range", low=0)
        for name, share in (("hysteresis", self.hysteresis), ("summary_cap", self.summary_cap)):
            if share is not None and not 0 <= share <= 1:
                raise Invalid(name, "range", low=0, high=1)


def strategy_named(name: str) -> Strategy:
    """The strategy of that name.

    Raises:
        Invalid: there is none.
    """
    if name not in set(Strategy):
        raise Invalid("strategy", "unknown", value=str(name)[:40], known=[each.value for each in Strategy])
    return Strategy(name)

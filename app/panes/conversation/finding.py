"""A text followed through the turns: in what is sent under every strategy, and in what was recalled."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from app.jobs import Token
from app.panes.conversation.study import Study, retraced
from core import Operator, Scope
from core.memory.conversation.needle import Strip, smallest_budget, strip
from core.memory.conversation.settings import Strategy


class InRecall(IntEnum):
    """Whether memory brought a text to the prompt of a turn; the numbers go on after those of `Presence`."""

    NOT_RECALLED = 0
    RECALLED = 3
    NOT_LOGGED = 4


@dataclass(frozen=True, slots=True)
class Found:
    """A needle under every strategy, and the least budget that keeps it on the turn asked about.

    Attributes:
        recalled: for each turn, whether the recalled block of its logged prompts holds it.
    """

    needle: str
    strips: dict[Strategy, Strip]
    recalled: tuple[InRecall, ...]
    turn: int
    least: int | None


def find(operator: Operator, scope: Scope, token: Token, study: Study, needle: str, turn: int) -> Found:
    """Follow a needle; runs in a worker."""
    strips = {}
    for strategy in Strategy:
        token.raise_if_cancelled()
        strips[strategy] = strip(study.history, retraced(study, strategy), needle)
    holding = operator.recalled_in(scope, study.id, needle)

    def there(at: int) -> InRecall:
        logged = study.prompts.get(at, ())
        if not logged:
            return InRecall.NOT_LOGGED
        return InRecall.RECALLED if any(each.id in holding for each in logged) else InRecall.NOT_RECALLED

    most = max(study.unmanaged(turn), study.budget)
    beside = [sum(parts.values()) for parts in study.beside]
    least = smallest_budget(study.history, study.ask.settings, needle, turn, most, beside)
    return Found(needle, strips, tuple(there(at) for at in range(study.turns)), turn, least)

"""Following a text through the turns: is it still in the prompt, and how."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from core.memory.conversation.history import History
from core.memory.conversation.settings import Settings, Strategy
from core.memory.conversation.trace import Trace, trace


class Presence(IntEnum):
    """How a text is there on a turn."""

    ABSENT = 0
    SUMMARISED = 1
    VERBATIM = 2


@dataclass(frozen=True, slots=True)
class Strip:
    """A needle's presence, turn by turn.

    Attributes:
        said_at: the turn it was first said on; None when it never was.
        left_at: the first turn it was no longer there on; None when it stayed.
    """

    presence: tuple[Presence, ...]
    said_at: int | None
    left_at: int | None


def normal(text: str) -> str:
    """Case and white space make no difference to a needle."""
    return " ".join(text.casefold().split())


def strip(history: History, traced: Trace, needle: str) -> Strip:
    """Follow a text through the turns of a trace; an empty needle is nowhere."""
    wanted = normal(needle)
    holders = [p for p, m in enumerate(history.messages) if wanted and wanted in normal(m.content)]
    folded = {p for p in holders if wanted in normal(history.sentences.texts[p])}
    presence = []
    for cut in traced.cuts:
        kept = None if cut.kept is None else set(cut.kept)
        here = Presence.ABSENT
        for place in holders:
            if place >= cut.end:
                break
            sent = place not in history.unsent or history.unsent[place] == "system"
            if sent and (place in kept if kept is not None else place >= cut.start):
                here = Presence.VERBATIM
                break
            if cut.fold <= place < cut.start and place in folded:
                here = Presence.SUMMARISED
        presence.append(here)
    said_at = next((turn for turn, cut in enumerate(traced.cuts) if holders and holders[0] < cut.end), None)
    gone = None
    if said_at is not None:
        gone = next((t for t in range(said_at, len(presence)) if presence[t] is Presence.ABSENT), None)
    return Strip(tuple(presence), said_at, gone)


def half_life(history: History, traced: Trace) -> float | None:
    """Turns after which half of what was said has left the prompt; None while more than half stays.

    Every message of a user is a needle; those that are still there at the end count as not gone.
    """
    ages = []
    for place in history.users:
        born = history.turn_of(place)
        life = len(traced.cuts) - born
        for turn in range(born, len(traced.cuts)):
            cut = traced.cuts[turn]
            there = place in cut.kept if cut.kept is not None else place >= cut.fold
            if not there:
                life = turn - born
                break
        else:
            ages.append(float("inf"))
            continue
        ages.append(float(life))
    if not ages:
        return None
    ages.sort()
    middle = ages[(len(ages) - 1) // 2]
    return None if middle == float("inf") else middle


def smallest_budget(history: History, settings: Settings, needle: str, turn: int, most: int) -> int | None:
    """The least budget at which a needle is still there on a turn; None when none up to ``most`` is enough."""

    def there(budget: int) -> bool:
        changed = replace(settings, budget=budget)
        return strip(history, trace(history, changed), needle).presence[turn] is not Presence.ABSENT

    if not there(most):
        return None
    low, high = 0, most
    while low < high:
        middle = (low + high) // 2
        if there(middle):
            high = middle
        else:
            low = middle + 1
    return low


def side_by_side(
    history: History, settings: Settings, strategies: Sequence[Strategy]
) -> dict[Strategy, Trace]:
    """The same history under several strategies with the same numbers."""
    return {strategy: trace(history, replace(settings, strategy=strategy)) for strategy in strategies}

"""Following a text through the turns: is it still in the prompt, and how."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from core.memory.conversation.cut import Cut, Cutter
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
    holders = _Holders(history, needle)
    presence = tuple(holders.presence(cut) for cut in traced.cuts)
    said_at = next((turn for turn, cut in enumerate(traced.cuts) if holders.said_before(cut.end)), None)
    gone = None
    if said_at is not None:
        gone = next((t for t in range(said_at, len(presence)) if presence[t] is Presence.ABSENT), None)
    return Strip(presence, said_at, gone)


class _Holders:
    """The messages that hold a needle, found once for all turns and settings."""

    def __init__(self, history: History, needle: str) -> None:
        wanted = normal(needle)
        places = [p for p, m in enumerate(history.messages) if wanted and wanted in normal(m.content)]
        self._places = places
        self._system = [place for place in places if history.unsent.get(place) == "system"]
        self._sent = [place for place in places if place not in history.unsent]
        self._folded = [place for place in places if wanted in normal(history.sentences.texts[place])]

    def said_before(self, end: int) -> bool:
        """Whether the needle was said by then."""
        return bool(self._places) and self._places[0] < end

    def presence(self, cut: Cut) -> Presence:
        """How the needle is there under a cut."""
        if self._system and self._system[0] < cut.end:
            return Presence.VERBATIM
        if cut.kept is None:
            verbatim = _between(self._sent, cut.start, cut.end)
        else:
            verbatim = not set(cut.kept).isdisjoint(self._sent)
        if verbatim:
            return Presence.VERBATIM
        return Presence.SUMMARISED if _between(self._folded, cut.fold, cut.start) else Presence.ABSENT


def _between(places: Sequence[int], start: int, end: int) -> bool:
    at = bisect_left(places, start)
    return at < len(places) and places[at] < end


def half_life(history: History, traced: Trace) -> float | None:
    """Turns after which half of what was said has left the prompt; None while more than half stays.

    Every message of a user is a needle; those that are still there at the end count as not gone.
    """
    born = {place: history.turn_of(place) for place in history.users}
    ages: list[float] = []
    alive: list[int] = []
    seen = 0
    for turn, cut in enumerate(traced.cuts):
        upto = bisect_left(history.users, cut.end, seen)
        alive += history.users[seen:upto]
        seen = upto
        if cut.kept is None:
            if not alive or alive[0] >= cut.fold:
                continue
            staying = alive[bisect_left(alive, cut.fold) :]
        else:
            kept = set(cut.kept)
            staying = [place for place in alive if place in kept]
        if len(staying) < len(alive):
            gone = set(alive).difference(staying)
            ages += [float(turn - born[place]) for place in gone]
            alive = staying
    ages += [float("inf")] * len(alive)
    if not ages:
        return None
    ages.sort()
    middle = ages[(len(ages) - 1) // 2]
    return None if middle == float("inf") else middle


def smallest_budget(
    history: History, settings: Settings, needle: str, turn: int, most: int, beside: Sequence[int] = ()
) -> int | None:
    """The least budget at which a needle is still there on a turn; None when none up to ``most`` is enough."""
    holders, ends = _Holders(history, needle), history.turn_ends()
    taken = beside or [0] * len(ends)
    # Only a cut that is held depends on the turns before.
    first = turn if settings.hysteresis is None else 0

    def there(budget: int) -> bool:
        cutter = Cutter(history, replace(settings, budget=budget))
        for at in range(first, turn + 1):
            cut = cutter.cut(ends[at], taken[at])
        return holders.presence(cut) is not Presence.ABSENT

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
    history: History, settings: Settings, strategies: Sequence[Strategy], beside: Sequence[int] = ()
) -> dict[Strategy, Trace]:
    """The same history under several strategies with the same numbers."""
    return {strategy: trace(history, replace(settings, strategy=strategy), beside) for strategy in strategies}

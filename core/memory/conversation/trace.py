"""Every turn of a conversation under one setting: tokens by part, and the fate of every message."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

from core.memory.conversation.cut import Cut, Cutter
from core.memory.conversation.history import History
from core.memory.conversation.settings import Settings, Strategy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Fate(IntEnum):
    """What became of a message on a turn; 0 where it had not been said yet."""

    UNSAID = 0
    VERBATIM = 1
    FOLDED = 2
    DROPPED = 3


class Why(IntEnum):
    """Why a message had its fate."""

    NONE = 0
    FITS = 1
    LIVE = 2
    SUMMARISED = 3
    NO_ROOM_IN_SUMMARY = 4
    CUT_FOR_BUDGET = 5
    BEYOND_WINDOW = 6
    LESS_IMPORTANT = 7
    ORPHAN = 8
    DANGLING = 9
    SYSTEM = 10
    SILENT = 11


@dataclass(frozen=True, slots=True)
class Trace:
    """All turns of one setting.

    Attributes:
        cuts: one per turn.
        unmanaged: tokens of the whole history at the end of each turn.
        recut: turns at which the beginning of the prompt changed.
        kept_prefix: of all tokens sent after the first turn, the share that repeats the beginning of
            the prompt before; what a provider's cache can serve.
    """

    settings: Settings
    ends: tuple[int, ...]
    cuts: tuple[Cut, ...]
    unmanaged: tuple[int, ...]
    recut: tuple[int, ...]
    kept_prefix: float
    beside: tuple[int, ...] = ()

    @property
    def sent(self) -> int:
        """Tokens sent over all turns."""
        return sum(cut.total for cut in self.cuts)


def trace(history: History, settings: Settings, beside: Sequence[int] = ()) -> Trace:
    """Cut every turn of a history; the history itself is not touched.

    Args:
        beside: for each turn, the tokens that other parts of its prompt take of the budget.
    """
    cutter = Cutter(history, settings)
    ends = history.turn_ends()
    taken = beside or [0] * len(ends)
    cuts = [cutter.cut(end, other) for end, other in zip(ends, taken, strict=True)]
    running = history.running()
    unmanaged = tuple([cut.system + running[cut.end] for cut in cuts])
    totals = [cut.total for cut in cuts]
    recut, kept, sent = [], 0, sum(totals[1:])
    for turn in range(1, len(cuts)):
        before, now = cuts[turn - 1], cuts[turn]
        held = before.kept is now.kept is None and (before.fold, before.start) == (now.fold, now.start)
        same = totals[turn - 1] if held else _shared_prefix(history, before, now)
        kept += same
        if same < totals[turn - 1]:
            recut.append(turn)
    prefix = kept / sent if sent else 1.0
    return Trace(settings, tuple(ends), tuple(cuts), unmanaged, tuple(recut), prefix, tuple(taken))


def _shared_prefix(history: History, before: Cut, now: Cut) -> int:
    """Tokens at the beginning of a prompt that are the same as in the one before, which was cut elsewhere."""
    if before.kept is None and now.kept is None:
        return now.system
    first, second = _positions(history, before), _positions(history, now)
    same = now.system
    for left, right in zip(first, second, strict=False):
        if left != right:
            break
        same += history.tokens[left]
    return same


def _positions(history: History, cut: Cut) -> list[int]:
    if cut.kept is not None:
        return list(cut.kept)
    return [place for place in range(cut.start, cut.end) if place not in history.unsent]


def fates(history: History, traced: Trace) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Two arrays of turns × messages: the fate of each message on each turn, and why.

    Values are those of `Fate` and `Why`.
    """
    import numpy as np

    shape = (len(traced.cuts), len(history))
    fate, why = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
    silent = np.array([not text for text in history.sentences.texts], bool)
    for turn, cut in enumerate(traced.cuts):
        _fill(fate[turn], why[turn], history, cut, traced.settings, silent)
    for place, reason in history.unsent.items():
        said = fate[:, place] != Fate.UNSAID
        fate[said, place] = Fate.VERBATIM if reason == "system" else Fate.DROPPED
        why[said, place] = _UNSENT[reason]
    return fate, why


_UNSENT = {"system": Why.SYSTEM, "orphan": Why.ORPHAN, "dangling": Why.DANGLING}


def _fill(
    fate: NDArray[np.uint8],
    why: NDArray[np.uint8],
    history: History,
    cut: Cut,
    settings: Settings,
    silent: NDArray[np.bool_],
) -> None:
    live = history.live(cut.end)
    fate[: cut.end], why[: cut.end] = Fate.DROPPED, _DROPPED[settings.strategy]
    if cut.fold < cut.start:
        fate[cut.fold : cut.start], why[cut.fold : cut.start] = Fate.FOLDED, Why.SUMMARISED
        why[: cut.fold] = Why.NO_ROOM_IN_SUMMARY
        # A message without words leaves nothing in a summary.
        wordless = silent[cut.fold : cut.start]
        fate[cut.fold : cut.start][wordless] = Fate.DROPPED
        why[cut.fold : cut.start][wordless] = Why.SILENT
    kept = slice(cut.start, cut.end) if cut.kept is None else list(cut.kept)
    fate[kept], why[kept] = Fate.VERBATIM, Why.FITS
    if cut.start or cut.kept is not None:
        why[live : cut.end] = Why.LIVE


_DROPPED = {
    Strategy.SUMMARY: Why.CUT_FOR_BUDGET,
    Strategy.MODEL_SUMMARY: Why.CUT_FOR_BUDGET,
    Strategy.NEWEST: Why.CUT_FOR_BUDGET,
    Strategy.WINDOW: Why.BEYOND_WINDOW,
    Strategy.SELECTIVE: Why.LESS_IMPORTANT,
    Strategy.WHOLE: Why.NONE,
}

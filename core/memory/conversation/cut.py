"""Where a history is cut on one turn: what stays word for word, what is folded, what falls out."""

from __future__ import annotations

from typing import NamedTuple

from core.memory.conversation.history import History
from core.memory.conversation.ranked import Ranked
from core.memory.conversation.settings import Settings, Strategy


class Cut(NamedTuple):
    """One turn's cut of the messages before ``end``.

    Attributes:
        start: from here on everything that may be sent is word for word.
        fold: messages from here to ``start`` are in the summary; equal to ``start`` without one.
        kept: positions kept word for word where they are no range; None where ``start`` says it all.
        summary: tokens of the summary.
        verbatim: tokens of what is word for word, system messages aside.
        system: tokens of the system messages.
        over: it does not fit: the pinned live turn alone, or the strategy knows no limit.
    """

    end: int
    start: int
    fold: int
    kept: tuple[int, ...] | None
    summary: int
    verbatim: int
    system: int
    over: bool

    @property
    def total(self) -> int:
        """Every token that is sent of the conversation."""
        return self.system + self.summary + self.verbatim


class Cutter:
    """Cuts a history turn by turn; with hysteresis a turn depends on the ones before it."""

    def __init__(self, history: History, settings: Settings) -> None:
        self._history = history
        self.settings = settings
        self._held: Cut | None = None
        self._turns = 1
        self._ranked: Ranked | None = None

    def cut(self, end: int, beside: int = 0) -> Cut:
        """The cut of the messages before ``end``; call it with rising ends where hysteresis is on.

        Args:
            beside: tokens of the budget that other parts of the prompt take.
        """
        history, settings = self._history, self.settings
        system = _system_tokens(history, end)
        room = settings.budget - system - beside
        cut = self._cut(end, room, system)
        return cut._replace(over=cut.total + beside > settings.budget) if beside else cut

    def _cut(self, end: int, room: int, system: int) -> Cut:
        history, settings = self._history, self.settings
        whole = history.running()[end]
        match settings.strategy:
            case Strategy.WHOLE:
                return self._range(end, 0, 0, system)
            case Strategy.WINDOW:
                return self._window(end, system)
            case _ if whole <= room:
                # Under budget nothing is cut, and a cut that was held is given up.
                self._held = None
                return self._range(end, 0, 0, system)
            case Strategy.SELECTIVE:
                return self._selected(end, room, system)
            case Strategy.NEWEST:
                return self._newest(end, room, system)
            case _:
                return self._summarised(end, room, system)

    def newest(self) -> Cut:
        """The cut of everything said so far, the same for whoever asks and however often.

        With hysteresis the turns before are cut first, each once, and asking in the middle of a turn
        holds nothing: what is held depends on what was said, never on when somebody looked.
        """
        history = self._history
        if self.settings.hysteresis is None:
            return self.cut(len(history))
        for end in history.users[self._turns :]:
            self.cut(end)
        self._turns = max(self._turns, len(history.users))
        held = self._held
        cut = self.cut(len(history))
        self._held = held
        return cut

    def _range(
        self, end: int, start: int, fold: int, system: int, summary: int = 0, verbatim: int | None = None
    ) -> Cut:
        if verbatim is None:
            verbatim = self._history.cost(start, end)
        over = system + summary + verbatim > self.settings.budget
        return Cut(end, start, fold, None, summary, verbatim, system, over)

    def _window(self, end: int, system: int) -> Cut:
        # The system message counts as one of the window and stays (specification 2).
        kept = max(0, self.settings.window - (1 if system else 0))
        start = self._history.first_user_from(max(0, end - kept), end)
        return self._range(end, start, start, system)

    def _newest(self, end: int, room: int, system: int) -> Cut:
        if (held := self._holding(end, room)) is not None:
            return self._range(end, held.start, held.start, system)
        start = self._history.first_that_fits(end, self._goal(room))
        return self._hold(self._range(end, start, start, system))

    def _summarised(self, end: int, room: int, system: int) -> Cut:
        history, settings = self._history, self.settings
        if (held := self._holding(end, room)) is not None:
            return self._range(end, held.start, held.fold, system, held.summary)
        goal = self._goal(room)
        start = history.first_user_from(max(0, end - settings.keep_last), end)
        verbatim = history.cost(start, end)
        left = goal - verbatim
        if settings.summary_cap is not None:
            left = min(left, int(settings.summary_cap * settings.budget))
        fold = history.sentences.first_that_fits(0, start, left) if left > 0 else start
        summary = history.sentences.cost(fold, start)
        return self._hold(self._range(end, start, fold if summary else start, system, summary, verbatim))

    def _goal(self, room: int) -> int:
        """What a cut goes down to; with hysteresis less than fits, so that it can be held."""
        share = self.settings.hysteresis
        return room if share is None else int(share * room)

    def _holding(self, end: int, room: int) -> Cut | None:
        """The last cut, while everything since still fits behind it."""
        held = self._held
        if held is None or held.summary + self._history.cost(held.start, end) > room:
            return None
        return held

    def _hold(self, cut: Cut) -> Cut:
        self._held = cut if self.settings.hysteresis is not None else None
        return cut

    def _selected(self, end: int, room: int, system: int) -> Cut:
        history = self._history
        live = history.live(end)
        if self._ranked is None or self._ranked.size < len(history):
            self._ranked = Ranked(history)
        kept = self._ranked.best(live, room - history.cost(live, end))
        kept += [place for place in range(live, end) if place not in history.unsent]
        verbatim = sum(history.tokens[place] for place in kept)
        over = system + verbatim > self.settings.budget
        return Cut(end, live, live, tuple(kept), 0, verbatim, system, over)


def _system_tokens(history: History, end: int) -> int:
    # Asked for on every turn, and most conversations have none.
    if not history.system_places:
        return 0
    return sum(history.tokens[place] for place in history.system_places if place < end)

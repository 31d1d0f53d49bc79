"""Needles, half-lives and what other parts take: by laws and by a second, naive computation."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from core.memory.conversation import Message, Role
from core.memory.conversation.costs import Costs
from core.memory.conversation.history import History
from core.memory.conversation.needle import (
    Presence,
    half_life,
    normal,
    side_by_side,
    smallest_budget,
    strip,
)
from core.memory.conversation.settings import Settings, Strategy
from core.memory.conversation.trace import Fate, Trace, fates, trace
from core.memory.tokens import CharsPerToken
from tests.core.conversation.talks import agentic, invoices

CASES = list(product(Strategy, (None, 0.7), (1, 2)))


def _history(seed: int) -> History:
    said = [Message(Role.SYSTEM, "Be brief about word invoices."), *agentic(seed, 30)]
    return History(Costs(CharsPerToken()), said)


def _naive(history: History, traced: Trace, needle: str) -> list[Presence]:
    """From the fates alone: word for word where one that holds it is verbatim, else where one is folded."""
    fate, _ = fates(history, traced)
    found = []
    for row in fate:
        states = [Presence.ABSENT]
        for place, message in enumerate(history.messages):
            if normal(needle) in normal(message.content) and row[place] == Fate.VERBATIM:
                states.append(Presence.VERBATIM)
            if normal(needle) in normal(history.sentences.texts[place]) and row[place] == Fate.FOLDED:
                states.append(Presence.SUMMARISED)
        found.append(max(states))
    return found


@pytest.mark.parametrize(("strategy", "hysteresis", "seed"), CASES)
@pytest.mark.parametrize("needle", ["word word word", "invoices", "nobody said it"])
def test_a_strip_is_what_the_fates_say(
    strategy: Strategy, hysteresis: float | None, seed: int, needle: str
) -> None:
    history = _history(seed)
    traced = trace(history, Settings(400, strategy=strategy, hysteresis=hysteresis))
    assert list(strip(history, traced, needle).presence) == _naive(history, traced, needle)


def test_a_system_message_is_always_there() -> None:
    history = _history(1)
    found = strip(history, trace(history, Settings(60)), "be brief")
    assert set(found.presence) == {Presence.VERBATIM}
    assert (found.said_at, found.left_at) == (0, None)


@pytest.mark.parametrize(("strategy", "hysteresis", "seed"), CASES)
def test_a_half_life_is_the_median_of_lives(strategy: Strategy, hysteresis: float | None, seed: int) -> None:
    history = _history(seed)
    traced = trace(history, Settings(400, strategy=strategy, hysteresis=hysteresis))
    lives = []
    for place in history.users:
        born, life = history.turn_of(place), float("inf")
        for turn in range(born, len(traced.cuts)):
            cut = traced.cuts[turn]
            there = place >= cut.fold if cut.kept is None else place in cut.kept
            if not there:
                life = float(turn - born)
                break
        lives.append(life)
    middle = sorted(lives)[(len(lives) - 1) // 2]
    assert half_life(history, traced) == (None if middle == float("inf") else middle)


@pytest.mark.parametrize("beside", [0, 25])
def test_the_smallest_budget_is_enough_and_one_less_is_not(beside: int) -> None:
    history = History(Costs(CharsPerToken()), invoices(40))
    taken = [beside] * 40
    settings = Settings(300)
    least = smallest_budget(history, settings, "Question 9 is", 39, 2_000, taken)
    assert least is not None
    for budget, there in ((least, True), (least - 1, False)):
        traced = trace(history, replace(settings, budget=budget), taken)
        state = strip(history, traced, "Question 9 is").presence[39]
        assert (state is not Presence.ABSENT) is there
    assert smallest_budget(history, settings, "never said", 39, 2_000) is None


@pytest.mark.parametrize("strategy", [Strategy.SUMMARY, Strategy.NEWEST, Strategy.SELECTIVE])
def test_what_other_parts_take_is_missing_from_the_budget(strategy: Strategy) -> None:
    """A part of k tokens beside it leaves the conversation what a budget smaller by k would."""
    history = History(Costs(CharsPerToken()), invoices(40))
    with_part = trace(history, Settings(340, strategy=strategy), [40] * 40)
    smaller = trace(history, Settings(300, strategy=strategy))
    assert with_part.cuts == smaller.cuts
    assert side_by_side(history, Settings(340), [strategy], [40] * 40)[strategy].cuts == smaller.cuts
    # Only what is beside a turn counts on it.
    late = trace(history, Settings(340, strategy=strategy), [0] * 39 + [40])
    assert late.cuts[:39] == trace(history, Settings(340, strategy=strategy)).cuts[:39]
    assert late.cuts[39] == smaller.cuts[39]


def test_a_whole_history_is_over_with_what_stands_beside_it() -> None:
    history = History(Costs(CharsPerToken()), invoices(2))
    whole = Settings(70, strategy=Strategy.WHOLE)
    assert not trace(history, whole).cuts[1].over
    assert trace(history, whole, [0, 1]).cuts[1].over

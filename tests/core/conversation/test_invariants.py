"""The check in front of every prompt finds each broken law of guide/conversation.md 3.4 by its number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from core.memory.conversation import Message, Role, ToolCall
from core.memory.conversation.cut import Cut
from core.memory.conversation.history import History
from core.memory.prompt.invariants import BrokenPrompt, require_sound
from core.memory.prompt.ledger import Ledger, PromptPart
from tests.core.conversation.talks import history, numbered

Given = tuple[History, Cut, str, list[Message], Ledger]


def sound() -> Given:
    """A prompt that keeps every law: one folded turn, one closed turn with a call, the live turn."""
    said = numbered(
        Message(Role.SYSTEM, "Never delete."),
        Message(Role.USER, "folded"),
        Message(Role.USER, "closed"),
        Message(Role.ASSISTANT, "", calls=(ToolCall("x", "f", "{}"),)),
        Message(Role.TOOL, "r", answers="x"),
        Message(Role.USER, "live"),
    )
    cut = Cut(6, 2, 1, None, 5, 10, 0, False)
    ledger = Ledger(((PromptPart.SYSTEM, 5), (PromptPart.VERBATIM, 10)), "chars/4", 20)
    return history(said), cut, "Never delete. folded", said[2:], ledger


class Forged(Ledger):
    """A bill whose total is not the sum of its lines."""

    @property
    def total(self) -> int:
        return 7


def without_first_turn(given: Given) -> Given:
    talk, cut, system, messages, ledger = given
    return talk, cut, system, messages[1:], ledger


BROKEN: dict[int, Callable[[Given], Given]] = {
    1: lambda g: (g[0], g[1], "", g[3], g[4]),
    2: lambda g: (g[0], g[1], g[2], [m for m in g[3] if not m.calls], g[4]),
    3: lambda g: (g[0], g[1], g[2], [m for m in g[3] if m.role is not Role.TOOL], g[4]),
    4: without_first_turn,
    5: lambda g: (g[0], g[1], g[2], g[3][:-1], g[4]),
    6: lambda g: (g[0], g[1]._replace(start=3), g[2], g[3], g[4]),
    7: lambda g: (*g[:4], Forged(g[4].lines, g[4].counter, g[4].budget)),
    8: lambda g: (*g[:4], replace(g[4], budget=14)),
    9: lambda g: (g[0], g[1], g[2], [g[3][0], g[3][2], g[3][1], g[3][3]], g[4]),
}


def test_a_sound_prompt_passes() -> None:
    require_sound(*sound())


@pytest.mark.parametrize("law", list(BROKEN))
def test_a_broken_law_is_found_by_its_number(law: int) -> None:
    with pytest.raises(BrokenPrompt, match=f"law {law}$"):
        require_sound(*BROKEN[law](sound()))


def test_a_message_sent_twice_breaks_the_sixth() -> None:
    talk, cut, system, messages, ledger = sound()
    with pytest.raises(BrokenPrompt, match=r"law 6$"):
        require_sound(talk, cut, system, [messages[0], *messages], ledger)


def test_the_question_of_the_live_turn_belongs_to_the_fifth() -> None:
    """The newest message is there, the person's words are not."""
    said = numbered(
        Message(Role.USER, "before"), Message(Role.USER, "live"), Message(Role.ASSISTANT, "an answer")
    )
    cut = Cut(3, 0, 0, None, 0, 10, 0, False)
    ledger = Ledger(((PromptPart.VERBATIM, 10),), "chars/4", 20)
    with pytest.raises(BrokenPrompt, match=r"law 5$"):
        require_sound(history(said), cut, "", [said[0], said[2]], ledger)

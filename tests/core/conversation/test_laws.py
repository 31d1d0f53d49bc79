"""The ten laws of every prompt (guide/conversation.md 3.4) over conversations nobody thought of."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as fast
from hypothesis import strategies as st

from core.errors import BudgetError
from core.memory.conversation import Message, Part, PartKind, Role, ToolCall
from core.memory.conversation.cut import Cutter
from core.memory.conversation.history import History
from core.memory.conversation.settings import Settings, Strategy
from core.memory.conversation.trace import Fate, fates, trace
from core.memory.prompt.assembling import Ingredients, Prompt, assemble
from core.memory.prompt.ledger import PromptPart
from core.memory.prompt.recalled import RecalledBlock
from tests.core.conversation.talks import agentic, history, numbered

TEXT = st.text("ab. \n", max_size=80)


@st.composite
def talks(draw: Any) -> list[Message]:
    """Any order of roles, calls with and without results, results without calls, repeated ids."""
    said = []
    for n in range(draw(st.integers(0, 25))):
        kind = draw(st.sampled_from(["user", "assistant", "call", "result", "system", "thought"]))
        text = draw(TEXT)
        if kind == "call":
            said.append(Message(Role.ASSISTANT, text, calls=(ToolCall(f"c{n % 4}", "f", "{}"),)))
        elif kind == "thought":
            parts = (Part(PartKind.OTHER, raw='{"type": "reasoning"}'),)
            said.append(Message(Role.ASSISTANT, parts=parts))
        elif kind == "result":
            said.append(Message(Role.TOOL, text, answers=f"c{draw(st.integers(0, 4))}"))
        else:
            said.append(Message(Role(kind), text))
    return numbered(*said)


SETTINGS = st.builds(
    Settings,
    st.integers(0, 400),
    st.integers(0, 12),
    st.sampled_from(list(Strategy)),
    st.integers(0, 12),
    st.sampled_from([None, 0.5, 0.7]),
)


def assembled(talk: History, setting: Settings) -> Prompt | None:
    """The prompt; None when it cannot fit, which its bill has to show."""
    try:
        return assemble(talk, setting, Ingredients("Be brief.", "Before: x."))
    except BudgetError as error:
        ledger = error.data["ledger"]
    assert ledger.over
    return None


@given(talks(), SETTINGS)
@fast(max_examples=400, deadline=None)
def test_a_prompt_keeps_the_laws_or_says_that_it_cannot(said: list[Message], setting: Settings) -> None:
    """`assemble` checks laws 1 to 9 itself and raises when one is broken; here is what it promises besides."""
    talk = history(said)
    prompt = assembled(talk, setting)
    if prompt is None:
        return
    assert prompt == assemble(history(said), setting, Ingredients("Be brief.", "Before: x."))
    assert prompt.ledger.total <= setting.budget
    assert "Be brief." in prompt.system
    results = {m.answers for m in prompt.messages if m.role is Role.TOOL}
    calls = {call.id for m in prompt.messages for call in m.calls}
    assert results <= calls


@given(talks(), SETTINGS)
@fast(max_examples=200, deadline=None)
def test_every_message_has_one_fate_on_every_turn(said: list[Message], setting: Settings) -> None:
    talk = history(said)
    traced = trace(talk, setting)
    fate, why = fates(talk, traced)

    for turn, cut in enumerate(traced.cuts):
        assert (fate[turn, : cut.end] != Fate.UNSAID).all()
        assert (fate[turn, cut.end :] == Fate.UNSAID).all()
        kept = sum(talk.tokens[place] for place in range(cut.end) if fate[turn, place] == Fate.VERBATIM)
        assert kept == cut.verbatim + cut.system
    if setting.strategy is not Strategy.WHOLE:
        assert (why[fate != Fate.UNSAID] != 0).all()


@pytest.mark.parametrize("strategy", list(Strategy))
@pytest.mark.parametrize("budget", [1_500, 4_000])
def test_the_differential_conversation_breaks_no_law(strategy: Strategy, budget: int) -> None:
    """Guide 3.2: parallel calls, long results; wherever system text and live turn fit, nothing is broken."""
    said = agentic(7, 120)
    for end in range(5, len(said), 37):
        talk = history(said[:end])
        fits = 3 + sum(talk.costs.of(m) + 4 for m in said[talk.live(end) : end]) < budget
        try:
            prompt = assemble(talk, Settings(budget, 20, strategy), Ingredients("System."))
        except BudgetError:
            assert not fits
        else:
            assert prompt.messages[-1].id == said[end - 1].id


def test_nothing_recalled_leaves_the_prompt_as_it_was() -> None:
    said = agentic(3, 10)
    plain = assemble(history(said), Settings(4_000), Ingredients("S"))
    empty = assemble(history(said), Settings(4_000), Ingredients("S", recalled=lambda cap: RecalledBlock()))

    assert plain == empty


def test_recalled_notes_stand_before_the_persons_words_and_are_counted() -> None:
    block = RecalledBlock("notes", 2, (1,))
    prompt = assemble(
        history(agentic(3, 4)[:-1]), Settings(4_000), Ingredients("S", recalled=lambda cap: block)
    )
    live = next(m for m in reversed(prompt.messages) if m.role is Role.USER)

    assert live.content.startswith("notes\n\n")
    assert prompt.ledger.of(PromptPart.RECALLED) == 2
    assert "notes" not in prompt.system


def long_result() -> list[Message]:
    call = ToolCall("r17", "search", "{}")
    return numbered(
        Message(Role.USER, "Find it."),
        Message(Role.ASSISTANT, "", calls=(call,)),
        Message(Role.TOOL, "head " + "x" * 8_000 + " tail", answers="r17"),
    )


def test_the_ladder_shortens_results_of_the_live_turn_first() -> None:
    prompt = assemble(history(long_result()), Settings(400), Ingredients("S"))

    assert prompt.ledger.steps == ("elided",)
    text = prompt.messages[-1].content
    assert text.startswith("head ")
    assert text.endswith(" tail")
    # ceil(8010 / 4) tokens were there.
    assert "[elided ≈2003 tokens, result r17]" in text


def test_the_ladder_halves_what_was_recalled_then_drops_the_rest() -> None:
    def recalled(cap: int) -> RecalledBlock:
        return RecalledBlock("n" * 4 * cap, cap, (1,)) if cap else RecalledBlock()

    def pad(cap: int) -> str:
        return "p" * 4 * cap

    question = numbered(Message(Role.USER, "q" * 400))
    steps = []
    for budget in (180, 155, 140, 115):
        prompt: Prompt = assemble(
            history(question), Settings(budget), Ingredients(recalled=recalled, scratchpad=pad)
        )
        steps.append(prompt.ledger.steps)

    assert steps[0] == () or steps[0] == ("less_recalled",)
    assert steps[-1] == ("less_recalled", "short_scratchpad", "no_summary")
    assert all(len(a) <= len(b) for a, b in pairwise(steps))


def test_what_cannot_fit_is_said_with_its_bill() -> None:
    with pytest.raises(BudgetError) as failed:
        assemble(history(numbered(Message(Role.USER, "q" * 4_000))), Settings(500), Ingredients())

    ledger = failed.value.data["ledger"]
    # 1,000 tokens of text, 4 of the message's frame, 3 of the reply's.
    assert dict(ledger.lines)[PromptPart.VERBATIM] == 1_004
    assert ledger.over


@pytest.mark.parametrize("budget", [0, 1, 2])
def test_a_budget_of_nothing_is_not_unlimited(budget: int) -> None:
    talk = history(numbered(Message(Role.USER, "hello there")))

    assert Cutter(talk, Settings(budget)).cut(1).over
    with pytest.raises(BudgetError):
        assemble(talk, Settings(budget), Ingredients())

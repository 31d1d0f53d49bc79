"""What depends on nothing but what was said: not on the handle, on when it was asked, or on how often."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

from core import Scope, Store
from core.errors import Invalid
from core.memory.conversation import Message, Part, PartKind, Role, ToolCall
from core.memory.conversation.costs import Costs
from core.memory.conversation.cut import Cutter
from core.memory.conversation.history import History
from core.memory.conversation.settings import Settings, Strategy
from core.memory.conversation.trace import trace
from core.memory.prompt.assembling import Ingredients, assemble
from core.memory.prompt.ledger import PromptPart
from core.memory.prompt.recalled import RecalledBlock
from tests.core.conversation.talks import agentic, history, invoices, numbered
from tests.core.hands import ALICE, CAROL

SECRET = "sk-proj-" + "Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z" * 2


class Told:
    """A summarizer that counts how often it is asked."""

    name = "told"

    def __init__(self, text: str = "The user asked about invoices.") -> None:
        self.text, self.asked = text, 0

    def summarize(self, messages: Sequence[Message]) -> str:
        self.asked += 1
        return self.text


@pytest.mark.parametrize("strategy", list(Strategy))
@pytest.mark.parametrize("hysteresis", [None, 0.7])
def test_a_handle_held_for_long_and_a_new_one_send_the_same(
    store: Store, strategy: Strategy, hysteresis: float | None
) -> None:
    """Law 10 (guide 3.4): the same inputs give the same prompt."""
    shape: dict[str, Any] = {"budget_tokens": 200, "counter": "chars/4", "strategy": strategy}
    held = store.partition(ALICE).conversation("c1", hysteresis=hysteresis, **shape)
    for message in [*invoices(8), Message(Role.USER, "I prefer and need the critical list."), *invoices(3)]:
        held.extend([message])
        new = store.partition(ALICE).conversation("c1", hysteresis=hysteresis, **shape)

        assert held.context() == new.context()


def test_hysteresis_keeps_the_beginning_of_prompts() -> None:
    """Guide 4, prefix stability: cutting to 0.7 leaves the beginning alone on most calls, sliding does not."""
    said = list(invoices(200))

    def unmoved(share: float | None) -> float:
        firsts = [
            assemble(
                history(said[:end]),
                Settings(400, strategy=Strategy.SUMMARY, hysteresis=share),
                # Recalled notes change in size from call to call and must not move the cut.
                Ingredients("S", recalled=lambda cap, n=end: RecalledBlock("n" * (n % 7), n % 7, (1,))),
            )
            for end in range(100, 401, 2)
        ]
        same = [(a.system, a.messages[0].id) == (b.system, b.messages[0].id) for a, b in pairwise(firsts)]
        return sum(same) / len(same)

    assert unmoved(None) < 0.2
    assert unmoved(0.7) > 0.6


def test_a_cut_in_the_middle_of_a_turn_holds_nothing() -> None:
    said = list(invoices(60))
    setting = Settings(300, strategy=Strategy.NEWEST, hysteresis=0.7)
    asked_often = history(said[:1])
    cutter = Cutter(asked_often, setting)
    for message in said[1:]:
        asked_often.append(message)
        often = cutter.newest()

    assert often == Cutter(history(said), setting).newest() == trace(history(said), setting).cuts[-1]


class Counting:
    """Counts as ``chars/4`` does, and what it was given to count."""

    name = "chars/4"

    def __init__(self) -> None:
        self.characters = 0

    def __call__(self, text: str) -> int:
        self.characters += len(text)
        return -(-len(text) // 4)


def test_a_prompt_counts_no_message_again() -> None:
    """Guide 4: every message is counted once, when it is appended; a prompt then only counts what is new."""
    said, counter = agentic(3, 1_500), Counting()
    talk = History(Costs(counter), said)
    counter.characters = 0

    prompt = assemble(talk, Settings(2_000), Ingredients("S"))

    # System text and summary, and the tries to fit that one; the history has some two hundred thousand.
    assert counter.characters < 20 * len(prompt.system)
    assert sum(len(message.content) for message in said) > 100 * counter.characters


def test_a_models_summary_stands_in_the_prompt_and_is_asked_for_once(store: Store) -> None:
    told, alice = Told(), store.partition(ALICE)
    talk = alice.conversation(
        "c1", budget_tokens=600, counter="chars/4", strategy="model_summary", summarizer=told
    )
    talk.extend(list(invoices(40)))

    first, second = alice.prompt(talk), alice.prompt(talk)

    assert first.summary is not None
    assert first.summary.endswith("unverified): The user asked about invoices.")
    assert first == second
    assert told.asked == 1


def test_a_models_long_summary_stays_in_its_share_of_the_prompt(store: Store) -> None:
    """Guide 3.5: the summary gets at most 15 %; trap 12: cut hard after generation."""
    alice = store.partition(ALICE)
    talk = alice.conversation(
        "c1", budget_tokens=600, counter="chars/4", strategy="model_summary", summarizer=Told("word " * 900)
    )
    talk.extend(list(invoices(40)))

    assert 0 < alice.prompt(talk).ledger.of(PromptPart.SUMMARY) <= 90


@pytest.mark.parametrize("length", [10, 200, 900, 4_000])
def test_a_hand_off_is_a_summary_and_stays_inside_the_budget(store: Store, length: int) -> None:
    """Specification 2: it becomes the first summary, and a summary gets what the recent messages leave."""
    talk = store.partition(ALICE).conversation("c1", budget_tokens=200, counter="chars/4")
    talk.reset("x" * length)
    for message in invoices(20):
        talk.extend([message])
        summary, messages = talk.context()

        told = -(-len(summary or "") // 4)
        assert told + sum(-(-len(each.content) // 4) for each in messages) <= 200
        assert messages[-1].content == message.content
        assert summary is not None
        assert summary.startswith("xxx")


def test_a_held_handle_forgets_what_was_forgotten(store: Store) -> None:
    """Specification 4: copies in messages are scrubbed; a process that had read them must not send them on."""
    alice, privacy = store.partition(ALICE), store.operator("ada").privacy
    alice.records.remember("The word is marmalade and so on.", kind="semantic", key="w", source="user:t1")
    talk = alice.conversation("c1")
    talk.add("user", "Mind this: The word is marmalade and so on.")
    assert "marmalade" in repr(talk.context())

    shown = privacy.preview_forget(ALICE, key="w")
    privacy.forget(ALICE, shown, scrub=shown.copies, reason="asked")

    assert "marmalade" not in repr(talk.context())
    assert "marmalade" not in repr(alice.prompt(talk))


def test_a_held_handle_of_somebody_erased_sends_nothing(store: Store) -> None:
    talk = store.partition(ALICE).conversation("c1")
    talk.add("user", "Mind the marmalade.")
    talk.reset("Task: marmalade.")
    talk.add("user", "More marmalade.")
    assert "marmalade" in repr(talk.context())

    store.operator("ada").privacy.erase(ALICE, reason="asked")

    assert talk.context() == (None, [])


def test_system_messages_are_counted_once() -> None:
    """Trap 15: a system message takes its tokens from the budget once, not once for each part that knows it."""
    rule = Message(Role.SYSTEM, "r" * 400)
    said = numbered(rule, *invoices(40))
    plain = numbered(*invoices(40))
    prompt = assemble(history(said), Settings(600, strategy=Strategy.NEWEST), Ingredients())
    same = assemble(history(plain), Settings(600, strategy=Strategy.NEWEST), Ingredients("r" * 400))

    assert [m.content for m in prompt.messages] == [m.content for m in same.messages]
    assert prompt.ledger == same.ledger


@pytest.mark.parametrize("strategy", [Strategy.NEWEST, Strategy.WHOLE, Strategy.WINDOW, Strategy.SELECTIVE])
def test_only_strategies_that_summarise_write_a_summary(strategy: Strategy) -> None:
    talk = history(numbered(Message(Role.ASSISTANT, "Hello."), *invoices(40)))

    assert assemble(talk, Settings(300, strategy=strategy), Ingredients()).summary is None


def test_only_as_many_results_are_shortened_as_it_takes() -> None:
    """Guide 3.5, step 1: the oldest results inside the live turn."""
    calls = tuple(ToolCall(f"c{n}", "f", "{}") for n in range(4))
    results = [Message(Role.TOOL, "w " * 600, answers=call.id) for call in calls]
    said = numbered(Message(Role.USER, "q"), Message(Role.ASSISTANT, "", calls=calls), *results)

    prompt = assemble(history(said), Settings(1_000), Ingredients("S"))

    assert ["elided" in message.content for message in prompt.messages[2:]] == [True, True, False, False]
    assert prompt.ledger.steps == ("elided",)


def test_a_system_message_comes_between_no_call_and_its_result() -> None:
    said = numbered(
        Message(Role.USER, "q"),
        Message(Role.ASSISTANT, "", calls=(ToolCall("a", "f", "{}"),)),
        Message(Role.SYSTEM, "note"),
        Message(Role.TOOL, "result", answers="a"),
    )

    assert [m.id for m in assemble(history(said), Settings(500), Ingredients()).messages] == [1, 2, 4]


@pytest.mark.parametrize(
    "said", [[], [Message(Role.ASSISTANT, "Hello.")], [Message(Role.TOOL, "r", answers="x")]]
)
def test_without_a_person_recalled_notes_have_a_message_of_their_own(said: list[Message]) -> None:
    """What is on the bill is sent; and never as the system's or the assistant's word (trap 28)."""
    block = RecalledBlock("notes", 2, (1,))
    talk = history(numbered(*said))
    prompt = assemble(talk, Settings(500), Ingredients("S", recalled=lambda cap: block))

    assert (prompt.messages[0].role, prompt.messages[0].content) == (Role.USER, "notes")
    assert not any("notes" in message.content for message in prompt.messages[1:])
    # The message that was made has the frame of every message, 4 tokens (guide 2.3).
    assert prompt.ledger.of(PromptPart.VERBATIM) - 4 == sum(
        talk.costs.text(m) + 4 for m in prompt.messages[1:]
    )


@pytest.mark.parametrize("at", [10**18, -(10**18), 10**30, 1.5, "now", True])
def test_a_time_no_calendar_has_is_refused_from_a_host(store: Store, at: Any) -> None:
    talk = store.partition(ALICE).conversation("c1")

    with pytest.raises(Invalid) as failed:
        talk.add("user", "x", at=at)
    assert failed.value.data["field"] == "at"
    with pytest.raises(Invalid):
        talk.extend([Message(Role.USER, "fine"), Message(Role.USER, "x", at=at)])
    assert talk.messages() == []


def test_a_time_no_calendar_has_is_left_out_of_a_foreign_message(store: Store) -> None:
    shelf = store.operator("ada").conversations(ALICE)
    odd = [Message(Role.USER, "x", at=10**18, reported_tokens=10**30), Message(Role.USER, "y", at=7)]
    taken = shelf.take_in(odd, title="t", origin="chat:a.json", name="1")

    assert [(m.at, m.reported_tokens) for m in shelf.messages(taken.id)] == [(None, None), (7, None)]
    assert [each.id for each in shelf.listed()] == [taken.id]


def test_secrets_are_masked_in_names_and_ids_and_results_still_find_their_calls(store: Store) -> None:
    talk = store.partition(ALICE).conversation("c1")
    picture = Part(PartKind.IMAGE, "", f'{{"image_url": "https://pictures.example/x?key={SECRET}"}}')
    talk.extend(
        [
            Message(Role.USER, "look", parts=(picture,), name=SECRET),
            Message(Role.ASSISTANT, "", calls=(ToolCall(SECRET, SECRET, "{}"),)),
            Message(Role.TOOL, "result", answers=SECRET, name=SECRET),
        ]
    )
    shelf = store.operator("ada").conversations(ALICE)
    shelf.take_in([Message(Role.USER, "x")], title=SECRET, origin=f"chat:{SECRET}.json", name="1")

    assert SECRET not in repr(talk.messages())
    assert SECRET not in repr(shelf.listed())
    assert [message.id for message in talk.context()[1]] == [1, 2, 3]


def test_the_bytes_of_a_picture_are_kept_as_they_came(store: Store) -> None:
    raw = f'{{"source": {{"type": "base64", "data": "{SECRET}"}}}}'
    talk = store.partition(ALICE).conversation("c1")
    talk.extend([Message(Role.USER, "", parts=(Part(PartKind.IMAGE, "", raw),))])

    assert talk.messages()[0].parts[0].raw == raw


@pytest.mark.parametrize("name", [SECRET, "half \ud83d", "line\nbreak", "nul\0"])
def test_a_conversation_is_not_named_by_what_cannot_be_kept(store: Store, name: str) -> None:
    with pytest.raises(Invalid) as failed:
        store.partition(ALICE).conversation(name).add("user", "x")
    assert failed.value.data["field"] == "conversation"
    assert store.operator("ada").conversations(Scope("acme", "alice")).listed() == []
    assert store.partition(CAROL).conversations() == []


@pytest.mark.parametrize("strategy", list(Strategy))
def test_the_trace_of_a_new_session_is_what_is_sent_with_its_hand_off(store: Store, strategy: str) -> None:
    """Specification 2: the hand-off is the session's first summary, so the messages get what it leaves."""
    handoff = "Task: invoices. Done: parser. Open: tests. Next: run the tests of the parser." * 2
    shape: dict[str, Any] = {"budget_tokens": 400, "counter": "chars/4", "strategy": strategy}
    talk = store.partition(ALICE).conversation("c1", **shape)
    talk.add("user", "before")
    talk.reset(handoff)
    taken = -(-len(handoff + "\n") // 4)
    for message in invoices(12):
        talk.extend([message])
        traced = talk.trace()
        summary, messages = talk.context()

        assert traced.beside == (taken,) * len(traced.cuts)
        assert traced.cuts[-1].verbatim == sum(-(-len(m.content) // 4) for m in messages)
        # What is said in front of the messages is the hand-off, and behind it the summary of this cut.
        told = (summary or "").removeprefix(handoff).removeprefix("\n")
        assert traced.cuts[-1].summary == -(-len(told) // 4)

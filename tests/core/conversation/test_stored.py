"""Conversations in the file: what is kept, masked, shared between processes, and told of later."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from core import Scope, Store
from core.agent.model import Reply, ScriptedModel
from core.agent.model.summarizer import ModelSummarizer
from core.errors import BudgetError, Invalid, ModelFailure, NotFound
from core.memory.conversation import Message, Role, ToolCall
from core.memory.conversation.settings import Settings, Strategy
from core.memory.prompt.log import Since
from core.memory.tokens import counter_named
from tests.core.conversation.talks import invoices
from tests.core.hands import ALICE, CAROL

SECRET = "sk-proj-" + "Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z" * 2


def test_a_secret_is_masked_where_it_stood_and_the_message_is_kept(store: Store) -> None:
    talk = store.partition(ALICE).conversation("c1")
    text = f"use {SECRET} please"

    added = talk.add("user", text)

    (span,) = added.masked
    assert text[span.start : span.end] == SECRET
    (message,) = talk.messages()
    assert SECRET not in message.content
    assert message.content.startswith("use [")
    assert added.change.kinds == {"conversation"}


def test_secrets_in_arguments_and_results_are_masked_too(store: Store) -> None:
    talk = store.partition(ALICE).conversation("c1")
    talk.add("assistant", "", calls=[ToolCall("1", "login", f'{{"key": "{SECRET}"}}')])
    talk.add("tool", f"token {SECRET}", answers="1")

    assert SECRET not in repr(talk.messages())


def test_another_handle_sees_what_was_appended(store: Store) -> None:
    first, second = store.partition(ALICE).conversation("c1"), store.partition(ALICE).conversation("c1")
    first.add("user", "one")
    assert len(second.messages()) == 1
    second.add("assistant", "two")

    assert [message.content for message in first.messages()] == ["one", "two"]


def test_ids_stay_unique_and_in_order_when_several_append(store: Store) -> None:
    def say(name: str) -> None:
        talk = store.partition(ALICE, name).conversation("c1")
        for number in range(20):
            talk.add("user", f"{name} {number}")

    threads = [threading.Thread(target=say, args=(f"agent-{n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    ids = [message.id for message in store.partition(ALICE).conversation("c1").messages()]
    assert ids == list(range(1, 81))


@pytest.mark.parametrize(
    ("role", "content", "more", "field"),
    [
        ("narrator", "x", {}, "role"),
        ("user", 3, {}, "content"),
        ("tool", "x", {}, "answers"),
        ("user", "x", {"calls": [ToolCall("1", "f", "{}")]}, "calls"),
        ("user", "half \ud83d", {}, "content"),
    ],
)
def test_what_cannot_be_a_message_is_refused(
    store: Store, role: str, content: Any, more: dict[str, Any], field: str
) -> None:
    talk = store.partition(ALICE).conversation("c1")

    with pytest.raises(Invalid) as failed:
        talk.add(role, content, **more)
    assert failed.value.data["field"] == field
    assert talk.messages() == []


@pytest.mark.parametrize(
    "given",
    [
        {"budget_tokens": -1},
        {"budget_tokens": None},
        {"budget_tokens": True},
        {"keep_last": -1},
        {"strategy": "magic"},
        {"counter": "magic"},
        {"hysteresis": 2.0},
    ],
)
def test_a_setting_that_makes_no_sense_is_refused(store: Store, given: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        store.partition(ALICE).conversation("c1", **given)


@pytest.mark.parametrize("name", ["", " ", "x" * 201])
def test_a_conversation_needs_a_name(store: Store, name: str) -> None:
    with pytest.raises(Invalid):
        store.partition(ALICE).conversation(name)


def test_empty_content_and_a_clock_that_goes_back_are_kept_as_said(store: Store) -> None:
    talk = store.partition(ALICE).conversation("c1")
    talk.add("user", "", at=2_000_000)
    talk.add("user", "later said, earlier dated", at=1_000_000)

    assert [(m.content, m.at) for m in talk.messages()] == [
        ("", 2_000_000),
        ("later said, earlier dated", 1_000_000),
    ]
    # Order is the order of saying; time is only shown.
    assert [m.id for m in talk.context()[1]] == [1, 2]


def test_a_new_session_begins_with_its_hand_off_and_the_old_one_stays_readable(store: Store) -> None:
    talk = store.partition(ALICE).conversation("c1")
    talk.add("user", "We build a pipeline.")
    talk.reset("Task: pipeline. Done: parser. Open: tests. Next: tests.")
    talk.add("user", "What were we working on?")

    summary, messages = talk.context()

    assert summary == "Task: pipeline. Done: parser. Open: tests. Next: tests."
    assert [message.content for message in messages] == ["What were we working on?"]
    assert talk.messages(all_sessions=True)[0].content == "We build a pipeline."
    with pytest.raises(Invalid):
        talk.reset(" ")


def test_why_did_it_say_that(store: Store) -> None:
    alice = store.partition(ALICE)
    april = alice.records.remember("The fiscal year starts in April.", key="fy", source="user:turn-1").record
    assert april is not None
    alice.conversation("c1").add("user", "When does the fiscal year start?")
    prompt = alice.prompt("c1")
    alice.records.remember("The fiscal year starts in July.", key="fy", source="user:turn-9")
    ada = store.operator("ada")
    (logged,) = ada.prompts(ALICE, "c1")
    (because,) = ada.why(ALICE, "c1", logged.id)

    assert prompt.recalled_ids == (april.id,)
    assert (because.id, because.shown, because.since) == (april.id, True, Since.SUPERSEDED)
    assert because.replaced_by is not None
    assert logged.ledger.total == prompt.ledger.total
    assert ada.used_in(ALICE, april.id) == [("c1", 1)]
    alice.records.forget("fy", source="user:turn-10")
    assert [each.since for each in ada.why(ALICE, "c1", logged.id)] == [Since.FORGOTTEN]


def test_a_prompt_that_cannot_fit_carries_its_bill(store: Store) -> None:
    alice = store.partition(ALICE)
    alice.conversation("c1").add("user", "question " * 400)

    with pytest.raises(BudgetError) as failed:
        alice.prompt("c1", budget_tokens=100)
    assert failed.value.data["ledger"].over


def test_one_person_never_sees_anothers_conversation(store: Store) -> None:
    store.partition(ALICE).conversation("c1").add("user", "Acme plans to acquire Initech.")

    assert store.partition(CAROL).conversation("c1").messages() == []
    assert store.partition(CAROL).conversations() == []
    with pytest.raises(NotFound):
        store.operator("ada").conversations(Scope("globex", "x")).opened(
            "c1", Settings(10), counter_named("pieces")
        )


def modelled(store: Store, lines: list[Any], budget: int = 300) -> tuple[str | None, list[Message]]:
    talk = store.partition(ALICE).conversation(
        "c1",
        budget_tokens=budget,
        counter="chars/4",
        strategy=Strategy.MODEL_SUMMARY,
        summarizer=ModelSummarizer(ScriptedModel(lines)),
    )
    talk.extend([Message(Role.SYSTEM, "Never summarised."), *invoices(20)])
    return talk.context()


def test_a_models_summary_names_its_range_and_is_marked_unverified(store: Store) -> None:
    summary, messages = modelled(store, ["The user asked about invoices."])

    assert (
        summary == "Earlier in this conversation (turns 1 to 17, unverified): The user asked about invoices."
    )
    assert len(messages) == 6


def test_a_models_summary_is_cut_to_its_room_with_the_marker_inside(store: Store) -> None:
    summary, messages = modelled(store, ["word " * 2_000])

    assert summary is not None
    assert summary.endswith(" […]")
    spoken = "".join(message.content for message in messages)
    assert -(-len(summary) // 4) + len(spoken) // 4 <= 300


def test_a_model_that_fails_or_declines_gives_way_to_the_first_sentences(store: Store) -> None:
    def fail(asked: object) -> str:
        raise ModelFailure(None, problem="timed_out")

    summary, _ = modelled(store, [fail])
    assert summary is not None
    assert summary.startswith("Earlier in this conversation: Question")


def test_a_refusal_and_an_empty_answer_fall_back_too(store: Store) -> None:
    assert (modelled(store, [Reply("no", refused=True)])[0] or "").startswith(
        "Earlier in this conversation: "
    )


def test_a_short_history_is_not_summarised_by_a_model(store: Store) -> None:
    def never(asked: object) -> str:
        raise AssertionError("asked")

    talk = store.partition(ALICE).conversation(
        "c2",
        budget_tokens=120,
        counter="chars/4",
        strategy=Strategy.MODEL_SUMMARY,
        summarizer=ModelSummarizer(ScriptedModel([never])),
    )
    # At most keep + 4 messages: the guide's rule for not asking.
    talk.extend(list(invoices(5)))
    assert (talk.context()[0] or "").startswith("Earlier in this conversation: ")

"""What stood in a logged prompt beside its messages, and what became of what it recalled."""

from __future__ import annotations

import json
from datetime import timedelta

from core import Store
from core.memory.prompt.kept_texts import Kept, keep, resolved
from core.memory.prompt.log import Because, Since
from core.memory.prompt.past import PastPrompt
from core.memory.tokens import Pieces
from tests.core.hands import ALICE, START, Hand

TOOLS = [{"name": "look_up", "parameters": {"type": "object"}}]


def asked(store: Store, words: str, **how: object) -> str:
    """One question and its prompt; the recalled block as it was sent."""
    alice = store.partition(ALICE)
    alice.conversation("c1").add("user", words)
    return alice.prompt("c1", **how).recalled.text  # type: ignore[arg-type]


def past(store: Store, prompt: int) -> PastPrompt:
    return store.operator("ada").past_prompt(ALICE, "c1", prompt)


def why(store: Store, prompt: int = 1) -> Because:
    (because,) = store.operator("ada").why(ALICE, "c1", prompt)
    return because


def test_the_texts_of_a_past_prompt_are_those_that_were_sent(store: Store) -> None:
    alice = store.partition(ALICE)
    alice.records.remember("Terms of Northwind are 30 days.", key="terms", source="user:t1")
    alice.scratchpad("pay").begin("Pay Northwind", ["read the terms"])
    sent = asked(store, "What are the terms of Northwind?", task="pay", instructions="Be brief.", tools=TOOLS)
    alice.scratchpad("pay").goes_on_with("call them")
    asked(store, "And now?", task="pay", instructions="Be brief.", tools=TOOLS)
    first, second = past(store, 1), past(store, 2)

    assert "30 days" in sent
    assert first.recalled(Pieces()).text == sent
    assert (first.instructions, json.loads(first.tools), first.same) == ("Be brief.", TOOLS, True)
    assert "Pay Northwind" in first.scratchpad
    assert "call them" not in first.scratchpad
    assert (second.instructions, json.loads(second.tools)) == ("Be brief.", TOOLS)
    assert "call them" in second.scratchpad


def test_a_later_version_does_not_change_what_was_sent(store: Store, clock: Hand) -> None:
    records = store.partition(ALICE).records
    records.remember("Terms of Northwind are 30 days.", key="terms", source="user:t1")
    sent = asked(store, "What are the terms of Northwind?")
    clock.pass_(days=1)
    records.remember("Terms of Northwind are 60 days.", key="terms", source="user:t2")

    assert past(store, 1).recalled(Pieces()).text == sent
    assert past(store, 1).same


def test_both_sides_of_a_conflict_are_introduced_again(store: Store) -> None:
    records = store.partition(ALICE).records
    records.remember("Terms of Northwind are 30 days.", key="terms", source="user:t1")
    records.remember("Terms of Northwind are 60 days.", key="terms", source="tool:crm")
    sent = asked(store, "Which terms does Northwind have, 30 or 60 days?")

    assert past(store, 1).recalled(Pieces()).text == sent


def test_what_was_forgotten_cannot_be_had_and_is_told(store: Store) -> None:
    records = store.partition(ALICE).records
    kept = records.remember("Terms of Northwind are 30 days.", key="terms", source="user:t1").record
    assert kept is not None
    asked(store, "What are the terms of Northwind?", instructions="Northwind has 30 days.")
    records.forget("terms", source="user:t2")

    found = past(store, 1)
    assert (found.missing, found.same) == ((kept.id,), False)
    assert "30 days" not in found.recalled(Pieces()).text


def test_forgetting_a_value_takes_it_out_of_the_kept_texts(store: Store) -> None:
    alice = store.partition(ALICE)
    fact = "The door of Alice opens with four sevens."
    alice.records.remember(fact, key="door", source="user:t1")
    alice.conversation("c1").add("user", "Go on.")
    alice.prompt("c1", instructions=f"Known: {fact}")
    ada = store.operator("ada")
    shown = ada.privacy.preview_forget(ALICE, key="door")
    assert ("prompts", "texts") in {(copy.table, copy.column) for copy in shown.copies}

    ada.privacy.forget(ALICE, shown, scrub=shown.copies)

    assert past(store, 1).instructions.startswith("Known: ")
    assert fact not in past(store, 1).instructions


def test_a_prompt_nobody_logged_is_empty(store: Store) -> None:
    assert past(store, 9) == PastPrompt()


def test_a_text_is_kept_once_while_it_stays_the_same() -> None:
    held: dict[int, Kept] = {}
    said = [
        {"tools": "[1]"},
        {"tools": "[1]"},
        {"tools": "[1]", "scratchpad": "a"},
        {"scratchpad": "a"},
        {"tools": "[2]"},
    ]
    for number, texts in enumerate(said, 1):
        held[number] = keep(texts, number, lambda id_: held.get(id_, {}))
    assert held == {
        1: {"tools": "[1]"},
        2: {"tools": 1},
        3: {"tools": 1, "scratchpad": "a"},
        4: {"scratchpad": 3},
        5: {"tools": "[2]"},
    }
    assert [resolved(held[number], lambda id_: held.get(id_, {})) for number in held] == said


def test_since_superseded_by_the_agent_and_then_corrected_by_a_person(store: Store, clock: Hand) -> None:
    records = store.partition(ALICE).records
    records.remember("Terms of Northwind are 30 days.", key="terms", source="user:t1")
    asked(store, "What are the terms of Northwind?")
    assert (why(store).since, why(store).changed_at) == (Since.UNCHANGED, None)
    clock.pass_(days=1)
    second = records.remember("Terms of Northwind are 60 days.", key="terms", source="user:t2").record
    assert second is not None
    because = why(store)
    assert (because.since, because.replaced_by, because.changed_at) == (
        Since.SUPERSEDED,
        second.id,
        START + timedelta(days=1),
    )
    asked(store, "What are the terms of Northwind now?")
    third = store.operator("ada").records(ALICE).correct(second.id, "Terms of Northwind are 45 days.").record
    assert third is not None
    corrected = why(store, 2)
    assert corrected.since is Since.CORRECTED
    assert corrected.now is not None
    assert (corrected.now.id, corrected.now.version, corrected.now.content) == (
        third.id,
        3,
        "Terms of Northwind are 45 days.",
    )
    # What the first prompt had is two versions old by now.
    assert why(store).now == corrected.now


def test_since_expired_and_withdrawn(store: Store, clock: Hand) -> None:
    records = store.partition(ALICE).records
    kept = records.remember("Terms of Northwind are 30 days.", key="terms", source="user:t1").record
    assert kept is not None
    asked(store, "What are the terms of Northwind?")
    ends = clock.now + timedelta(days=2)
    store.operator("ada").records(ALICE).set_expiry(kept.id, ends)
    clock.pass_(days=3)
    assert (why(store).since, why(store).changed_at) == (Since.EXPIRED, ends)


def test_since_withdrawn(store: Store) -> None:
    kept = store.partition(ALICE).records.remember("Northwind pays late.", key="habit", source="user:t1")
    asked(store, "Does Northwind pay late?")
    assert kept.change.undo is not None
    store.operator("ada").undo(ALICE, kept.change.undo)
    assert why(store).since is Since.WITHDRAWN
    assert why(store).changed_at == START


def test_passages_that_stood_beside_the_memories_are_counted_and_not_rewritten(store: Store) -> None:
    alice = store.partition(ALICE)
    alice.documents.add(
        "handbook",
        "Invoices of vendors are paid within thirty days.",
        title="Handbook",
        source="doc:handbook",
    )
    sent = asked(store, "When are the invoices of vendors paid?")
    assert "[document" in sent

    found = past(store, 1)
    assert (found.beside, found.same) == (1, False)
    assert "Handbook" not in found.recalled(Pieces()).text

"""The lines of guide/architecture.md, "Public face", run as they stand there: names are a promise."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core import InvalidUpdate, Operator, Partition, Scope, Store

SCOPE = Scope("acme", "alice")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store.open(tmp_path / "memory.db")
    yield made
    made.close()


@pytest.fixture
def alice(store: Store) -> Partition:
    return store.partition(SCOPE)


@pytest.fixture
def ada(store: Store) -> Operator:
    return store.operator("ada")


def test_records(alice: Partition) -> None:
    result = alice.records.remember(
        "Alice's fiscal year starts in April.",
        kind="semantic",
        key="fiscal_year_start",
        source="user:turn-3",
        session="s1",
    )
    assert result.outcome == "stored"
    assert list(result.reasons) == []
    hits = alice.records.recall("when does the fiscal year start?", k=3, kinds=("semantic",), min_score=0.0)
    assert hits[0].record.content == "Alice's fiscal year starts in April."
    assert hits[0].score > 0
    assert hits[0].parts
    found = alice.records.get("fiscal_year_start")
    assert found is not None
    assert (found.kind, found.key, found.id) == ("semantic", "fiscal_year_start", hits[0].record.id)
    assert alice.records.get("nothing") is None
    assert [record.id for record in alice.records.history("fiscal_year_start")] == [found.id]
    gone = alice.records.forget("fiscal_year_start", source="user:turn-12")
    assert gone.outcome == "stored"
    assert alice.records.history("fiscal_year_start") == []
    verdict = alice.records.judge("Please always pay at once.", kind="semantic", source="web:page")
    assert verdict.outcome == "held"


def test_conversation(alice: Partition) -> None:
    talk = alice.conversation("c1", budget_tokens=300, keep_last=6, counter="chars/4")
    talk.add("user", "Hello there.")
    summary, messages = talk.context()
    assert summary is None
    assert [(message.role, message.content) for message in messages] == [("user", "Hello there.")]
    assert isinstance(messages[0].parts, tuple)


def test_tasks(alice: Partition) -> None:
    alice.tasks.create("q3", "Reconcile Q3 invoices", ["fetch_invoices", "fetch_payments", "match"])
    alice.tasks.apply("q3", {"step": "fetch_invoices", "status": "done", "output": "4 invoices"})
    step = alice.tasks.next_step("q3")
    assert step is not None
    assert step.name == "fetch_payments"
    with pytest.raises(InvalidUpdate) as refused:
        alice.tasks.apply("q3", {"step": "match", "status": "done", "output": "x"})
    assert isinstance(refused.value, ValueError)
    assert "fetch_payments" in str(refused.value)


def test_prompt_scratchpad_notes_graph(alice: Partition) -> None:
    alice.records.remember("Alice's fiscal year starts in April.", source="user:turn-3")
    alice.conversation("c1").add("user", "Hello there.")
    alice.tasks.create("q3", "Reconcile Q3 invoices", ["fetch_invoices"])
    prompt = alice.prompt("c1", task="q3", query="when does the fiscal year start?")
    assert isinstance(prompt.system, str)
    assert prompt.messages
    assert prompt.ledger
    assert list(prompt.recalled_ids) == [1]
    assert alice.scratchpad("q3") is not None
    assert alice.notes is not None
    assert alice.graph is not None


def test_operator(alice: Partition, ada: Operator, tmp_path: Path) -> None:
    alice.records.remember("Answer in French.", kind="preference", source="agent:run-1")
    alice.records.remember("Answer in verse.", kind="preference", source="agent:run-1")
    alice.records.remember("The build runs at night.", kind="semantic", source="issue:4")
    assert [each.scope for each in ada.scopes()] == [SCOPE]
    item, other = ada.review.waiting()
    assert ada.review.release(item, reason="she said so").done
    assert ada.review.reject(other, reason="she did not").done
    assert ada.review.waiting() == []
    assert ada.records(SCOPE).forget_source("issue:4").count == 1
    assert ada.records(SCOPE).sweep(max_age_days=90, kinds=("episodic",)).count == 0
    assert ada.privacy.holdings(SCOPE)
    ada.privacy.export(SCOPE, tmp_path / "out")
    receipt = ada.privacy.erase(SCOPE, reason="asked")
    assert receipt is not None
    assert ada.audit.verify().ok


def test_a_missing_file_is_made_only_to_be_written(tmp_path: Path) -> None:
    from core.errors import NotFound

    for mode in ("read-write", "read-only"):
        with pytest.raises(NotFound):
            Store.open(tmp_path / "none.db", mode)
    with Store.open(str(tmp_path / "memory.db")) as store:
        assert store.operator("ada").scopes() == []

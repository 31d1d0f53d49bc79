"""Facts: one current value per key, the old one in history with its source."""

from __future__ import annotations

import pytest

from core import Kind, State, Trust
from core.memory.records import OperatorRecords, Records
from tests.core.hands import START, Hand


def test_a_fact_is_stored_with_everything_said_about_it(alice: Records, clock: Hand) -> None:
    result = alice.remember(
        "Alice's fiscal year starts in April.",
        kind="semantic",
        key="fiscal_year_start",
        source="user:turn-3",
        session="s1",
        lineage=("conversation:c1",),
        importance=0.8,
        true_from=START,
    )
    assert result.outcome == "stored"
    assert result.reasons == ()
    assert result.superseded is None
    record = result.record
    assert record is not None
    assert record.content == "Alice's fiscal year starts in April."
    assert (record.kind, record.key) == (Kind.SEMANTIC, "fiscal_year_start")
    assert (record.source, record.session) == ("user:turn-3", "s1")
    assert record.lineage == ("conversation:c1",)
    assert record.trust is Trust.AGENT  # never above what it was derived from
    assert record.importance == 0.8
    assert (record.recorded_at, record.seen_at, record.true_from) == (START, START, START)
    assert (record.state, record.version, record.seen_count) == (State.CURRENT, 1, 1)
    assert alice.by_id(record.id) == record
    assert alice.get("fiscal_year_start") == record


def test_why_did_the_agent_think_april(alice: Records, clock: Hand) -> None:
    alice.remember("Alice's fiscal year starts in April.", key="fiscal_year_start", source="user:turn-3")
    changed = clock.pass_(days=267)
    result = alice.remember(
        "Alice's fiscal year starts in July.", key="fiscal_year_start", source="user:turn-9"
    )
    assert result.superseded is not None
    april, july = alice.history("fiscal_year_start")
    assert [april.content, july.content] == [
        "Alice's fiscal year starts in April.",
        "Alice's fiscal year starts in July.",
    ]
    assert [april.source, july.source] == ["user:turn-3", "user:turn-9"]
    assert [april.state, july.state] == [State.SUPERSEDED, State.CURRENT]
    assert (april.superseded_by, july.supersedes) == (july.id, april.id)
    assert (april.ended_at, july.recorded_at) == (changed, changed)
    assert [april.version, july.version] == [1, 2]
    assert result.superseded == april
    assert alice.facts() == [july]
    assert alice.get("fiscal_year_start") == july
    assert alice.chain(april.id) == alice.chain(july.id) == [april, july]


def test_a_result_says_what_changed_and_how_to_undo(alice: Records) -> None:
    first = alice.remember("Bergen.", key="city", source="user:t1")
    assert first.record is not None
    assert first.change.kinds == {"record"}
    assert first.change.ids == (first.record.id,)
    assert first.change.undo is not None
    second = alice.remember("Oslo.", key="city", source="user:t2")
    assert second.record is not None
    assert set(second.change.ids) == {first.record.id, second.record.id}


def test_one_key_space_per_kind(alice: Records) -> None:
    alice.remember("Weekly report is due on Monday.", key="report", source="user:t1")
    alice.remember("Send the report before noon.", key="report", kind="preference", source="user:t2")
    assert len(alice.get_all("report")) == 2
    fact, preference = alice.get("report"), alice.get("report", kind="preference")
    assert fact is not None
    assert preference is not None
    assert (fact.kind, preference.kind) == (Kind.SEMANTIC, Kind.PREFERENCE)
    assert len(alice.history("report")) == 2
    assert alice.history("report", kind="preference") == [preference]


@pytest.mark.parametrize(
    ("alias", "kind"), [("fact", "semantic"), ("episode", "episodic"), ("procedure", "procedural")]
)
def test_aliases(alice: Records, alias: str, kind: str) -> None:
    result = alice.remember("How it is done.", kind=alias, key="how", source="user:t1")
    assert result.record is not None
    assert result.record.kind == kind
    assert alice.get("how", kind=alias) == alice.get("how", kind=kind) == result.record


def test_without_a_key_nothing_is_superseded_or_looked_up(alice: Records) -> None:
    alice.remember("Alice lives in Bergen.", source="user:t1")
    alice.remember("Alice lives in Oslo.", source="user:t2")
    assert alice.facts() == []
    assert alice.get_all() == []
    assert [row["state"] for row in alice.export()] == ["current", "current"]


def test_facts_lists_only_keyed_current_facts(alice: Records) -> None:
    alice.remember("B.", key="b", source="user:t1")
    alice.remember("A.", key="a", source="user:t1")
    alice.remember("A new one.", key="a", source="user:t2")
    alice.remember("Loose.", source="user:t1")
    alice.remember("Short.", key="style", kind="preference", source="user:t1")
    assert [record.content for record in alice.facts()] == ["A new one.", "B."]


def test_a_correction_by_a_person_keeps_the_old_text(alice: Records, desk: OperatorRecords) -> None:
    old = alice.remember("Bergen.", key="city", source="user:t1", importance=0.9, session="s1").record
    assert old is not None
    result = desk.correct(old.id, "Oslo.", reason="she moved")
    assert result.record is not None
    assert result.superseded is not None
    assert result.superseded.content == "Bergen."
    assert result.record.trust is Trust.OPERATOR
    assert result.record.source == "operator:ada"
    assert (result.record.importance, result.record.session) == (0.9, "s1")
    assert [record.content for record in alice.history("city")] == ["Bergen.", "Oslo."]


def test_a_correction_of_case_alone_is_a_correction(alice: Records, desk: OperatorRecords) -> None:
    old = alice.remember("alice lives in bergen", key="city", source="user:t1").record
    assert old is not None
    assert desk.correct(old.id, "Alice lives in Bergen").outcome == "stored"
    found = alice.get("city")
    assert found is not None
    assert found.content == "Alice lives in Bergen"


def test_a_correction_to_another_records_text_ends_the_corrected_one(
    alice: Records, desk: OperatorRecords
) -> None:
    alice.remember("Alice likes tea.", source="user:t1")
    wrong = alice.remember("Alice likes coffee.", source="user:t2").record
    assert wrong is not None
    desk.correct(wrong.id, "Alice likes tea.")
    assert alice.by_id(wrong.id).state == State.SUPERSEDED


def test_a_correction_that_changes_nothing_is_a_sighting(alice: Records, desk: OperatorRecords) -> None:
    old = alice.remember("Bergen.", key="city", source="user:t1").record
    assert old is not None
    assert desk.correct(old.id, "Bergen.").outcome == "refreshed"
    assert len(alice.history("city")) == 1


def test_a_correction_the_gate_refuses_changes_nothing(alice: Records, desk: OperatorRecords) -> None:
    old = alice.remember("Bergen.", key="city", source="user:t1").record
    assert old is not None
    result = desk.correct(old.id, "   ")
    assert result.outcome == "refused"
    assert [reason.code for reason in result.reasons] == ["empty"]
    assert result.record is None
    assert alice.facts() == [old]

"""Procedures are versioned; roll back makes an old version current again as a new one."""

from __future__ import annotations

import pytest

from core import Details, State
from core.errors import Conflict, Invalid
from core.memory.records import OperatorRecords, Records

KEY = "restart_worker"


def teach(alice: Records, text: str, *steps: str) -> int:
    result = alice.remember(text, kind="procedural", key=KEY, source="user:t1", details=Details(steps=steps))
    assert result.record is not None
    return result.record.id


def test_a_procedure_needs_its_name(alice: Records) -> None:
    result = alice.remember("Stop, then start.", kind="procedural", source="user:t1")
    assert result.outcome == "refused"
    assert [reason.code for reason in result.reasons] == ["needs_key"]


def test_versions_count_up_and_the_newest_is_current(alice: Records) -> None:
    teach(alice, "Stop it, then start it.", "stop", "start")
    teach(alice, "Drain the queue, stop it, then start it.", "drain", "stop", "start")
    first, second = alice.history(KEY)
    assert [first.version, second.version] == [1, 2]
    assert [first.state, second.state] == [State.SUPERSEDED, State.CURRENT]
    assert second.details.steps == ("drain", "stop", "start")


def test_roll_back_is_a_new_version(alice: Records, desk: OperatorRecords) -> None:
    first = teach(alice, "Stop it, then start it.", "stop", "start")
    second = teach(alice, "Pull the plug.", "pull")
    result = desk.roll_back(first, reason="the plug is glued")
    assert result.record is not None
    assert (result.record.version, result.record.content) == (3, "Stop it, then start it.")
    assert result.record.details.steps == ("stop", "start")
    assert result.record.id not in {first, second}
    assert result.superseded is not None
    assert result.superseded.id == second
    versions = desk.history(KEY)
    assert [record.version for record in versions] == [1, 2, 3]
    assert [record.state for record in versions] == ["superseded", "superseded", "current"]
    assert versions[0].content == versions[2].content
    assert result.record.source == "user:t1"
    assert f"record:{first}" in result.record.lineage


def test_rolling_back_to_what_stands_is_a_conflict(alice: Records, desk: OperatorRecords) -> None:
    teach(alice, "Stop it.", "stop")
    current = teach(alice, "Start it.", "start")
    with pytest.raises(Conflict):
        desk.roll_back(current)


def test_roll_back_can_be_undone(alice: Records, desk: OperatorRecords) -> None:
    first = teach(alice, "Stop it, then start it.", "stop", "start")
    teach(alice, "Pull the plug.", "pull")
    change = desk.roll_back(first).change
    assert change.undo is not None
    desk.undo(change.undo)
    found = alice.get(KEY, kind="procedural")
    assert found is not None
    assert (found.content, found.version) == ("Pull the plug.", 4)


def test_new_steps_under_the_same_words_are_a_new_version(alice: Records) -> None:
    teach(alice, "How to restart the worker.", "stop", "start")
    teach(alice, "How to restart the worker.", "drain", "stop", "start")
    found = alice.get(KEY, kind="procedural")
    assert found is not None
    assert (found.version, found.details.steps) == (2, ("drain", "stop", "start"))


def test_facts_and_loose_records_roll_back_too(alice: Records, desk: OperatorRecords) -> None:
    loose = alice.remember("Alice likes coffee.", source="user:t1").record
    assert loose is not None
    corrected = desk.correct(loose.id, "Alice likes tea.").record
    assert corrected is not None
    result = desk.roll_back(loose.id)
    assert result.record is not None
    assert result.record.content == "Alice likes coffee."
    assert desk.by_id(corrected.id).state == State.SUPERSEDED
    assert [record.content for record in desk.chain(loose.id)] == [
        "Alice likes coffee.",
        "Alice likes tea.",
        "Alice likes coffee.",
    ]


def test_a_correction_may_change_the_steps_too(alice: Records, desk: OperatorRecords) -> None:
    first = teach(alice, "Stop it, then start it.", "stop", "start")
    same = desk.correct(first, "Stop it, then start it.", steps=("stop", "start"))
    assert (same.outcome, same.record and same.record.id) == ("refreshed", first)
    result = desk.correct(first, "Stop it, then start it.", steps=("drain", "stop", "start"))
    assert result.record is not None
    assert (result.record.version, result.record.details.steps) == (2, ("drain", "stop", "start"))
    kept = desk.correct(result.record.id, "Drain, stop, start.")
    assert kept.record is not None
    assert kept.record.details.steps == ("drain", "stop", "start")
    with pytest.raises(Invalid):
        desk.correct(kept.record.id, "Drain, stop, start.", steps=("",))


def test_steps_belong_to_procedures(alice: Records, desk: OperatorRecords) -> None:
    fact = alice.remember("The worker runs on Orbit.", key="worker", source="user:t1").record
    assert fact is not None
    with pytest.raises(Invalid):
        desk.correct(fact.id, "The worker runs on Vega.", steps=("stop",))


def test_the_desk_knows_who_wrote_a_version(alice: Records, desk: OperatorRecords) -> None:
    first = teach(alice, "Stop it, then start it.", "stop")
    second = teach(alice, "Pull the plug.", "pull")
    back = desk.roll_back(first).record
    assert back is not None
    authors = desk.authors([second, back.id, 999])
    assert set(authors) == {second, back.id}
    assert (authors[second].role, authors[back.id].role) == ("agent", "operator")
    # The source of the words stays the one they had; only the author tells who brought them back.
    assert back.source == "user:t1"

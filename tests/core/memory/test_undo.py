"""Taking writes back: everything that can be undone, and when it may not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from core import Store, Undo
from core.errors import Conflict, NotFound
from core.memory.records import OperatorRecords, Records, WriteResult
from tests.core.hands import ALICE, START, Hand


def undo_of(result: WriteResult) -> Undo:
    assert result.change.undo is not None
    return result.change.undo


def test_a_new_record_is_withdrawn(alice: Records, desk: OperatorRecords) -> None:
    result = alice.remember("Bergen.", key="city", source="user:t1")
    undone = desk.undo(undo_of(result), reason="a slip")
    assert undone.record is not None
    assert undone.record.state == "withdrawn"
    assert alice.get("city") is None
    (kept,) = alice.history("city")
    assert (kept.content, kept.state) == ("Bergen.", "withdrawn")
    assert desk.events(kept.id)[-1].act == "withdrawn"


def test_a_replacement_is_undone_by_a_new_version(alice: Records, desk: OperatorRecords) -> None:
    alice.remember("April.", key="k", source="user:t1")
    result = alice.remember("July.", key="k", source="user:t2")
    desk.undo(undo_of(result))
    versions = alice.history("k")
    assert [record.content for record in versions] == ["April.", "July.", "April."]
    assert [record.state for record in versions] == ["superseded", "superseded", "current"]
    assert versions[-1].source == "user:t1"


def test_undo_and_undo_again(alice: Records, desk: OperatorRecords) -> None:
    alice.remember("April.", key="k", source="user:t1")
    result = alice.remember("July.", key="k", source="user:t2")
    undone = desk.undo(undo_of(result))
    desk.undo(undo_of(undone))
    found = alice.get("k")
    assert found is not None
    assert found.content == "July."


ACTS: dict[str, Callable[[OperatorRecords, int], WriteResult]] = {
    "confirm": lambda desk, id_: desk.confirm(id_),
    "set_expiry": lambda desk, id_: desk.set_expiry(id_, START),
    "sighting": lambda desk, _id: desk.remember("April.", key="k", source="web:page"),
}


@pytest.mark.parametrize("act", ACTS)
def test_a_later_change_gets_its_old_values_back(
    alice: Records, desk: OperatorRecords, clock: Hand, act: str
) -> None:
    stored = alice.remember("April.", key="k", source="user:t1", ttl=600).record
    assert stored is not None
    clock.pass_(seconds=60)
    result = ACTS[act](desk, stored.id)
    assert desk.by_id(stored.id) != stored
    undone = desk.undo(undo_of(result))
    assert desk.by_id(stored.id) == stored
    desk.undo(undo_of(undone))
    assert desk.by_id(stored.id) != stored


def test_a_correction_is_undone(alice: Records, desk: OperatorRecords) -> None:
    stored = alice.remember("Bergen.", key="city", source="user:t1").record
    assert stored is not None
    desk.undo(undo_of(desk.correct(stored.id, "Oslo.")))
    found = alice.get("city")
    assert found is not None
    assert found.content == "Bergen."


@pytest.mark.parametrize("act", ACTS)
def test_a_record_changed_since_is_a_conflict(
    alice: Records, desk: OperatorRecords, clock: Hand, act: str
) -> None:
    result = alice.remember("April.", key="k", source="user:t1", ttl=600)
    assert result.record is not None
    clock.pass_(seconds=60)
    ACTS[act](desk, result.record.id)
    before = desk.export()
    with pytest.raises(Conflict):
        desk.undo(undo_of(result))
    assert desk.export() == before


def test_a_change_taken_back_is_no_change(alice: Records, desk: OperatorRecords, clock: Hand) -> None:
    result = alice.remember("April.", key="k", source="user:t1")
    assert result.record is not None
    clock.pass_(seconds=60)
    desk.undo(undo_of(desk.confirm(result.record.id)))
    desk.undo(undo_of(result))
    assert alice.get("k") is None


def test_a_record_replaced_since_is_a_conflict(alice: Records, desk: OperatorRecords) -> None:
    first = alice.remember("April.", key="k", source="user:t1")
    assert first.record is not None
    expiry = desk.set_expiry(first.record.id, None)
    alice.remember("July.", key="k", source="user:t2")
    for result in (first, expiry):
        with pytest.raises(Conflict):
            desk.undo(undo_of(result))


def test_a_later_change_of_the_same_record_is_a_conflict(alice: Records, desk: OperatorRecords) -> None:
    stored = alice.remember("April.", key="k", source="user:t1").record
    assert stored is not None
    first = desk.set_expiry(stored.id, START)
    desk.set_expiry(stored.id, None)
    with pytest.raises(Conflict):
        desk.undo(undo_of(first))


def test_undoing_twice_is_a_conflict(alice: Records, desk: OperatorRecords) -> None:
    result = alice.remember("April.", key="k", source="user:t1")
    desk.undo(undo_of(result))
    with pytest.raises(Conflict):
        desk.undo(undo_of(result))


def test_what_was_forgotten_since_is_not_there(alice: Records, desk: OperatorRecords) -> None:
    result = alice.remember("April.", key="k", source="user:t1")
    alice.forget("k", source="user:t2")
    with pytest.raises(NotFound):
        desk.undo(undo_of(result))


def test_undo_means_one_scope(store: Store, alice: Records, desk: OperatorRecords) -> None:
    from tests.core.hands import CAROL

    result = alice.remember("April.", key="k", source="user:t1")
    other = store.operator("ada").records(CAROL)
    other.remember("Hers.", key="x", source="user:t1")
    other.remember("Hers, too.", key="y", source="user:t1")
    with pytest.raises(NotFound):
        other.undo(Undo(undo_of(result).reversal, 3))
    assert len(alice.facts()) == 1


MEMORY = """{"type": "entity", "name": "Ann", "entityType": "person", "observations": ["likes tea", "lives in Bergen"]}
{"type": "relation", "from": "Ann", "to": "Bob", "relationType": "knows"}
"""


def test_an_import_is_undone_as_a_whole(
    store: Store, alice: Records, desk: OperatorRecords, tmp_path: Path
) -> None:
    alice.remember("Mine.", source="user:t1")
    source = tmp_path / "memory.jsonl"
    source.write_text(MEMORY)
    report = store.operator("ada").import_path(ALICE, source)
    assert report.stored == 3
    assert report.change.undo is not None
    desk.undo(report.change.undo)
    assert [row["content"] for row in alice.export() if row["state"] == "current"] == ["Mine."]
    # It may be imported again: nobody forgot it.
    assert store.operator("ada").import_path(ALICE, source).stored == 3


def test_undoing_an_import_spares_what_a_person_did_since(
    store: Store, desk: OperatorRecords, tmp_path: Path
) -> None:
    source = tmp_path / "memory.jsonl"
    source.write_text(MEMORY)
    report = store.operator("ada").import_path(ALICE, source)
    tea, bergen, knows = desk.export()
    desk.confirm(tea["id"])  # type: ignore[arg-type]
    desk.correct(bergen["id"], "lives in Oslo")  # type: ignore[arg-type]
    desk.remember(knows["content"], key=knows["key"], source="web:page")  # type: ignore[arg-type]
    assert report.change.undo is not None
    undone = desk.undo(report.change.undo)
    assert undone.change.ids == (knows["id"],)
    current = {row["content"] for row in desk.export() if row["state"] == "current"}
    assert current == {"likes tea", "lives in Oslo"}

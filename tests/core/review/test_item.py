"""What an operator reads of a held item, and what an edit of it has to be."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import Invalid, Scope, Store
from tests.core.holding import put, put_deletion

ALICE, BOB = Scope("acme", "alice"), Scope("acme", "bob")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.open(tmp_path / "memory.db", "write")


def test_an_item_names_who_proposed_and_who_decided_it(store: Store) -> None:
    held = put(store, ALICE, "Tea.")
    review = store.operator("ada").review
    assert (review.item(ALICE, held.id).author, review.item(ALICE, held.id).decided_by) == ("writer", None)
    review.reject(ALICE, held.id, 1, reason="not true")
    assert review.item(ALICE, held.id).decided_by == "ada"
    store.close()


def test_a_record_knows_the_item_it_came_from_and_no_other_persons(store: Store) -> None:
    held = put(store, ALICE, "Tea.")
    review = store.operator("ada").review
    record = review.release(ALICE, held.id, 1, reason="seen").record
    assert record is not None
    behind = review.item_behind(ALICE, record.id)
    assert behind is not None
    assert (behind.id, behind.decision_note) == (held.id, "seen")
    assert review.item_behind(BOB, record.id) is None
    assert store.operator("ada").records(ALICE).by_id(record.id).findings == held.findings
    store.close()


def test_a_held_deletion_shows_the_records_it_would_take(store: Store) -> None:
    records = store.partition(ALICE).records
    for month in ("April", "July"):
        records.remember(f"Starts in {month}.", key="start", source="user:t1")
    held = put_deletion(store, ALICE, key="start")
    found = store.operator("ada").review.consequences(ALICE, held.id)
    assert found.deletes == 2
    assert [record.content for record in found.doomed] == ["Starts in July.", "Starts in April."]
    by_id = put_deletion(store, ALICE, id_=1)
    assert store.operator("ada").review.item(ALICE, by_id.id).target == 1
    store.close()


def test_an_edit_of_a_json_value_must_be_one(store: Store) -> None:
    held = put(store, ALICE, {"city": "Berlin"})
    review = store.operator("ada").review
    assert review.item(ALICE, held.id).is_json
    with pytest.raises(Invalid):
        review.release(ALICE, held.id, 1, text="Hamburg")
    decision = review.release(ALICE, held.id, 1, text='{"city":"Hamburg"}')
    assert decision.record is not None
    assert decision.record.value == {"city": "Hamburg"}
    store.close()

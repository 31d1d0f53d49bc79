"""Exact look-ups: no likeness, literal prefixes, and ids that mean one scope only."""

from __future__ import annotations

import pytest

from core import Store
from core.errors import ErrorCode, NotFound
from core.memory.records import Records
from tests.core.hands import CAROL, Hand


def test_get_is_exact_and_gives_the_default_otherwise(alice: Records) -> None:
    alice.remember("Bergen.", key="city", source="user:t1")
    assert alice.get("cit") is None
    assert alice.get("City") is None
    assert alice.get("city%") is None
    assert alice.get("nothing", "none") == "none"
    assert alice.get("city", kind="preference") is None


@pytest.mark.parametrize("prefix", ["%", "_", "a%", "a_c", "*", "a*", "?"])
def test_a_prefix_is_literal(alice: Records, prefix: str) -> None:
    for key in ("abc", "axc", f"{prefix}tail"):
        alice.remember(f"Value of {key}.", key=key, source="user:t1")
    assert [record.key for record in alice.get_all(prefix)] == [f"{prefix}tail"]


def test_get_all_lists_every_kind_in_key_order(alice: Records) -> None:
    alice.remember("Two.", key="b", source="user:t1")
    alice.remember("Short.", key="c", kind="preference", source="user:t1")
    alice.remember("One.", key="a", source="user:t1")
    alice.remember("Loose.", source="user:t1")
    assert [record.key for record in alice.get_all()] == ["a", "b", "c"]


def test_expired_and_replaced_values_are_not_looked_up(alice: Records, clock: Hand) -> None:
    alice.remember("Old.", key="a", source="user:t1")
    alice.remember("New.", key="a", source="user:t1")
    alice.remember("Brief.", key="b", source="user:t1", ttl=60)
    clock.pass_(minutes=1)
    assert [record.content for record in alice.facts()] == ["New."]
    assert alice.get("b") is None
    assert [record.content for record in alice.get_all()] == ["New."]


@pytest.mark.parametrize("id_", [0, -1, 1_000, 2**62, 2**63 - 1])
def test_an_id_that_is_not_there(alice: Records, id_: int) -> None:
    alice.remember("Bergen.", source="user:t1")
    for look in (alice.by_id, alice.chain):
        with pytest.raises(NotFound) as raised:
            look(id_)
        assert (raised.value.code, raised.value.data) == (ErrorCode.NO_RECORD, {"id": id_})


def test_an_id_of_another_scope_answers_like_a_missing_one(store: Store, alice: Records) -> None:
    carol = store.partition(CAROL).records
    carol.remember("One.", source="user:t1")
    hers = carol.remember("Two.", source="user:t1").record
    assert hers is not None
    alice.remember("One.", source="user:t1")
    with pytest.raises(NotFound) as foreign:
        alice.by_id(hers.id)
    with pytest.raises(NotFound) as missing:
        alice.by_id(999)
    assert (foreign.value.code, set(foreign.value.data)) == (missing.value.code, set(missing.value.data))


def test_ids_count_per_scope_and_are_never_used_again(store: Store, alice: Records) -> None:
    ids = [alice.remember(f"Fact {number}.", source="user:t1").record.id for number in range(3)]  # type: ignore[union-attr]
    assert ids == [1, 2, 3]
    alice.forget_id(3, source="user:t1")
    assert alice.remember("Another.", source="user:t1").record.id == 4  # type: ignore[union-attr]
    assert store.partition(CAROL).records.remember("Hers.", source="user:t1").record.id == 1  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "value",
    [
        {"from": 7, "to": [19, None, True, 2.5]},
        ["a", "ø", "\u2028", ""],
        42,
        1.5,
        True,
        None,
        {"nested": {"deep": []}},
    ],
)
def test_a_json_value_comes_back_as_it_was(alice: Records, value: object) -> None:
    record = alice.remember(value, key="value", source="user:t1").record
    assert record is not None
    assert record.is_json
    found = alice.get("value")
    assert found is not None
    assert found.value == value
    assert type(found.value) is type(value)
    assert alice.export()[0]["content"] == value


def test_text_that_looks_like_json_is_text(alice: Records) -> None:
    record = alice.remember("[1, 2]", key="value", source="user:t1").record
    assert record is not None
    assert (record.is_json, record.value) == (False, "[1, 2]")


def test_a_new_json_value_supersedes(alice: Records) -> None:
    alice.remember({"hours": 7}, key="value", source="user:t1")
    assert alice.remember({"hours": 8}, key="value", source="user:t1").superseded is not None
    assert alice.remember({"hours": 8}, key="value", source="user:t1").outcome == "refreshed"


def test_nothing_was_ever_written(alice: Records) -> None:
    assert alice.facts() == []
    assert alice.get("x") is None
    assert alice.get_all() == []
    assert alice.history("x") == []
    assert alice.episodes() == []
    assert alice.export() == []

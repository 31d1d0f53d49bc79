"""Saying the same again moves the seen-time instead of adding a row."""

from __future__ import annotations

import pytest

from core.memory.records import OperatorRecords, Records
from tests.core.hands import START, Hand


@pytest.mark.parametrize(
    "again", ["Alice lives in Bergen.", "alice  lives in BERGEN.", " Alice lives in Bergen.\n"]
)
@pytest.mark.parametrize("key", ["city", None])
def test_case_and_white_space_aside_it_is_the_same(
    alice: Records, clock: Hand, again: str, key: str | None
) -> None:
    first = alice.remember("Alice lives in Bergen.", key=key, source="user:t1").record
    assert first is not None
    later = clock.pass_(days=1)
    result = alice.remember(again, key=key, source="user:t2")
    assert result.outcome == "refreshed"
    assert result.record is not None
    assert result.record.id == first.id
    assert result.record.content == "Alice lives in Bergen."
    assert (result.record.recorded_at, result.record.seen_at) == (START, later)
    assert result.record.seen_count == 2
    assert result.record.lineage == ("user:t2",)
    assert len(alice.export()) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The year starts in April.", "The year starts in July."),
        ("At most 100 per minute.", "At most 500 per minute."),
        ("Alice approves travel.", "Alice does not approve travel."),
        ("Orbit 2.8 needs it.", "Orbit 3.8 needs it."),
        ("The call is on Monday.", "The call is on Friday."),
        ("On 2026-09-18.", "On 2026-09-19."),
    ],
)
def test_what_differs_in_one_word_is_another_value(alice: Records, one: str, other: str) -> None:
    alice.remember(one, key="k", source="user:t1")
    assert alice.remember(other, key="k", source="user:t2").superseded is not None
    alice.remember(one, source="user:t1")
    assert alice.remember(other, source="user:t2").outcome == "stored"


def test_hidden_characters_and_composition_aside_too(alice: Records) -> None:
    alice.remember("Café Nord is closed.", key="café", source="user:t1")
    for again in ("Cafe\u0301 Nord is closed.", "Café\u200b Nord\r\nis closed."):
        assert alice.remember(again, key="café", source="user:t1").outcome == "refreshed"
    assert len(alice.export()) == 1


def test_another_key_or_kind_is_another_record(alice: Records) -> None:
    alice.remember("Bergen.", key="home", source="user:t1")
    assert alice.remember("Bergen.", key="work", source="user:t1").outcome == "stored"
    assert alice.remember("Bergen.", source="user:t1").outcome == "stored"
    assert alice.remember("Bergen.", key="home", kind="preference", source="user:t1").outcome == "stored"


def test_the_same_source_is_not_listed_twice(alice: Records) -> None:
    alice.remember("Bergen.", key="city", source="user:t1")
    for _ in range(3):
        alice.remember("Bergen.", key="city", source="web:page")
    record = alice.get("city")
    assert record is not None
    assert (record.lineage, record.seen_count) == (("web:page",), 4)


def test_an_expired_text_is_stored_anew(alice: Records, clock: Hand) -> None:
    first = alice.remember("Bergen.", key="city", source="user:t1", ttl=60).record
    assert first is not None
    clock.pass_(minutes=2)
    result = alice.remember("Bergen.", key="city", source="user:t2")
    assert result.outcome == "stored"
    assert result.superseded is not None
    assert result.superseded.id == first.id


def test_a_repetition_can_be_undone(alice: Records, desk: OperatorRecords, clock: Hand) -> None:
    first = alice.remember("Bergen.", key="city", source="user:t1").record
    clock.pass_(days=1)
    change = alice.remember("Bergen.", key="city", source="user:t2").change
    assert change.undo is not None
    desk.undo(change.undo)
    assert alice.get("city") == first

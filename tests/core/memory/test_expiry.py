"""Expiry: what it ends, what waits for a person, and how a person answers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from core import Invalid
from core.errors import Conflict, NotFound
from core.memory.records import OperatorRecords, Records
from tests.core.hands import START, Hand


@pytest.mark.parametrize("ttl", [60, 60.0, timedelta(minutes=1)])
def test_a_time_to_live_counts_from_now(alice: Records, ttl: float) -> None:
    record = alice.remember("Brief.", source="user:t1", ttl=ttl).record
    assert record is not None
    assert record.expires_at == START + timedelta(minutes=1)


def test_an_expiry_is_a_moment(alice: Records, clock: Hand) -> None:
    record = alice.remember("Brief.", source="user:t1", expires_at=START + timedelta(days=1)).record
    assert record is not None
    clock.pass_(hours=24)
    assert alice.by_id(record.id).state == "expired"


def test_facts_and_preferences_wait_for_a_person(alice: Records, desk: OperatorRecords, clock: Hand) -> None:
    alice.remember("Fact.", key="a", source="user:t1", ttl=120)
    alice.remember("Preference.", key="b", kind="preference", source="user:t1", ttl=60)
    alice.remember("Episode.", kind="episodic", source="user:t1", ttl=60)
    alice.remember("Procedure.", key="c", kind="procedural", source="user:t1", ttl=60)
    alice.remember("Lasting.", key="d", source="user:t1")
    assert list(desk.review_due()) == []
    clock.pass_(minutes=2)
    due = [record.content for record in desk.page(desk.review_due()) if record]
    assert due == ["Preference.", "Fact."]  # the longest overdue first


def test_confirming_gives_the_same_time_again(alice: Records, desk: OperatorRecords, clock: Hand) -> None:
    stored = alice.remember("Fact.", key="a", source="web:page", ttl=timedelta(days=30)).record
    assert stored is not None
    now = clock.pass_(days=40)
    record = desk.confirm(stored.id, reason="still so").record
    assert record is not None
    assert (record.state, record.approved, record.seen_at) == ("current", True, now)
    assert record.expires_at == now + timedelta(days=30)
    assert record.trust.label == "external"  # a flag, not another source
    assert list(desk.review_due()) == []


def test_confirming_what_never_expires(alice: Records, desk: OperatorRecords) -> None:
    stored = alice.remember("Fact.", key="a", source="user:t1").record
    assert stored is not None
    record = desk.confirm(stored.id).record
    assert record is not None
    assert (record.approved, record.expires_at) == (True, None)


def test_confirming_ends_the_waiting_whatever_the_expiry_was(
    alice: Records, desk: OperatorRecords, clock: Hand
) -> None:
    stored = alice.remember("Fact.", key="a", source="user:t1").record
    assert stored is not None
    clock.pass_(days=1)
    desk.set_expiry(stored.id, START - timedelta(days=1))
    assert list(desk.review_due()) == [stored.id]
    desk.confirm(stored.id)
    assert list(desk.review_due()) == []


def test_confirming_near_the_end_of_the_calendar(alice: Records, desk: OperatorRecords, clock: Hand) -> None:
    end = datetime.max.replace(tzinfo=UTC)
    stored = alice.remember("Fact.", key="a", source="user:t1", expires_at=end).record
    assert stored is not None
    clock.pass_(days=1)
    record = desk.confirm(stored.id).record
    assert record is not None
    assert record.expires_at == end
    assert alice.export() != []


def test_setting_an_expiry_and_taking_it_away(alice: Records, desk: OperatorRecords) -> None:
    stored = alice.remember("Fact.", key="a", source="user:t1").record
    assert stored is not None
    changed = desk.set_expiry(stored.id, START + timedelta(days=1))
    assert changed.record is not None
    assert changed.record.expires_at == START + timedelta(days=1)
    assert changed.change.ids == (stored.id,)
    back = desk.set_expiry(stored.id, None).record
    assert back == stored


def test_the_events_tell_who_when_and_what(alice: Records, desk: OperatorRecords, clock: Hand) -> None:
    stored = alice.remember("Fact.", key="a", source="user:t1", ttl=60).record
    assert stored is not None
    now = clock.pass_(seconds=10)
    desk.set_expiry(stored.id, None)
    desk.confirm(stored.id)
    expiry, confirmed = desk.events(stored.id)
    assert (expiry.act, confirmed.act) == ("expiry", "confirmed")
    assert (expiry.actor.role, expiry.actor.name, expiry.at) == ("operator", "ada", now)
    assert expiry.after == {"expires_at": None}
    assert confirmed.before["approved"] == 0
    assert confirmed.after["approved"] == 1


@pytest.mark.parametrize("act", ["confirm", "set_expiry", "correct"])
def test_what_was_replaced_is_not_changed_any_more(alice: Records, desk: OperatorRecords, act: str) -> None:
    old = alice.remember("Old.", key="a", source="user:t1").record
    assert old is not None
    alice.remember("New.", key="a", source="user:t1")
    acts = {
        "confirm": lambda: desk.confirm(old.id),
        "set_expiry": lambda: desk.set_expiry(old.id, None),
        "correct": lambda: desk.correct(old.id, "Other."),
    }
    with pytest.raises(Conflict):
        acts[act]()


@pytest.mark.parametrize("act", ["confirm", "set_expiry", "correct", "roll_back", "forget_record"])
def test_what_is_not_there_says_so(alice: Records, desk: OperatorRecords, act: str) -> None:
    alice.remember("Here.", source="user:t1")
    acts = {
        "confirm": lambda: desk.confirm(99),
        "set_expiry": lambda: desk.set_expiry(99, None),
        "correct": lambda: desk.correct(99, "Other."),
        "roll_back": lambda: desk.roll_back(99),
        "forget_record": lambda: desk.forget_record(99),
    }
    with pytest.raises(NotFound) as raised:
        acts[act]()
    assert raised.value.data == {"id": 99}


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"ttl": 0}, "ttl"),
        ({"ttl": -1}, "ttl"),
        ({"ttl": float("nan")}, "ttl"),
        ({"ttl": float("inf")}, "ttl"),
        ({"ttl": 1e300}, "ttl"),
        ({"ttl": timedelta.max}, "ttl"),
        ({"ttl": True}, "ttl"),
        ({"ttl": "60"}, "ttl"),
        ({"ttl": 60, "expires_at": START}, "ttl"),
        ({"expires_at": datetime(2027, 1, 1)}, "expires_at"),  # noqa: DTZ001
        ({"expires_at": "2027-01-01"}, "expires_at"),
        ({"expires_at": START.date()}, "expires_at"),
        ({"true_from": datetime(2027, 1, 1)}, "true_from"),  # noqa: DTZ001
        ({"true_until": datetime(2027, 1, 1)}, "true_until"),  # noqa: DTZ001
        ({"true_from": START, "true_until": START - timedelta(days=1)}, "true_until"),
    ],
)
def test_times_that_are_none(alice: Records, options: dict[str, object], field: str) -> None:
    with pytest.raises(Invalid) as raised:
        alice.remember("Fact.", source="user:t1", **options)  # type: ignore[arg-type]
    assert raised.value.data["field"] == field
    assert alice.export() == []

"""What was believed then, on both sides of every change."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from core import Invalid
from core.memory.records import OperatorRecords, Records, query
from tests.core.hands import START, Hand

TICK = timedelta(microseconds=1)


def believed(records: Records, moment: datetime, key: str = "k") -> str | None:
    found = records.as_of(moment).get(key)
    return None if found is None else found.content


def test_before_and_after_it_was_recorded(alice: Records) -> None:
    alice.remember("April.", key="k", source="user:t1")
    assert believed(alice, START - TICK) is None
    assert believed(alice, START) == "April."


def test_on_both_sides_of_a_supersession(alice: Records, clock: Hand) -> None:
    alice.remember("April.", key="k", source="user:t1")
    changed = clock.pass_(days=1)
    alice.remember("July.", key="k", source="user:t2")
    assert believed(alice, changed - TICK) == "April."
    assert believed(alice, changed) == "July."
    then = alice.as_of(changed - TICK).get("k")
    assert then is not None
    assert then.state == "current"


def test_on_both_sides_of_an_expiry(alice: Records, clock: Hand) -> None:
    alice.remember("Brief.", key="k", source="user:t1", ttl=60)
    ended = START + timedelta(seconds=60)
    clock.pass_(days=1)
    assert believed(alice, ended - TICK) == "Brief."
    assert believed(alice, ended) is None


def test_an_expiry_set_later_does_not_change_what_was_believed(
    alice: Records, desk: OperatorRecords, clock: Hand
) -> None:
    stored = alice.remember("Lasting.", key="k", source="user:t1").record
    assert stored is not None
    set_at = clock.pass_(days=10)
    desk.set_expiry(stored.id, START + timedelta(days=5))
    assert believed(alice, START + timedelta(days=7)) == "Lasting."
    assert believed(alice, set_at - TICK) == "Lasting."
    assert believed(alice, set_at) is None


def test_an_expiry_taken_away_later_does_not_either(
    alice: Records, desk: OperatorRecords, clock: Hand
) -> None:
    stored = alice.remember("Brief.", key="k", source="user:t1", ttl=60).record
    assert stored is not None
    set_at = clock.pass_(days=10)
    desk.set_expiry(stored.id, None)
    assert believed(alice, START + timedelta(days=5)) is None
    assert believed(alice, set_at) == "Brief."


def test_a_confirmation_brings_it_back_from_then_on(
    alice: Records, desk: OperatorRecords, clock: Hand
) -> None:
    stored = alice.remember("Brief.", key="k", source="user:t1", ttl=60).record
    assert stored is not None
    confirmed = clock.pass_(days=10)
    desk.confirm(stored.id)
    assert believed(alice, confirmed - TICK) is None
    assert believed(alice, confirmed) == "Brief."
    assert believed(alice, confirmed + timedelta(seconds=60)) is None


def test_several_changes_of_the_expiry(alice: Records, desk: OperatorRecords, clock: Hand) -> None:
    stored = alice.remember("It.", key="k", source="user:t1", ttl=timedelta(days=1)).record
    assert stored is not None
    clock.pass_(days=2)  # expired since day 1
    desk.set_expiry(stored.id, START + timedelta(days=6))
    clock.pass_(days=2)
    desk.set_expiry(stored.id, START + timedelta(days=3))  # over at once, on day 4
    clock.pass_(days=1)
    desk.set_expiry(stored.id, None)  # back on day 5
    clock.pass_(days=5)
    lived = [believed(alice, START + timedelta(days=day, hours=1)) is not None for day in range(10)]
    assert lived == [True, False, True, True, False, True, True, True, True, True]


def test_undo_shows_on_both_sides_too(alice: Records, desk: OperatorRecords, clock: Hand) -> None:
    alice.remember("April.", key="k", source="user:t1")
    clock.pass_(days=1)
    change = alice.remember("July.", key="k", source="user:t2").change
    undone = clock.pass_(days=1)
    assert change.undo is not None
    desk.undo(change.undo)
    assert believed(alice, undone - TICK) == "July."
    assert believed(alice, undone) == "April."


def test_what_was_forgotten_is_gone_from_the_past(alice: Records, clock: Hand) -> None:
    alice.remember("Secret.", key="k", source="user:t1")
    clock.pass_(days=1)
    alice.forget("k", source="user:t2")
    assert believed(alice, START) is None
    assert alice.as_of(START).all() == []


def test_facts_and_all_of_then(alice: Records, clock: Hand) -> None:
    alice.remember("B.", key="b", source="user:t1")
    alice.remember("A.", key="a", source="user:t1")
    alice.remember("Happened.", kind="episodic", source="agent:run")
    alice.remember("Loose.", source="user:t1")
    then = clock.now
    clock.pass_(days=1)
    alice.remember("A new one.", key="a", source="user:t1")
    beliefs = alice.as_of(then)
    assert [record.content for record in beliefs.facts()] == ["A.", "B."]
    assert [record.content for record in beliefs.all()] == ["B.", "A.", "Happened.", "Loose."]


def test_the_list_of_records_as_of_a_moment(alice: Records, desk: OperatorRecords, clock: Hand) -> None:
    old = alice.remember("April.", key="k", source="user:t1").record
    assert old is not None
    clock.pass_(days=1)
    alice.remember("July.", key="k", source="user:t2")
    ids = desk.ids(query.parse("", as_of=START))
    assert list(ids) == [old.id]
    page = desk.page(ids, as_of=START)
    assert [record.state for record in page if record] == ["current"]


def test_a_moment_without_a_zone_is_none(alice: Records, desk: OperatorRecords) -> None:
    naive = datetime(2026, 3, 2)  # noqa: DTZ001
    for ask in (
        lambda: alice.as_of(naive),
        lambda: desk.ids(query.parse("", as_of=naive)),
        lambda: desk.page([1], as_of=naive),
    ):
        with pytest.raises(Invalid):
            ask()

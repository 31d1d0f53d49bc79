"""The operator's desk: people with counts, the overview, and acts under a name."""

from __future__ import annotations

from typing import Any

import pytest

from core import Invalid, Scope, Store
from core.memory.records import OperatorRecords, Records
from tests.core.hands import ALICE, CAROL, Hand


def test_people_are_listed_in_the_order_of_their_names_with_live_counts(store: Store, clock: Hand) -> None:
    for names, count in ((("b", "x"), 1), (("a", "z"), 2), (("a", "y"), 3)):
        for number in range(count):
            store.partition(Scope(*names)).records.remember(
                f"Fact {number}.", key=f"k{number}", source="user:t1"
            )
    later = clock.pass_(days=1)
    y = store.partition(Scope("a", "y")).records
    y.remember("New.", key="k0", source="user:t1")
    y.forget("k1", source="user:t1")
    found = store.operator("ada").scopes()
    assert [(str(each.scope), each.records) for each in found] == [("a / y", 2), ("a / z", 2), ("b / x", 1)]
    assert found[0].last_write == later


def test_people_are_found_by_part_of_their_names_and_page_by_page(store: Store) -> None:
    for number in range(12):
        store.partition(Scope("acme", f"user-{number:02}")).records.remember("Fact.", source="user:t1")
    store.partition(Scope("globex", "100%_sure")).records.remember("Fact.", source="user:t1")
    ada = store.operator("ada")
    assert ada.scope_count() == 13
    assert ada.scope_count("USER-1") == 2
    assert [each.scope.user for each in ada.scopes("user-1")] == ["user-10", "user-11"]
    assert [each.scope.user for each in ada.scopes("acme / user-03")] == ["user-03"]
    assert [each.scope.user for each in ada.scopes("%")] == ["100%_sure"]
    assert ada.scopes("nobody") == []
    pages = [ada.scopes(limit=5, offset=offset) for offset in (0, 5, 10, 15)]
    assert [len(page) for page in pages] == [5, 5, 3, 0]
    assert len({each.scope for page in pages for each in page}) == 13


def test_asking_about_somebody_creates_nobody(store: Store) -> None:
    ada = store.operator("ada")
    ada.overview(ALICE)
    ada.records(ALICE).ids()
    store.partition(ALICE).records.facts()
    assert ada.scope_count() == 0


def test_the_overview_counts_every_version_once(
    store: Store, alice: Records, desk: OperatorRecords, clock: Hand
) -> None:
    alice.remember("Old.", key="a", source="user:t1")
    alice.remember("New.", key="a", source="user:t1")
    alice.remember("Wish.", key="a", kind="preference", source="user:t1")
    alice.remember("Brief.", key="b", source="user:t1", ttl=60)
    alice.remember("Brief episode.", kind="episodic", source="user:t1", ttl=60)
    alice.remember("Episode.", kind="episodic", source="user:t1")
    change = alice.remember("A slip.", source="user:t1").change
    assert change.undo is not None
    desk.undo(change.undo)
    store.partition(CAROL).records.remember("Hers.", source="user:t1")
    clock.pass_(minutes=5)

    overview = store.operator("ada").overview(ALICE)
    counts = {
        each.kind.value: (each.live, each.superseded, each.expired, each.withdrawn) for each in overview.kinds
    }
    assert counts == {
        "semantic": (1, 1, 1, 1),
        "episodic": (1, 0, 1, 0),
        "procedural": (0, 0, 0, 0),
        "preference": (1, 0, 0, 0),
    }
    assert sum(map(sum, counts.values())) == len(alice.export()) == 7
    assert (overview.live, overview.due, overview.conflicts) == (3, 1, 2)
    assert (overview.journal, overview.journal_all) == (9, 11)


def test_the_overview_of_nobody_is_zero(store: Store) -> None:
    overview = store.operator("ada").overview(ALICE)
    assert (overview.live, overview.due, overview.conflicts, overview.journal) == (0, 0, 0, 0)


@pytest.mark.parametrize("name", ["", "   ", "x" * 201, None, 5, "\ud800"])
def test_every_act_is_somebodys(store: Store, name: Any) -> None:
    with pytest.raises(Invalid):
        store.operator(name)
    with pytest.raises(Invalid):
        store.partition(ALICE, agent=name)


def test_a_name_is_kept_without_its_margins(store: Store) -> None:
    assert store.operator("  ada ").name == "ada"

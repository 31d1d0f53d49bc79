"""Deleting for good: by key, id, source and age; what goes is listed, what stays is shown."""

from __future__ import annotations

import pytest

from core import Invalid, State, Store
from core.errors import ErrorCode, NotFound
from core.memory.records import OperatorRecords, Records
from tests.core.hands import CAROL, Hand
from tests.core.planting import plant


def contents(records: Records) -> list[object]:
    return [row["content"] for row in records.export()]


def test_a_key_goes_with_all_its_versions(alice: Records) -> None:
    for text in ("The plan is to buy Initech.", "The plan is to buy Globex.", "There is no plan."):
        alice.remember(text, key="acquisition_plan", source="user:t1")
    alice.remember("Bergen.", key="city", source="user:t1")
    gone = alice.forget("acquisition_plan", source="user:t12")
    assert gone.outcome == "stored"
    assert gone.count == 3
    assert [record.version for record in gone.removed] == [1, 2, 3]
    assert gone.change.ids == tuple(record.id for record in gone.removed)
    assert gone.change.undo is None
    assert alice.history("acquisition_plan") == []
    assert contents(alice) == ["Bergen."]


def test_copies_elsewhere_are_listed_and_left(alice: Records, desk: OperatorRecords) -> None:
    secret = "Acme plans to acquire Initech in Q4."
    alice.remember(secret, key="acquisition_plan", source="user:t1")
    alice.remember(f"Told Bob: {secret}", kind="episodic", source="agent:run")
    alice.remember("Unrelated.", source="user:t1")
    preview = desk.preview_forget("acquisition_plan")
    gone = alice.forget("acquisition_plan", source="user:t12")
    for answer in (preview, gone):
        assert [record.content for record in answer.copies] == [f"Told Bob: {secret}"]
    assert f"Told Bob: {secret}" in contents(alice)


def test_a_preview_takes_nothing(alice: Records, desk: OperatorRecords) -> None:
    alice.remember("Bergen it is.", key="city", source="user:t1")
    before = alice.export()
    previews = [
        desk.preview_forget("city"),
        desk.preview_forget_id(1),
        desk.preview_forget_source("user:"),
    ]
    assert [preview.count for preview in previews] == [1, 1, 1]
    assert alice.export() == before


def test_one_kind_of_a_key(alice: Records, desk: OperatorRecords) -> None:
    alice.remember("Fact.", key="report", source="user:t1")
    alice.remember("Preference.", key="report", kind="preference", source="user:t1")
    assert alice.forget("report", source="user:t1", kind="preference").count == 1
    assert contents(alice) == ["Fact."]
    alice.remember("Preference.", key="report", kind="preference", source="user:t1")
    assert desk.forget_key("report", kind="semantic").count == 1
    assert contents(alice) == ["Preference."]


@pytest.mark.parametrize(
    ("source", "code"),
    [("agent:run", "deletion_needs_person"), ("web:page", "deletion_needs_person"), ("x", "no_source")],
)
def test_only_a_person_may(alice: Records, source: str, code: str) -> None:
    alice.remember("Bergen.", key="city", source="user:t1")
    for answer in (alice.forget("city", source=source), alice.forget_id(1, source=source)):
        assert answer.outcome == "refused"
        assert [reason.code for reason in answer.reasons] == [code]
        assert (answer.count, answer.removed, answer.change.ids) == (0, (), ())
    assert contents(alice) == ["Bergen."]


def test_one_version_by_its_id(alice: Records) -> None:
    old = alice.remember("Old.", key="a", source="user:t1").record
    new = alice.remember("New.", key="a", source="user:t1").record
    assert old is not None
    assert new is not None
    assert alice.forget_id(old.id, source="user:t1").count == 1
    (left,) = alice.history("a")
    assert (left.id, left.supersedes, left.state) == (new.id, None, State.CURRENT)


def test_forgetting_the_current_version_brings_nothing_back(alice: Records) -> None:
    alice.remember("Old.", key="a", source="user:t1")
    new = alice.remember("New.", key="a", source="user:t1").record
    assert new is not None
    alice.forget_id(new.id, source="user:t1")
    assert alice.get("a") is None
    (left,) = alice.history("a")
    assert (left.state, left.superseded_by) == (State.SUPERSEDED, None)


def test_by_source_with_a_literal_prefix(alice: Records, desk: OperatorRecords) -> None:
    for source in ("issue:4", "issue:42", "issue:%", "web:issue:4"):
        alice.remember(f"From {source}.", source=source)
    assert desk.forget_source("issue:%").count == 1
    assert desk.forget_source("issue:4").count == 2
    assert contents(alice) == ["From web:issue:4."]


@pytest.mark.parametrize("prefix", ["", "  "])
def test_no_prefix_is_not_everything(alice: Records, desk: OperatorRecords, prefix: str) -> None:
    alice.remember("Bergen.", source="user:t1")
    with pytest.raises(Invalid):
        desk.forget_source(prefix)
    assert contents(alice) == ["Bergen."]


def test_what_is_not_there_says_so(alice: Records, desk: OperatorRecords) -> None:
    alice.remember("Bergen.", key="city", source="user:t1")
    for forget in (
        lambda: alice.forget("cit", source="user:t1"),
        lambda: alice.forget("city", source="user:t1", kind="preference"),
        lambda: alice.forget_id(99, source="user:t1"),
        lambda: desk.forget_key("nothing"),
        lambda: desk.forget_record(99),
        lambda: desk.forget_source("nobody:"),
        lambda: desk.preview_forget("nothing"),
        lambda: desk.preview_forget_id(99),
    ):
        with pytest.raises(NotFound) as raised:
            forget()
        assert raised.value.code == ErrorCode.NO_RECORD
    assert contents(alice) == ["Bergen."]


def test_forgetting_in_a_scope_nobody_wrote_to_creates_none(store: Store, alice: Records) -> None:
    with pytest.raises(NotFound):
        alice.forget("city", source="user:t1")
    assert store.operator("ada").scopes() == []


def test_another_scope_keeps_its_own(store: Store, alice: Records, desk: OperatorRecords) -> None:
    carol = store.partition(CAROL).records
    for records in (alice, carol):
        records.remember("Bergen.", key="city", source="user:t1")
    alice.forget("city", source="user:t1")
    alice.remember("Bergen.", key="city", source="user:t1")
    desk.forget_source("user:")
    assert contents(carol) == ["Bergen."]


def test_a_sweep_takes_old_episodes_and_lists_old_facts(
    alice: Records, desk: OperatorRecords, clock: Hand
) -> None:
    alice.remember("Old episode.", kind="episodic", source="agent:run")
    fact = alice.remember("Old fact.", key="a", source="user:t1").record
    wish = alice.remember("Old preference.", key="b", kind="preference", source="user:t1").record
    alice.remember("Replaced fact.", key="c", source="user:t1")
    alice.remember("Procedure.", key="d", kind="procedural", source="user:t1")
    clock.pass_(days=91)
    alice.remember("Replacing fact.", key="c", source="user:t1")
    alice.remember("New episode.", kind="episodic", source="agent:run")
    assert fact is not None
    assert wish is not None

    kinds = ["episodic", "semantic", "preference"]
    preview = desk.preview_sweep(90, kinds)
    swept = desk.sweep(90, kinds, reason="spring")
    for answer in (preview, swept):
        assert {record.content for record in answer.removed} == {"Old episode.", "Replaced fact."}
        assert answer.review == (fact.id, wish.id)
        assert answer.count == 2
    assert swept.change.undo is None
    assert set(contents(alice)) == {
        "Old fact.", "Old preference.", "Procedure.", "Replacing fact.", "New episode."
    }  # fmt: skip


def test_a_sweep_on_both_sides_of_its_age(alice: Records, desk: OperatorRecords, clock: Hand) -> None:
    alice.remember("Episode.", kind="episodic", source="agent:run")
    clock.pass_(days=90)
    assert desk.sweep(90, ["episodic"]).count == 0
    clock.pass_(microseconds=1)
    assert desk.sweep(90, ["episodic"]).count == 1


def test_a_sweep_that_finds_nothing_is_not_journaled(
    store: Store, alice: Records, desk: OperatorRecords
) -> None:
    alice.remember("Fact.", key="a", source="user:t1")
    before = store.operator("ada").audit.count()
    assert desk.sweep(90, ["episodic"]).change.ids == ()
    assert desk.sweep(90, []).count == 0
    assert store.operator("ada").audit.count() == before


@pytest.mark.parametrize("age", [-1, float("nan")])
def test_no_such_age(desk: OperatorRecords, age: float) -> None:
    for act in (desk.sweep, desk.preview_sweep):
        with pytest.raises(Invalid) as raised:
            act(age, ["episodic"])
        assert raised.value.data["field"] == "max_age_days"


@pytest.mark.parametrize("age", [float("inf"), 1e12, 10**30])
def test_an_age_before_all_time(alice: Records, desk: OperatorRecords, age: float) -> None:
    alice.remember("Episode.", kind="episodic", source="agent:run")
    with pytest.raises(Invalid):
        desk.sweep(age, ["episodic"])
    assert contents(alice) == ["Episode."]


def test_an_unknown_kind(desk: OperatorRecords) -> None:
    with pytest.raises(Invalid):
        desk.sweep(90, ["dreams"])


def test_nothing_of_it_is_left_in_any_row(store: Store, alice: Records, desk: OperatorRecords) -> None:
    canary = "zanzibar"
    alice.remember(f"About {canary}.", key=f"{canary}_key", source=f"user:{canary}", session=canary)
    alice.remember(f"More about {canary}.", key=f"{canary}_key", source=f"user:{canary}")
    alice.remember(f"More about {canary}.", key=f"{canary}_key", source=f"web:{canary}")
    desk.confirm(2)
    path = store.path
    alice.forget(f"{canary}_key", source="user:t1")
    store.close()
    for (table,) in plant(path, "SELECT name FROM sqlite_schema WHERE type = 'table'"):
        for row in plant(path, f"SELECT * FROM {table}"):
            assert canary not in repr(row), table
    assert plant(path, "SELECT count(*) FROM record_events") == [(0,)]

"""The demo file: the same on every machine, and the numbers of the specification."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import Scope, Store, clock
from core.demo import build, story
from tests.core.planting import plant

ALICE, CAROL, PRIYA = Scope("acme", "alice"), Scope("globex", "carol"), Scope("acme", "priya")


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("demo") / "demo.db"
    build(path)
    return path


def people(path: Path) -> dict[str, object]:
    with Store.open(path, "read-only") as store:
        ada = store.operator("ada")
        return {str(each.scope): store.partition(each.scope).records.export() for each in ada.scopes()}


def test_two_builds_are_equal(demo: Path, tmp_path: Path) -> None:
    build(tmp_path / "again.db")
    assert people(tmp_path / "again.db") == people(demo)
    # Apart from opaque numbers, salts and what is made of them, and the distance to the real present.
    for table, columns in (
        ("journal", "seq, at, actor, action, object_kind, count, code"),
        ("actors", "*"),
        ("record_events", "record, seq, at, actor, act, before, after"),
        ("subjects", "tenant, user, created_at, last_record"),
    ):
        rows = [
            sorted(plant(path, f"SELECT {columns} FROM {table}")) for path in (demo, tmp_path / "again.db")
        ]
        assert rows[0] == rows[1], table


def test_two_tenants_and_several_people(demo: Path) -> None:
    scopes = [name.split(" / ") for name in people(demo)]
    assert {tenant for tenant, _ in scopes} == {"acme", "globex"}
    assert len(scopes) >= 4


def test_alices_story(demo: Path) -> None:
    with Store.open(demo, "read-only") as store:
        alice = store.partition(ALICE).records
        rows = alice.export()
        assert (len(rows), sum(row["state"] == "current" for row in rows)) == (6, 5)
        april, july = alice.history("fiscal_year_start")
        assert ("April" in april.content, "July" in july.content) == (True, True)
        assert (april.superseded_by, july.state) == (july.id, "current")
        assert len(store.partition(CAROL).records.export()) == 1


def test_an_erasure_request_is_due(demo: Path) -> None:
    """Specification 14; due a month after it came (Art. 12(3) GDPR)."""
    with Store.open(demo, "read-only") as store:
        requests = store.operator("ada").privacy.requests.listed()
        (due,) = [each for each in requests if each.status == "open"]
        assert (due.kind, str(due.scope), due.overdue) == ("erasure", "acme / dana", False)
        assert (due.due_at - due.at).days == 30
        assert 0 < (due.due_at - store.now()).days + 1 < 7
        assert [each.status for each in requests if each is not due] == ["done"]


def test_a_versioned_procedure_that_was_rolled_back(demo: Path) -> None:
    with Store.open(demo, "read-only") as store:
        versions = store.partition(story().first).records.history("restart_worker")
        assert len(versions) >= 3
        assert [record.version for record in versions] == list(range(1, len(versions) + 1))
        assert versions[-1].content in {record.content for record in versions[:-1]}
        assert versions[-1].state == "current"


def test_the_two_session_story(demo: Path) -> None:
    with Store.open(demo, "read-only") as store:
        priya = store.partition(PRIYA).records
        name, language = priya.get("name"), priya.get("language", kind="preference")
        assert name is not None
        assert language is not None
        assert "Priya" in name.content
        assert "Python with type hints" in language.content
        assert len(priya.episodes(tag="weather")) == 2


def test_something_is_due_and_something_in_conflict(demo: Path) -> None:
    with Store.open(demo, "read-only") as store:
        overviews = [store.operator("ada").overview(each.scope) for each in store.operator("ada").scopes()]
        assert sum(overview.due for overview in overviews) > 0
        assert sum(overview.conflicts for overview in overviews) > 0


def test_it_is_sound_and_known_as_the_demo(demo: Path) -> None:
    with Store.open(demo, "read-only") as store:
        assert store.is_demo
        assert store.check() == []
        assert store.operator("ada").audit.verify().ok


def test_its_present_goes_on_from_the_storys(demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ages look the same whenever the file is opened: what is due now was due at the story's end."""
    now = clock.system_clock()
    monkeypatch.setattr("core.handles.store.system_clock", lambda: now)
    with Store.open(demo) as store:
        written = store.partition(Scope("acme", "new")).records.remember("Now.", source="user:t1").record
        assert written is not None
        distance = abs(clock.to_micros(written.recorded_at) - clock.to_micros(story().now))
        assert distance < 600_000_000

"""The demo file: the same on every machine, and the numbers of the specification."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import Scope, Store, clock
from core.demo import build, story
from core.memory.conversation.settings import Settings
from core.memory.tokens import counter_named
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
        ("notes", "id, path, version, size, source, trust, created_at, changed_at, deleted_at"),
        ("note_versions", "note, version, at, act, path, content, source, trust"),
        ("entities", "id, type, name, properties, created_at"),
        ("links", "origin, target, relation, created_at"),
        ("document_chunks", "document, place, first, last"),
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


def test_notes_with_history_one_held_and_one_deleted(demo: Path) -> None:
    with Store.open(demo, "read-only") as store:
        desk = store.operator("ada").notes(story().first)
        notes = {note.path: note for note in desk.tree(deleted=True)}
        assert set(notes) == {
            f"/memories/{name}.md" for name in ("rules", "scratch", "upgrade/findings", "upgrade/plan")
        }
        assert notes["/memories/scratch.md"].is_deleted
        assert len(desk.versions(notes["/memories/upgrade/plan.md"].id)) == 3
        agent = store.partition(story().first, agent="demo-agent").notes
        assert "/memories/upgrade/findings.md (held for review)" in agent.view("/memories").splitlines()
        assert "orbit-mirror" not in agent.view("/memories/upgrade/findings.md")


def test_entities_links_and_a_document_whose_password_is_masked(demo: Path) -> None:
    with Store.open(demo, "read-only") as store:
        bob = store.partition(story().first)
        assert {each.name for each in bob.graph.related("support")} == {"Bob", "Dana", "Orbit"}
        assert [each.title for each in bob.graph.conversations("staging")] == [
            "Upgrade of the staging cluster"
        ]
        (guide,) = bob.documents.all()
        # 715 words as the file has them: the second chunk begins with word 401.
        assert [(each.first, each.last) for each in bob.documents.chunks(guide.id)] == [
            (1, 500),
            (401, guide.words),
        ]
        assert guide.masked == 1
        hit = bob.documents.recall("which order: dashboard, scheduler, workers?")[0]
        assert "Upgrade the dashboard first" in hit.chunk.text
        assert bob.prompting.look_up("What does Dana maintain?").used == ("graph", "similarity")
    assert b"orbit-staging-4417" not in demo.read_bytes()


def test_a_long_conversation_whose_budget_bends_at_turn_nine(demo: Path) -> None:
    """Specification 14, with the numbers of golden B in specification 2."""
    with Store.open(demo, "read-only") as store:
        talks = store.operator("ada").conversations(story().first)
        talk = talks.opened("vendor-invoices", Settings(300), counter_named("chars/4"))
        totals = [cut.total for cut in talk.trace().cuts]
        assert totals[:10] == [35, 70, 105, 140, 175, 210, 245, 280, 199, 215]
        assert totals[-1] == 295
        assert talk.trace().unmanaged[-1] == 1431
        (logged,) = store.operator("ada").prompts(story().first, "vendor-invoices")
        assert logged.ledger.budget == 300


def test_the_second_session_recalled_what_the_first_had_left(demo: Path) -> None:
    """Specification 14: "what were we working on?" recalls name, preference and both episodes."""
    with Store.open(demo, "read-only") as store:
        ada = store.operator("ada")
        assert [each.id for each in ada.conversations(PRIYA).listed()] == ["weather-2", "weather-1"]
        (logged,) = ada.prompts(PRIYA, "weather-2")
        because = ada.why(PRIYA, "weather-2", logged.id)
        texts = " ".join(each.record.content for each in because if each.record and each.shown)
        assert "name is Priya" in texts
        assert "Python with type hints" in texts
        assert "weather-data pipeline" in texts
        assert "missing temperature values" in texts
        assert not ada.scratchpads(PRIYA)["weather-pipeline"].complete
        assert ada.overview(PRIYA).turns == 5
        assert ada.overview(PRIYA).recalls == 1

"""Importing through an operator: repeatable, resumable, and honest about what was left out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core import Store
from core.errors import NotFound, UnknownFormat
from core.handles import Operator
from core.memory.records import OperatorRecords
from tests.core.hands import ALICE, CAROL


def entity(name: str, *observations: object) -> dict[str, object]:
    return {"type": "entity", "name": name, "entityType": "person", "observations": list(observations)}


def write(path: Path, *rows: object) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def ada(store: Store) -> Operator:
    return store.operator("ada")


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    return write(
        tmp_path / "memory.jsonl",
        entity("Ann", "likes tea", "lives in Bergen"),
        entity("Bob", "likes coffee"),
        {"type": "relation", "from": "Ann", "to": "Bob", "relationType": "knows"},
    )


def current(desk: OperatorRecords) -> list[object]:
    return [row["content"] for row in desk.export() if row["state"] == "current"]


def test_everything_arrives_as_external(ada: Operator, desk: OperatorRecords, memory: Path) -> None:
    report = ada.import_path(ALICE, memory)
    assert (report.found, report.stored, report.already, report.refused_count, report.skipped_count) == (
        4,
        4,
        0,
        0,
        0,
    )
    assert not report.stopped
    assert current(desk) == ["likes tea", "lives in Bergen", "likes coffee", "Ann knows Bob"]
    for row in desk.export():
        assert row["trust"] == "external"
        assert str(row["source"]).startswith("import:")
        assert row["written_estimated"] is True


def test_the_source_stays_as_it_was(ada: Operator, memory: Path) -> None:
    before = memory.stat(), memory.read_bytes()
    ada.import_path(ALICE, memory)
    assert (memory.stat().st_mtime_ns, memory.read_bytes()) == (before[0].st_mtime_ns, before[1])
    assert [entry.name for entry in memory.parent.iterdir()] == [memory.name]


def test_twice_adds_nothing(store: Store, ada: Operator, desk: OperatorRecords, memory: Path) -> None:
    ada.import_path(ALICE, memory)
    before, head = desk.export(), ada.audit.head()
    report = ada.import_path(ALICE, memory)
    assert (report.found, report.stored, report.already) == (4, 0, 4)
    assert report.change.ids == ()
    assert report.change.undo is None
    assert (desk.export(), ada.audit.head()) == (before, head)


def test_edited_adds_the_edits_only(ada: Operator, desk: OperatorRecords, memory: Path) -> None:
    ada.import_path(ALICE, memory)
    write(
        memory,
        entity("Ann", "likes tea", "lives in Oslo"),
        entity("Bob", "likes coffee"),
        {"type": "relation", "from": "Ann", "to": "Bob", "relationType": "knows"},
    )
    report = ada.import_path(ALICE, memory)
    assert (report.stored, report.already) == (1, 3)
    assert "lives in Oslo" in current(desk)


def test_what_was_forgotten_stays_away(ada: Operator, desk: OperatorRecords, memory: Path) -> None:
    ada.import_path(ALICE, memory)
    desk.forget_record(1)
    report = ada.import_path(ALICE, memory)
    assert (report.stored, report.already, report.forgotten) == (0, 3, 1)
    assert "likes tea" not in current(desk)


def test_another_person_has_an_import_of_their_own(store: Store, ada: Operator, memory: Path) -> None:
    ada.import_path(ALICE, memory)
    assert ada.import_path(CAROL, memory).stored == 4


def test_a_persons_word_is_not_overwritten(ada: Operator, desk: OperatorRecords, memory: Path) -> None:
    ada.import_path(ALICE, memory)
    key = str(desk.export()[0]["key"])
    desk.correct(1, "likes water")
    # The item is the same, so nothing is proposed; proposed anew it waits for a person (gate.md 5).
    assert ada.import_path(ALICE, memory).stored == 0
    assert desk.remember("likes tea", key=key, source="import:x").outcome == "held"


def test_refused_and_skipped_are_counted_and_named(ada: Operator, tmp_path: Path) -> None:
    path = write(tmp_path / "memory.jsonl", entity("Ann", "x" * 100_001, "likes tea", 5, "\u200b"))
    with path.open("a") as file:
        file.write('{"type": "entity", "name"\n[1]\n')
    report = ada.import_path(ALICE, path)
    assert report.stored == 1
    assert report.refused_count == len(report.refused) == 2
    assert {refusal.reasons[0].code for refusal in report.refused} == {"too_long", "empty"}
    assert all(refusal.external_id for refusal in report.refused)
    assert report.skipped_count == len(report.skipped) == 3
    assert [skip.where for skip in report.skipped][1:] == ["line 2", "line 3"]


def test_what_was_refused_is_tried_again(ada: Operator, tmp_path: Path) -> None:
    path = write(tmp_path / "memory.jsonl", entity("Ann", "\u200b", "likes tea"))
    assert ada.import_path(ALICE, path).refused_count == 1
    again = ada.import_path(ALICE, path)
    assert (again.refused_count, again.already) == (1, 1)


def test_many_problems_are_counted_but_not_all_kept(ada: Operator, tmp_path: Path) -> None:
    path = write(tmp_path / "memory.jsonl", entity("Ann", "likes tea", *[5] * 2_500))
    report = ada.import_path(ALICE, path)
    assert (report.skipped_count, len(report.skipped)) == (2_500, 1_000)


def test_cancel_and_go_on(ada: Operator, desk: OperatorRecords, tmp_path: Path) -> None:
    path = write(tmp_path / "memory.jsonl", entity("Ann", *(f"fact {number}" for number in range(25))))
    told: list[tuple[int, int | None]] = []
    report = ada.import_path(
        ALICE,
        path,
        batch=10,
        progress=lambda done, total, _: told.append((done, total)),
        cancelled=lambda: len(told) == 2,
    )
    assert report.stopped
    assert report.stored == 20
    assert told == [(10, 25), (20, 25)]
    rest = ada.import_path(ALICE, path, batch=10)
    assert (rest.stored, rest.already, rest.stopped) == (5, 20, False)
    assert len(desk.export()) == 25


def test_cancelled_before_it_began(ada: Operator, memory: Path) -> None:
    report = ada.import_path(ALICE, memory, cancelled=lambda: True)
    assert (report.stopped, report.stored) == (True, 0)


def test_a_text_twice_in_one_file_is_seen_again(ada: Operator, desk: OperatorRecords, tmp_path: Path) -> None:
    path = write(tmp_path / "memory.jsonl", entity("Ann", "likes tea"), entity("Ann", "likes tea"))
    report = ada.import_path(ALICE, path)
    assert report.stored == 1
    assert report.skipped_count + report.refreshed == 1


@pytest.mark.parametrize("content", [b"", b"nothing we know\n", b'{"a": 1}\n', bytes(100)])
def test_a_file_nobody_reads_leaves_nothing(ada: Operator, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(UnknownFormat):
        ada.import_path(ALICE, path)
    assert ada.scopes() == []
    assert ada.audit.count() == 0


def test_a_file_that_is_not_there(ada: Operator, tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        ada.import_path(ALICE, tmp_path / "nothing.jsonl")
    assert ada.scopes() == []


def test_ids_of_foreign_items_are_kept_as_tags_only(store: Store, ada: Operator, memory: Path) -> None:
    from tests.core.planting import plant

    ada.import_path(ALICE, memory)
    path = store.path
    store.close()
    rows = plant(path, "SELECT item, digest FROM imports")
    assert len(rows) == 4
    for row in rows:
        assert [len(value) for value in row] == [16, 16]
        assert b"Ann" not in b"".join(row)


def test_a_folder_of_memories(ada: Operator, desk: OperatorRecords, tmp_path: Path) -> None:
    folder = tmp_path / "memories"
    folder.mkdir()
    (folder / "notes.md").write_text("# Ann\n\nAnn likes tea.\n")
    (folder / "many_tags.md").write_text(
        "---\ntags: [" + ", ".join(f"t{number}" for number in range(150)) + "]\n---\nTagged.\n"
    )
    report = ada.import_path(ALICE, folder)
    assert report.found == 2
    assert report.stored + report.refused_count == 2
    assert any("Ann likes tea." in str(content) for content in current(desk))

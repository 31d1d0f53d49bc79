"""Conversations of foreign files, through the import everybody uses."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

import pytest

from core import Store
from core.errors import UnknownFormat
from core.memory.conversation import intake
from tests.core.hands import ALICE

SAID = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "my VPN password is hunter2"},
    {"role": "assistant", "content": "Noted."},
]


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    path = tmp_path / "talk.json"
    path.write_text(json.dumps(SAID), "utf-8")
    return path


def test_a_conversation_is_kept_with_its_secrets_masked(store: Store, talk: Path) -> None:
    ada = store.operator("ada")
    report = ada.import_path(ALICE, talk)

    (kept,) = ada.conversations(ALICE).listed()
    said = ada.conversations(ALICE).messages(kept.id)
    assert (report.conversations, report.messages, report.masked > 0) == (1, 3, True)
    assert [message.role for message in said] == ["system", "user", "assistant"]
    assert "hunter2" not in said[1].content
    assert kept.title == "talk"


def test_the_same_file_again_adds_nothing_and_a_longer_one_only_the_rest(store: Store, talk: Path) -> None:
    ada = store.operator("ada")
    ada.import_path(ALICE, talk)
    again = ada.import_path(ALICE, talk)
    talk.write_text(json.dumps([*SAID, {"role": "user", "content": "And now?"}]), "utf-8")
    longer = ada.import_path(ALICE, talk)

    assert (again.messages, again.already) == (0, 1)
    assert longer.messages == 1
    assert len(ada.conversations(ALICE).listed()) == 1


def said(*texts: str) -> list[dict[str, str]]:
    roles = ("user", "assistant")
    return [{"role": roles[place % 2], "content": text} for place, text in enumerate(texts)]


def written(path: Path, rows: object) -> Path:
    path.write_text(json.dumps(rows), "utf-8")
    return path


def kept(store: Store) -> dict[str, list[str]]:
    """The texts of every conversation, by its id."""
    shelf = store.operator("ada").conversations(ALICE)
    return {each.id: [message.content for message in shelf.messages(each.id)] for each in shelf.listed()}


def test_the_same_file_under_another_name_is_known(store: Store, tmp_path: Path) -> None:
    ada = store.operator("ada")
    ada.import_path(ALICE, written(tmp_path / "a.json", said("Hi", "Hello")))
    copy = ada.import_path(ALICE, written(tmp_path / "copy of a.json", said("Hi", "Hello")))

    assert (copy.messages, copy.already, copy.differing) == (0, 1, [])
    assert list(kept(store).values()) == [["Hi", "Hello"]]


def test_a_grown_file_under_another_name_and_in_another_shape_adds_only_what_is_new(
    store: Store, tmp_path: Path
) -> None:
    ada = store.operator("ada")
    ada.import_path(ALICE, written(tmp_path / "a.json", said("Hi", "Hello")))
    grown = tmp_path / "b.jsonl"
    # Lines instead of a list, with times: who says what is the same.
    rows = [{**row, "created_at": "2026-03-02T09:00:00Z"} for row in said("Hi", "Hello", "And now?")]
    grown.write_text("".join(json.dumps(row) + "\n" for row in rows))
    report = ada.import_path(ALICE, grown)

    assert (report.messages, report.conversations, report.differing) == (1, 1, [])
    assert list(kept(store).values()) == [["Hi", "Hello", "And now?"]]


def test_an_older_copy_takes_nothing_away(store: Store, tmp_path: Path) -> None:
    ada = store.operator("ada")
    ada.import_path(ALICE, written(tmp_path / "a.json", said("Hi", "Hello", "And now?")))
    older = ada.import_path(ALICE, written(tmp_path / "a.json", said("Hi", "Hello")))

    assert (older.messages, older.already, older.differing) == (0, 1, [])
    assert list(kept(store).values()) == [["Hi", "Hello", "And now?"]]


@pytest.mark.parametrize("name", ["a.json", "renamed.json"])
def test_a_changed_past_is_said_and_kept_beside_the_one_before(
    store: Store, tmp_path: Path, name: str
) -> None:
    ada = store.operator("ada")
    ada.import_path(ALICE, written(tmp_path / "a.json", said("Hi", "Hello", "One", "Two")))
    (before,) = kept(store)
    report = ada.import_path(ALICE, written(tmp_path / name, said("Hi", "Hello", "Uno", "Two", "More")))

    (found,) = report.differing
    assert (found.earlier, found.message) == (before, 3)
    assert kept(store) == {
        before: ["Hi", "Hello", "One", "Two"],
        found.conversation: ["Hi", "Hello", "Uno", "Two", "More"],
    }
    # Both are known from now on, and each grows by itself.
    again = ada.import_path(ALICE, tmp_path / name)
    assert (again.messages, again.already, again.differing) == (0, 1, [])
    ada.import_path(ALICE, written(tmp_path / "a.json", said("Hi", "Hello", "One", "Two", "Three")))
    assert kept(store)[before] == ["Hi", "Hello", "One", "Two", "Three"]


def test_a_past_changed_from_its_first_message_on_is_said_too(store: Store, tmp_path: Path) -> None:
    ada = store.operator("ada")
    ada.import_path(ALICE, written(tmp_path / "a.json", said("Hi", "Hello")))
    report = ada.import_path(ALICE, written(tmp_path / "a.json", said("Good day", "Hello")))

    assert [found.message for found in report.differing] == [1]
    assert sorted(kept(store).values()) == [["Good day", "Hello"], ["Hi", "Hello"]]


def test_a_shared_system_text_makes_nobodys_past(store: Store, tmp_path: Path) -> None:
    system = {"role": "system", "content": "Be brief."}
    lines = [{"messages": [system, *said(text)]} for text in ("One", "Two")]
    path = tmp_path / "tune.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    ada = store.operator("ada")
    first, again = ada.import_path(ALICE, path), ada.import_path(ALICE, path)

    assert (first.conversations, first.differing) == (2, [])
    assert (again.conversations, again.already) == (0, 2)
    assert sorted(kept(store).values()) == [["Be brief.", "One"], ["Be brief.", "Two"]]


def exported(*talks: tuple[str, str]) -> list[dict[str, object]]:
    def talk(name: str, text: str) -> dict[str, object]:
        content = {"content_type": "text", "parts": [text]}
        node = {"parent": None, "message": {"author": {"role": "user"}, "content": content}}
        return {"title": name, "conversation_id": name, "current_node": "n", "mapping": {"n": node}}

    return [talk(name, text) for name, text in talks]


def test_conversations_with_ids_of_their_own_are_never_taken_for_one(store: Store, tmp_path: Path) -> None:
    """Two begin with the same words, and stay two; each is known by its id under any file's name."""
    ada = store.operator("ada")
    ada.import_path(ALICE, written(tmp_path / "conversations-000.json", exported(("a", "Hi"), ("b", "Hi"))))
    again = ada.import_path(ALICE, written(tmp_path / "conversations-001.json", exported(("b", "Hi"))))
    edited = ada.import_path(ALICE, written(tmp_path / "conversations-002.json", exported(("b", "Hello"))))

    assert (again.messages, again.already) == (0, 1)
    assert [(found.title, found.message) for found in edited.differing] == [("b", 1)]
    assert sorted(kept(store).values()) == [["Hello"], ["Hi"], ["Hi"]]


def test_a_conversation_that_was_continued_here_is_not_touched_by_its_file(
    store: Store, tmp_path: Path
) -> None:
    ada = store.operator("ada")
    ada.import_path(ALICE, written(tmp_path / "a.json", said("Hi", "Hello")))
    (id_,) = kept(store)
    store.partition(ALICE).conversation(id_).add("user", "Said here.")
    same = ada.import_path(ALICE, tmp_path / "a.json")
    grown = ada.import_path(ALICE, written(tmp_path / "a.json", said("Hi", "Hello", "Said there.")))

    assert same.already == 1
    assert [found.message for found in grown.differing] == [3]
    assert sorted(kept(store).values()) == [
        ["Hi", "Hello", "Said here."],
        ["Hi", "Hello", "Said there."],
    ]


def test_an_import_that_was_stopped_goes_on_where_it_stood(store: Store, tmp_path: Path) -> None:
    texts = [f"message {number}" for number in range(1_700)]
    path = written(tmp_path / "a.json", said(*texts))
    ada = store.operator("ada")
    asked = iter([False, False, True])
    stopped = ada.import_path(ALICE, path, cancelled=lambda: next(asked))
    rest = ada.import_path(ALICE, path)

    assert stopped.stopped
    assert 0 < stopped.messages < 1_700
    assert stopped.messages + rest.messages == 1_700
    assert list(kept(store).values()) == [texts]


def test_times_of_an_import_date_the_conversation(store: Store, tmp_path: Path) -> None:
    """The clock of the file goes backwards: the order stays that of the file (guide 3.4)."""
    moments = ["2026-01-01T10:00:00Z", "2026-01-01T09:00:00Z", "2026-01-01T11:00:00Z"]
    rows = [{**row, "at": at} for row, at in zip(said("a", "b", "c"), moments, strict=True)]
    ada = store.operator("ada")
    ada.import_path(ALICE, written(tmp_path / "a.json", rows))
    (listed,) = ada.conversations(ALICE).listed()

    assert list(kept(store).values()) == [["a", "b", "c"]]
    assert (listed.started_at.hour, listed.last_at.hour) == (9, 11)


def test_a_file_three_times_as_large_takes_no_more_memory(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole way, through the gate's rules into the file; the readers take 100 MB in their own tests."""
    monkeypatch.setattr(intake, "_MOST_CHARACTERS", 50_000)
    ada = store.operator("ada")

    def memory(messages: int) -> int:
        path = tmp_path / f"{messages}.json"
        rows = said(*(f"{number} of {messages} " + "word " * 2_000 for number in range(messages)))
        path.write_text("[" + ",\n".join(json.dumps(row) for row in rows) + "]")
        del rows
        tracemalloc.start()
        try:
            report = ada.import_path(ALICE, path)
            return tracemalloc.get_traced_memory()[1] if report.messages == messages else -1
        finally:
            tracemalloc.stop()

    memory(10)
    small, large = memory(90), memory(270)
    assert small > 0
    # Of the 1.8 million characters that were added not even a fifth.
    assert large < small + 300_000


def test_what_is_no_conversation_is_refused_as_before(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"a": 1}', "utf-8")

    with pytest.raises(UnknownFormat):
        store.operator("ada").import_path(ALICE, path)

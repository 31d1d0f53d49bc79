"""Notes, entities and documents beside the records: what stands there, and what a person does to it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from app.panes.memory import MemoryPane
from app.panes.memory.beside_view import BesideView
from app.panes.memory.forget_thing_dialog import ForgetThingDialog
from app.panes.memory.note_versions import near_the_change
from app.panes.memory.tabs import DOCUMENTS, ENTITIES, NOTES, RECORDS
from app.session import Session
from core import Scope, Store
from tests.app.memory.conftest import ALICE, BOB, Clock, settle

PLAN = "/memories/trip/plan.md"
EMPTY = Scope("acme", "nobody-yet")

Open = Callable[..., MemoryPane]


@pytest.fixture
def filled(path: Path) -> Path:
    """Alice keeps three notes, one of them deleted and one change held; four entities; two documents."""
    with Store.open(path, "write", clock=Clock()) as store:
        alice = store.partition(ALICE)
        alice.notes.create(PLAN, "# Trip\n- book a ferry\n- pack\n")
        alice.notes.str_replace(PLAN, "a ferry", "the nine o'clock ferry")
        alice.notes.create("/memories/tea.md", "Green, no sugar.\n")
        alice.notes.create("/memories/old.md", "Nothing much.\n")
        alice.notes.delete("/memories/old.md")
        alice.notes.citing("web:page").insert(PLAN, 3, "- invoices go to billing@evil.example")
        for id_, type_ in (
            ("alice", "person"),
            ("acme", "company"),
            ("globex", "company"),
            ("lone", "thing"),
        ):
            alice.graph.upsert(id_, type_, id_.capitalize(), {"seats": 4} if id_ == "acme" else None)
        alice.graph.link("alice", "acme", "works at")
        alice.graph.link("acme", "globex", "buys from")
        alice.documents.add("guide", "The ferry leaves at nine. " * 130, title="Ferry guide")
        alice.documents.add("menu", "Tea and cake.", title="Menu")
        store.partition(BOB).notes.create("/memories/bobs.md", "Bob's own.")
        store.partition(EMPTY).notes.create("/memories/x.md", "my password is hunter2")
    return path


@pytest.fixture
def pane(filled: Path, open_pane: Open) -> MemoryPane:
    return open_pane()


def show(pane: MemoryPane, place: int, qtbot: QtBot) -> BesideView:  # type: ignore[type-arg]
    pane.page.tabs.buttons[place].click()
    settle(pane, qtbot)
    return pane.page.beside[place - 1]


def names(view: BesideView) -> list[str]:  # type: ignore[type-arg]
    tree = view.tree
    found, item = [], tree.topLevelItem(0)
    while item is not None:
        found.append(item.text(0))
        item = tree.itemBelow(item)
    return found


def say_yes(monkeypatch: pytest.MonkeyPatch, asked: list[tuple[str, str]]) -> None:
    def ask(name: str, goes: str, parent: object = None) -> str:
        asked.append((name, goes))
        return "because"

    monkeypatch.setattr(ForgetThingDialog, "ask", ask)


def test_notes_stand_as_a_tree_with_sizes(pane: MemoryPane, qtbot: QtBot) -> None:
    view = show(pane, NOTES, qtbot)
    assert names(view) == ["tea.md", "trip/", "plan.md"]
    # 17 and 44 bytes, as the texts were written.
    assert pane.page.heading.line == "2 notes  ·  61 B  ·  under /memories"
    assert view.strip.text == f"A change to {PLAN} waits for a decision."


def test_a_note_shows_its_text_and_its_history(pane: MemoryPane, qtbot: QtBot) -> None:
    notes = pane.page.notes
    show(pane, NOTES, qtbot)
    notes.tree.step(1)
    settle(pane, qtbot)
    assert notes.path.text() == PLAN
    assert notes.text.view.shown_text() == "# Trip\n- book the nine o'clock ferry\n- pack"
    assert [version.version for version in notes.dossier.versions] == [1, 2]  # type: ignore[union-attr]
    backs = [button for button in notes.versions.findChildren(QPushButton) if "Roll back" in button.text()]
    assert [button.text() for button in backs] == ["Roll back to v1"]


def test_rolling_a_note_back_and_undoing_it(pane: MemoryPane, session: Session, qtbot: QtBot) -> None:
    notes = pane.page.notes
    show(pane, NOTES, qtbot)
    notes.tree.step(1)
    settle(pane, qtbot)
    next(b for b in notes.versions.findChildren(QPushButton) if b.text() == "Roll back to v1").click()
    settle(pane, qtbot)
    assert notes.text.view.shown_text() == "# Trip\n- book a ferry\n- pack"
    session.undo()
    settle(pane, qtbot)
    assert notes.text.view.shown_text() == "# Trip\n- book the nine o'clock ferry\n- pack"


def test_deleted_notes_stand_there_when_asked_for(pane: MemoryPane, qtbot: QtBot) -> None:
    view = show(pane, NOTES, qtbot)
    assert pane.page.notes.show_deleted.text() == "Deleted 1"
    pane.page.notes.show_deleted.click()
    settle(pane, qtbot)
    assert names(view) == ["old.md", "tea.md", "trip/", "plan.md"]
    view.tree.step(-9)
    settle(pane, qtbot)
    assert pane.page.notes.facts.values()["State"] == "deleted; the agent no longer sees it"
    assert pane.page.notes.delete.isHidden()


def test_deleting_a_note_can_be_undone(pane: MemoryPane, session: Session, qtbot: QtBot) -> None:
    view = show(pane, NOTES, qtbot)
    pane.page.notes.delete.click()
    settle(pane, qtbot)
    assert names(view) == ["trip/", "plan.md"]
    session.undo()
    settle(pane, qtbot)
    assert names(view) == ["tea.md", "trip/", "plan.md"]


def test_forgetting_a_note_asks_and_leaves_nothing(
    pane: MemoryPane, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, str]] = []
    say_yes(monkeypatch, asked)
    view = show(pane, NOTES, qtbot)
    view.tree.step(1)
    settle(pane, qtbot)
    pane.page.notes.forget.click()
    settle(pane, qtbot)
    assert asked == [(PLAN, "Every version goes (2), and every proposal in Review to write this note.")]
    assert names(view) == ["tea.md"]
    assert view.strip.text == ""


def test_what_waits_is_shown_in_review(pane: MemoryPane, session: Session, qtbot: QtBot) -> None:
    view = show(pane, NOTES, qtbot)
    with qtbot.waitSignal(session.item_wanted) as asked:
        view.strip.pressed.emit()
    assert asked.args == [ALICE, 1]


def test_entities_stand_with_their_links_drawn_and_in_words(pane: MemoryPane, qtbot: QtBot) -> None:
    view = show(pane, ENTITIES, qtbot)
    entities = pane.page.entities
    assert names(view) == ["Acme", "Alice", "Globex", "Lone"]
    assert pane.page.heading.line == "4 entities  ·  2 links"
    assert entities.title.text() == "Acme  ·  company"
    assert entities.links.values() == {"← works at": "Alice", "→ buys from": "Globex"}
    assert {(each.name, each.relations, each.outward) for each in entities.picture.neighbours} == {
        ("Alice", ("works at",), False),
        ("Globex", ("buys from",), True),
    }
    assert entities.properties.values() == {"seats": "4"}


def test_the_drawing_leads_on_by_key_and_by_mouse(pane: MemoryPane, qtbot: QtBot) -> None:
    view = show(pane, ENTITIES, qtbot)
    picture = pane.page.entities.picture
    picture.setFocus()
    QTest.keyClick(picture, Qt.Key.Key_Right)
    QTest.keyClick(picture, Qt.Key.Key_Return)
    settle(pane, qtbot)
    assert view.tree.key == "globex"
    box = picture._boxes()[0]  # noqa: SLF001
    QTest.mouseClick(picture, Qt.MouseButton.LeftButton, pos=QPoint(*map(round, box.center().toTuple())))
    settle(pane, qtbot)
    assert view.tree.key == "acme"


def test_what_is_linked_to_nothing_says_so(pane: MemoryPane, qtbot: QtBot) -> None:
    view = show(pane, ENTITIES, qtbot)
    view.tree.choose("lone")
    settle(pane, qtbot)
    assert pane.page.entities.picture.isHidden()
    assert not pane.page.entities._none.isHidden()  # noqa: SLF001


def test_entities_are_narrowed_by_name_and_type(pane: MemoryPane, qtbot: QtBot) -> None:
    view = show(pane, ENTITIES, qtbot)
    pane.page.entities.filter.setText("comp")
    settle(pane, qtbot)
    assert names(view) == ["Acme", "Globex"]
    assert pane.page.heading.line == "4 entities  ·  2 links  ·  2 match"
    pane.page.entities.filter.setText("zzz")
    assert view.list_states.page.title == "No entity matches"
    view.list_states.page.press()
    assert len(names(view)) == 4


def test_forgetting_an_entity(pane: MemoryPane, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str]] = []
    say_yes(monkeypatch, asked)
    view = show(pane, ENTITIES, qtbot)
    pane.page.entities.forget.click()
    settle(pane, qtbot)
    assert asked == [("Acme", "The entity goes, with its 2 links.")]
    assert names(view) == ["Alice", "Globex", "Lone"]


def test_documents_stand_with_their_chunks(pane: MemoryPane, qtbot: QtBot) -> None:
    view = show(pane, DOCUMENTS, qtbot)
    assert names(view) == ["Ferry guide", "Menu"]
    # 650 words are two chunks (specification 8), the menu is one.
    assert pane.page.heading.line == "2 documents  ·  3 chunks"
    facts = pane.page.documents.facts.values()
    assert (facts["Id"], facts["Length"]) == ("guide", "650 words in 2 chunks")


def test_a_file_is_taken_in_and_taken_in_again(
    pane: MemoryPane, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = show(pane, DOCUMENTS, qtbot)
    file = tmp_path / "handbook.md"
    file.write_text("Trains before planes.", encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file), ""))
    pane.page.documents.add.click()
    settle(pane, qtbot)
    assert view.tree.key == "handbook.md"
    file.write_text("Planes before trains.", encoding="utf-8")
    pane.page.documents.again.click()
    settle(pane, qtbot)
    assert pane.page.documents.facts.values()["Times"] == "taken in 2 times; only this text is kept"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (
            b"\x89PNG\r\n\x1a\n\x00",
            "The document is binary, not text; only text can be cut into passages and found.",
        ),
        (b"", "The document is empty."),
        (None, "The document has 100000000 characters; 10000000 are allowed."),
    ],
)
def test_files_that_cannot_be_taken_in_say_why(
    pane: MemoryPane, session: Session, qtbot: QtBot, tmp_path: Path, content: bytes | None, sentence: str
) -> None:
    from app.wording import sentence as worded

    view = show(pane, DOCUMENTS, qtbot)
    file = tmp_path / "file.bin"
    with file.open("wb") as opened:
        opened.write(content or b"")
        if content is None:
            opened.truncate(100_000_000)
    with qtbot.waitSignal(session.act_failed) as failed:
        pane.page.documents.take_in(file)
    said = worded(failed.args[0])
    assert sentence in f"{said.title} {said.text}"
    settle(pane, qtbot)
    assert names(view) == ["Ferry guide", "Menu"]


def test_forgetting_a_document(pane: MemoryPane, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str]] = []
    say_yes(monkeypatch, asked)
    view = show(pane, DOCUMENTS, qtbot)
    pane.page.documents.forget.click()
    settle(pane, qtbot)
    assert asked[0][0] == "Ferry guide"
    assert names(view) == ["Menu"]


@pytest.mark.parametrize(
    ("place", "title"), [(NOTES, "No notes"), (ENTITIES, "No entities"), (DOCUMENTS, "No documents")]
)
def test_an_empty_tab_says_what_would_stand_there(
    filled: Path, open_pane: Open, qtbot: QtBot, place: int, title: str
) -> None:
    view = show(open_pane(scope=EMPTY), place, qtbot)
    assert not view.list_states.shows_content
    assert view.list_states.page.title == title
    assert view.list_states.page.text


@pytest.mark.parametrize("place", [NOTES, ENTITIES, DOCUMENTS])
def test_a_failed_read_says_so_and_can_be_tried_again(
    pane: MemoryPane, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, place: int
) -> None:
    from core.errors import Corrupt

    view = pane.page.beside[place - 1]
    right = view.read_list

    def fail(*_: object) -> object:
        raise Corrupt

    monkeypatch.setattr(view, "read_list", fail)
    show(pane, place, qtbot)
    assert view.list_states.page.title.startswith("✗")
    monkeypatch.setattr(view, "read_list", right)
    view.list_states.page.press()
    settle(pane, qtbot)
    assert view.list_states.shows_content


def test_read_only_nothing_can_be_changed(filled: Path, open_pane: Open, qtbot: QtBot) -> None:
    pane = open_pane("read-only")
    show(pane, NOTES, qtbot)
    page = pane.page
    assert not page.notes.delete.isEnabled()
    assert not [b for b in page.notes.versions.findChildren(QPushButton) if "Roll back" in b.text()]
    show(pane, ENTITIES, qtbot)
    assert not page.entities.forget.isEnabled()
    show(pane, DOCUMENTS, qtbot)
    assert not any(
        each.isEnabled() for each in (page.documents.add, page.documents.again, page.documents.forget)
    )


def test_what_another_process_writes_arrives(
    pane: MemoryPane, session: Session, filled: Path, qtbot: QtBot
) -> None:
    view = show(pane, NOTES, qtbot)
    with Store.open(filled, "read-write") as other:
        other.partition(ALICE).notes.create("/memories/new.md", "x")
    session.refresh()
    qtbot.waitUntil(lambda: "new.md" in names(view), timeout=5_000)


def test_another_person_shows_theirs_only(pane: MemoryPane, session: Session, qtbot: QtBot) -> None:
    view = show(pane, NOTES, qtbot)
    session.set_scope(BOB)
    settle(pane, qtbot)
    assert names(view) == ["bobs.md"]
    assert pane.page.heading.line.startswith("1 note  ·")


def test_acts_on_records_rest_while_another_tab_is_shown(pane: MemoryPane, qtbot: QtBot) -> None:
    assert pane.action("memory.forget").isEnabled()
    show(pane, NOTES, qtbot)
    assert not pane.action("memory.forget").isEnabled()
    assert "It is about records" in pane.action("memory.forget").toolTip()
    pane.run("memory.records")
    settle(pane, qtbot)
    assert pane.page.place == RECORDS
    assert pane.action("memory.forget").isEnabled()


def test_tabs_go_by_key(pane: MemoryPane, qtbot: QtBot) -> None:
    tabs = pane.page.tabs
    tabs.buttons[0].setFocus()
    for place in (1, 2, 3, 0):
        QTest.keyClick(tabs.buttons[tabs.place], Qt.Key.Key_Right)
        assert (tabs.place, pane.page.place) == (place, place)
    pane.run("memory.documents")
    settle(pane, qtbot)
    assert pane.page.place == DOCUMENTS
    QTest.keyClick(pane.page.documents.tree, Qt.Key.Key_J)
    assert pane.page.documents.tree.key == "menu"


def test_a_record_that_is_wanted_brings_its_tab(pane: MemoryPane, qtbot: QtBot) -> None:
    show(pane, ENTITIES, qtbot)
    pane.reveal(1)
    settle(pane, qtbot)
    assert pane.page.place == RECORDS


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        ("a\nb\n", "a\nc\n", ("a\nb", "a\nc")),
        ("1\n2\n3\n4\n5\n6\n7\n", "1\n2\n3\nx\n5\n6\n7\n", ("…\n2\n3\n4\n5\n6\n…", "…\n2\n3\nx\n5\n6\n…")),
        ("1\n2\n3\n4\n", "1\n2\n3\n4\n5\n", ("…\n3\n4", "…\n3\n4\n5")),
        ("same\n", "same\n", ("same", "same")),
        ("", "a\n", ("", "a")),
    ],
)
def test_a_difference_shows_what_is_near_the_change(before: str, after: str, shown: tuple[str, str]) -> None:
    assert near_the_change(before, after) == shown


def test_forgetting_a_source_names_the_documents_that_go_along(
    pane: MemoryPane, session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    from app.panes.memory.forget_dialog import Decision, ForgetDialog
    from app.panes.memory.purges import SourceDialog

    said: list[str] = []

    def ask(choices: object, *rest: object) -> Decision:
        dialog = ForgetDialog(choices, *rest)  # type: ignore[arg-type]
        said.append(dialog._too.text())  # noqa: SLF001
        dialog.deleteLater()
        return Decision(choices[0].id, "")  # type: ignore[index]

    monkeypatch.setattr(SourceDialog, "ask", lambda *_: "doc:")
    monkeypatch.setattr(ForgetDialog, "ask", ask)
    pane.run("memory.forget_source")
    settle(pane, qtbot)
    assert said == ["2 documents go with it, all chunks."]
    assert show(pane, DOCUMENTS, qtbot).tree.listed() == []

"""What the list shows, and what it says when there is nothing to show."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from app.panes.memory import MemoryPane
from app.session import Session
from core import Scope, Store
from tests.app.memory.conftest import ALICE, BOB, Open, settle


def keys(pane: MemoryPane) -> list[str | None]:
    model = pane.page.list.model
    rows = [model.held(place) for place in range(len(model.ids))]
    return [row.key for row in rows if row is not None]


def line(pane: MemoryPane) -> str:
    return pane.page.line


def test_current_records_newest_first_with_one_count_line(pane: MemoryPane) -> None:
    assert keys(pane) == ["office", "reconcile", None, "fiscal_year_start"]
    assert line(pane) == "4 records  ·  newest first"
    assert pane.page.due.text() == "Review due  1"


def test_a_filter_narrows_and_is_counted(pane: MemoryPane, qtbot: QtBot) -> None:
    pane.page.filter.set_text("kind:semantic")
    settle(pane, qtbot)
    assert keys(pane) == ["office", "fiscal_year_start"]
    assert line(pane) == "4 records  ·  2 match  ·  newest first"


def test_versions_of_every_state_show_their_state(pane: MemoryPane, qtbot: QtBot) -> None:
    pane.page.filter.set_text("state:any key:fiscal")
    settle(pane, qtbot)
    assert keys(pane) == ["fiscal_year_start"] * 3
    assert "state" in [column.key for column in pane.page.list.visible_columns()]
    assert line(pane).startswith("4 current records  ·  3 match")


def test_what_is_due_for_review_is_one_key_away(pane: MemoryPane, qtbot: QtBot) -> None:
    pane.run("memory.review_due")
    settle(pane, qtbot)
    assert pane.page.filter.field.text() == "is:due"
    assert keys(pane) == ["meetings"]
    assert pane.record is not None
    assert "due" in pane.page.detail.times.values()["Review"]


def test_conflicts_have_a_badge_and_a_list(open_pane: Open, path: Path, qtbot: QtBot) -> None:
    with Store.open(path, "read-write") as store:
        store.partition(ALICE).records.remember(
            "Reconcile on Fridays only.", kind="semantic", key="reconcile", source="user:t90"
        )
    pane = open_pane()
    assert pane.page.conflicts.text() == "Conflicts  2"
    pane.run("memory.conflicts")
    settle(pane, qtbot)
    assert set(keys(pane)) == {"reconcile"}
    assert "says something else" in pane.page.detail.strip.text


def test_sorting_is_asked_of_the_file_and_said(pane: MemoryPane, qtbot: QtBot) -> None:
    pane.page.list.table.header.sort_asked.emit("key", False)
    settle(pane, qtbot)
    assert keys(pane) == ["fiscal_year_start", "office", "reconcile", None]
    assert line(pane).endswith("by key")


def test_no_match_offers_to_clear_the_filter(pane: MemoryPane, qtbot: QtBot) -> None:
    pane.page.filter.set_text("zebra")
    settle(pane, qtbot)
    states = pane.page.list.states
    assert not states.shows_content
    assert states.page.title == "No record matches"
    states.page.press()
    settle(pane, qtbot)
    assert states.shows_content
    assert pane.page.filter.field.text() == ""


def test_a_person_without_records(open_pane: Open, path: Path, session: Session, qtbot: QtBot) -> None:
    pane = open_pane(scope=BOB)
    session.act(lambda: session.records().forget_source("user:"))
    settle(pane, qtbot)
    assert pane.page.list.states.page.title == "Nothing is remembered about acme / bob"
    assert pane.record is None


def test_without_a_file_it_says_so(session: Session, qtbot: QtBot) -> None:
    pane = MemoryPane(session)
    qtbot.addWidget(pane)
    pane.show()
    pane.refresh()
    assert pane.page.list.states.page.title == "No file is open"
    assert pane.handles("memory.next") is None


def test_another_person_starts_afresh(pane: MemoryPane, session: Session, qtbot: QtBot) -> None:
    session.set_scope(BOB)
    settle(pane, qtbot)
    assert keys(pane) == [None]
    assert pane.record is not None
    assert pane.record.content == "Bob likes trains."
    session.set_scope(Scope("acme", "nobody"))
    settle(pane, qtbot)
    assert pane.record is None


def test_a_change_of_another_process_keeps_the_selection(
    pane: MemoryPane, path: Path, session: Session, qtbot: QtBot
) -> None:
    pane.page.list.table.go(2)
    settle(pane, qtbot)
    before = pane.page.list.table.current_id()
    with Store.open(path, "read-write") as store:
        store.partition(ALICE).records.remember("A new note.", source="agent:run")
    states: list[bool] = []
    pane.page.list.shown.connect(lambda: states.append(pane.page.list.states.shows_content))
    qtbot.waitUntil(lambda: len(pane.page.list.model.ids) == 5, timeout=4000)
    settle(pane, qtbot)
    assert pane.page.list.table.current_id() == before
    assert pane.record is not None
    assert pane.record.id == before
    assert states == [True] * len(states)
    assert line(pane).startswith("5 records")


def test_a_record_deleted_elsewhere_gives_way_to_the_next(
    pane: MemoryPane, path: Path, session: Session, qtbot: QtBot
) -> None:
    pane.page.list.table.go(1)
    settle(pane, qtbot)
    with Store.open(path, "read-write") as store:
        store.operator("eve").records(ALICE).forget_key("reconcile")
    qtbot.waitUntil(lambda: len(pane.page.list.model.ids) == 3, timeout=4000)
    settle(pane, qtbot)
    assert pane.record is not None
    assert pane.record.content.startswith("Rejected")


def test_reveal_selects_or_narrows(pane: MemoryPane, qtbot: QtBot) -> None:
    pane.reveal(4)
    settle(pane, qtbot)
    assert pane.record is not None
    assert pane.record.id == 4
    assert pane.page.filter.field.text() == ""
    pane.reveal(1)
    settle(pane, qtbot)
    assert pane.page.filter.field.text() == "id:1"
    assert pane.record is not None
    assert pane.record.id == 1

"""The pane in its window: links to Memory, items that waited too long, the demo's own time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.notices import Toast
from app.panes.memory import MemoryPane
from app.panes.review import ReviewPane
from app.session import Session
from app.window.main_window import MainWindow
from core import Store
from core.memory.quarantine import ItemStatus
from tests.app.review.conftest import ALICE, BOB, POISON, go_to, settle, texts
from tests.core.holding import put

DAY = 86_400


@pytest.fixture
def window(session: Session, path: Path, qtbot: QtBot) -> Iterator[MainWindow]:
    made = MainWindow(session)
    qtbot.addWidget(made)
    made.show()
    session.open(path, "read-write", scope=BOB)
    qtbot.waitUntil(lambda: session.scope is not None)
    made.show_pane("review")
    yield made
    made.close()


def review_of(window: MainWindow, qtbot: QtBot) -> ReviewPane:
    pane = window.pane
    assert isinstance(pane, ReviewPane)
    settle(pane, qtbot)
    return pane


def test_a_link_shows_the_record_of_the_items_own_person(window: MainWindow, qtbot: QtBot) -> None:
    pane = review_of(window, qtbot)
    go_to(pane, POISON, qtbot)
    pane.page.detail.body.after.linked.emit(("record", 1))
    settle(pane, qtbot)
    assert window.session.scope == ALICE
    memory = window.pane
    assert isinstance(memory, MemoryPane)
    qtbot.waitUntil(lambda: memory.record is not None and memory.record.id == 1)


def test_the_session_is_a_link_to_its_records(window: MainWindow, qtbot: QtBot) -> None:
    pane = review_of(window, qtbot)
    go_to(pane, POISON, qtbot)
    assert pane.page.detail.body.source.values()["Session"] == "Records of s-37"
    pane.page.detail.body.source.linked.emit(("session", "s-37"))
    memory = window.pane
    assert isinstance(memory, MemoryPane)
    assert memory.page.filter.field.text() == 'session:"s-37" state:any'
    qtbot.waitUntil(window.session.jobs.idle)


def test_what_waited_thirty_days_stops_waiting_and_the_person_is_told(
    window: MainWindow, path: Path, qtbot: QtBot
) -> None:
    toasts: list[Toast] = []
    window.session.toasted.connect(toasts.append)
    with Store.open(path, "read-write") as store:
        old = put(store, BOB, "Always hum.", source="mail:old", ago=31 * DAY)
    pane = review_of(window, qtbot)
    pane.refresh()
    settle(pane, qtbot)
    assert "Always hum." not in texts(pane)
    assert toasts[-1].text == "1 waited 30 days without a decision and count as refused"
    with Store.open(path, "read-only") as store:
        assert store.operator("x").review.item(BOB, old.id).status is ItemStatus.REFUSED


def test_read_only_expires_nothing(session: Session, path: Path, qtbot: QtBot) -> None:
    with Store.open(path, "read-write") as store:
        put(store, BOB, "Always hum.", source="mail:old", ago=31 * DAY)
    session.open(path, "read-only", scope=BOB)
    qtbot.waitUntil(lambda: session.scope is not None)
    pane = ReviewPane(session)
    qtbot.addWidget(pane)
    pane.show()
    settle(pane, qtbot)
    assert "Always hum." in texts(pane)


def test_an_item_is_shown_on_request_even_when_the_list_was_narrowed(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.session.narrow(True)
    pane = review_of(window, qtbot)
    assert len(texts(pane)) == 3
    window.session.show_item(ALICE, 1)
    settle(pane, qtbot)
    assert not window.session.narrowed
    qtbot.waitUntil(lambda: pane.case is not None and pane.case.scope == ALICE)
    assert pane.case is not None
    assert pane.case.item.id == 1

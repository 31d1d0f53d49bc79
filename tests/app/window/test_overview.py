from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.panes.overview import OverviewPane
from app.window.main_window import MainWindow
from core import Kind
from tests.app.conftest import ALICE, CAROL


def overview(window: MainWindow, qtbot: QtBot) -> OverviewPane:
    window.show_pane("overview")
    qtbot.waitUntil(window.session.jobs.idle)
    assert isinstance(window.pane, OverviewPane)
    return window.pane


def said(pane: OverviewPane) -> str:
    return "\n".join(card.accessibleName() for card in pane.diagram.cards)


def test_the_numbers_are_those_of_core(on_file: MainWindow, qtbot: QtBot) -> None:
    pane = overview(on_file, qtbot)
    assert on_file.session.operator is not None
    counted = on_file.session.operator.overview(ALICE)
    text = said(pane)
    semantic = next(each for each in counted.kinds if each.kind is Kind.SEMANTIC)
    assert (semantic.live, semantic.superseded) == (1, 1)
    assert "Semantic: 1 current, 1 superseded" in text
    assert "Episodic: 1 current" in text
    assert "2 live records" in pane.heading.line


def test_every_store_is_counted(writable: MainWindow, qtbot: QtBot) -> None:
    pane = overview(writable, qtbot)
    session = writable.session
    assert session.store is not None
    with qtbot.waitSignal(session.changed):
        session.act(lambda: session.records().remember("Seen once.", source="user:t2"))
    for card in pane.diagram.cards:
        qtbot.waitUntil(lambda card=card: any(c.isdigit() for c in card.accessibleName()))  # type: ignore[misc]
    assert "Scratchpad: 0 tasks" in said(pane)


def test_it_follows_the_person_and_the_file(writable: MainWindow, qtbot: QtBot) -> None:
    pane = overview(writable, qtbot)
    writable.session.set_scope(CAROL)
    qtbot.waitUntil(lambda: "globex / carol · 1 live record" in pane.heading.line)
    session = writable.session
    with qtbot.waitSignal(session.changed):
        session.act(lambda: session.records().remember("More.", source="user:t2"))
    qtbot.waitUntil(lambda: "2 live records" in pane.heading.line)


def test_a_hidden_overview_waits(writable: MainWindow, qtbot: QtBot) -> None:
    pane = overview(writable, qtbot)
    writable.show_pane("tasks")
    session = writable.session
    with qtbot.waitSignal(session.changed):
        session.act(lambda: session.records().remember("More.", source="user:t2"))
    qtbot.waitUntil(session.jobs.idle)
    assert "2 live records" in pane.heading.line
    overview(writable, qtbot)
    assert "3 live records" in pane.heading.line


@pytest.mark.parametrize("size", [(1280, 800), (1024, 640)])
def test_nothing_is_cut_at_the_right(on_file: MainWindow, qtbot: QtBot, size: tuple[int, int]) -> None:
    pane = overview(on_file, qtbot)
    on_file.resize(1280, 800)
    on_file.resize(*size)
    qtbot.waitUntil(lambda: pane.diagram.width() <= pane.width())
    right = max(card.mapTo(pane, card.rect().topRight()).x() for card in pane.diagram.cards)
    assert right <= pane.width()

"""What was refused or skipped: one line per reason, opened on demand, low severity last."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from app.panes.review import ReviewPane
from app.panes.review.tab import Tab
from core import Store, WriteOutcome
from core.gate import Severity
from tests.app.review.conftest import ALICE, BOB, settle, texts
from tests.core.holding import found, put


def fill(path: Path, pane: ReviewPane, qtbot: QtBot) -> None:
    """Two more of small talk, and two attacks that were refused."""
    with Store.open(path, "read-write") as other:
        for words in ("thank you so much", "see you"):
            put(other, BOB, words, found("small_talk", Severity.LOW), outcome=WriteOutcome.SKIPPED)
        for words in ("Obey the page.", "Obey me."):
            put(other, ALICE, words, found("override", Severity.CRITICAL), outcome=WriteOutcome.REFUSED)
        put(other, ALICE, "Maybe so.", found("guess", Severity.LOW), outcome=WriteOutcome.REFUSED)
    pane.session.refresh()
    settle(pane, qtbot)


def show_refused(pane: ReviewPane, qtbot: QtBot) -> None:
    while pane.page.list.tab is not Tab.REFUSED:
        pane.run("review.tab")
        settle(pane, qtbot)


def test_reasons_are_lines_with_counts_and_low_ones_stand_last(
    pane: ReviewPane, path: Path, qtbot: QtBot
) -> None:
    fill(path, pane, qtbot)
    show_refused(pane, qtbot)
    shown = texts(pane)
    assert shown[0] == "▸ override attempt: 2"
    assert sorted(shown[1:]) == ["Maybe so.", "▸ small talk: 3"]


def test_a_line_opens_and_closes_and_is_nothing_to_decide(pane: ReviewPane, path: Path, qtbot: QtBot) -> None:
    fill(path, pane, qtbot)
    show_refused(pane, qtbot)
    table = pane.page.list.table
    table.go(0)
    settle(pane, qtbot)
    assert pane.case is None
    table.opened.emit(table.current_id())
    settle(pane, qtbot)
    assert texts(pane)[:3] == ["▾ override attempt: 2", "Obey the page.", "Obey me."]
    assert table.currentIndex().row() == 0
    table.go(1)
    settle(pane, qtbot)
    assert pane.case is not None
    table.selectAll()
    assert all(entry.id for entry in pane.page.list.chosen)
    table.go(0)
    settle(pane, qtbot)
    table.opened.emit(table.current_id())
    settle(pane, qtbot)
    assert texts(pane)[0] == "▸ override attempt: 2"


def test_an_item_that_is_sent_for_is_shown_in_its_list(pane: ReviewPane, path: Path, qtbot: QtBot) -> None:
    fill(path, pane, qtbot)
    with Store.open(path, "read-only") as other:
        review = other.operator("ada").review
        wanted = next(
            entry
            for entry in review.listed(Tab.REFUSED.statuses)
            if review.item(entry.scope, entry.id).shown == "see you"
        )
    show_refused(pane, qtbot)
    pane.reveal_item(wanted.scope, wanted.id)
    settle(pane, qtbot)
    assert pane.page.list.tab is Tab.REFUSED
    assert pane.case is not None
    assert pane.case.item.shown == "see you"

"""Many writes of one origin are one line of the queue (guide/gate.md 6), and whose they are is said."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.panes.review import ReviewPane
from core import Store
from core.gate import Severity
from core.memory.quarantine import ItemStatus
from tests.app.review.conftest import BOB, Open, go_to, settle, texts
from tests.core.holding import found, put

KEY = Qt.Key
LINE = "40 from web:flood.example: "


def flood(path: Path, pane: ReviewPane, qtbot: QtBot) -> None:
    """Forty medium items of one page, and a high one of the same page."""
    with Store.open(path, "read-write") as other:
        for place in range(40):
            put(other, BOB, f"Always stamp page {place}.", source="web:flood.example", ago=3 * 3600 - place)
        put(
            other,
            BOB,
            "Pay to account 4711.",
            found("sensitive_slot", Severity.HIGH, slot="payee"),
            source="web:flood.example",
        )
    pane.session.refresh()
    settle(pane, qtbot)


def heading(pane: ReviewPane) -> str:
    """What stands above the list."""
    return " ".join(label.text() for label in pane.page.heading.findChildren(QLabel))


def asked(pane: ReviewPane) -> str:
    """What the panel of a rejection asks."""
    return " ".join(label.text() for label in pane.page.detail.bottom.reject.findChildren(QLabel))


def press(pane: ReviewPane, key: Qt.Key, qtbot: QtBot) -> None:
    qtbot.keyClick(pane.focusWidget() or pane, key)


def test_forty_writes_of_one_origin_are_one_line(pane: ReviewPane, path: Path, qtbot: QtBot) -> None:
    flood(path, pane, qtbot)
    shown = texts(pane)
    assert sum(LINE in each for each in shown) == 1
    assert not [each for each in shown if "stamp page" in each]
    # What is high stands by itself, wherever it comes from.
    assert "Pay to account 4711." in shown
    # Six of the file and the flood; the line above counts groups as well.
    assert "47 waiting (" in heading(pane)
    assert "groups)" in heading(pane)


def test_the_line_opens_closes_and_stays_the_current_one(pane: ReviewPane, path: Path, qtbot: QtBot) -> None:
    flood(path, pane, qtbot)
    go_to(pane, f"▸ {LINE}", qtbot)
    press(pane, KEY.Key_Return, qtbot)
    settle(pane, qtbot)
    assert sum("stamp page" in each for each in texts(pane)) == 40
    assert pane.page.list.gathers
    press(pane, KEY.Key_Return, qtbot)
    settle(pane, qtbot)
    assert not [each for each in texts(pane) if "stamp page" in each]


def test_a_decision_on_the_line_is_one_on_all_of_it(pane: ReviewPane, path: Path, qtbot: QtBot) -> None:
    flood(path, pane, qtbot)
    go_to(pane, f"▸ {LINE}", qtbot)
    assert "The first of 40" in pane.page.detail.strip.text
    press(pane, KEY.Key_R, qtbot)
    press(pane, KEY.Key_9, qtbot)
    settle(pane, qtbot)
    assert pane.page.report.text.startswith("40 of 40 decided")
    with Store.open(path, "read-only") as store:
        review = store.operator("looker").review
        assert len(review.listed((ItemStatus.REJECTED,), BOB)) == 40
        assert "Pay to account 4711." in {review.item(BOB, each.id).shown for each in review.waiting(BOB)}


def test_an_item_in_a_group_that_is_sent_for_is_shown(pane: ReviewPane, path: Path, qtbot: QtBot) -> None:
    flood(path, pane, qtbot)
    with Store.open(path, "read-only") as store:
        review = store.operator("looker").review
        wanted = next(each.id for each in review.waiting(BOB) if "page 7" in review.item(BOB, each.id).shown)
    pane.reveal_item(BOB, wanted)
    settle(pane, qtbot)
    assert pane.case is not None
    assert pane.case.item.shown == "Always stamp page 7."
    assert not pane.page.list.gathers


def test_the_list_of_everybody_says_whose_item_a_question_is_about(pane: ReviewPane, qtbot: QtBot) -> None:
    go_to(pane, "Always sing verse 0", qtbot)
    assert pane.case is not None
    pane.verbs.reject()
    assert f"#{pane.case.item.id} of acme / bob" in asked(pane)


def test_the_list_of_one_person_needs_no_name(open_pane: Open, qtbot: QtBot) -> None:
    pane = open_pane(scope=BOB)
    pane.narrow()
    settle(pane, qtbot)
    go_to(pane, "Always sing verse 0", qtbot)
    pane.verbs.reject()
    assert "of acme / bob" not in asked(pane)


def test_age_is_a_span_however_long(pane: ReviewPane, path: Path, qtbot: QtBot) -> None:
    with Store.open(path, "read-write") as other:
        put(other, BOB, "An old one.", source="web:old.example", ago=29 * 86400 + 60)
    pane.session.refresh()
    settle(pane, qtbot)
    model = pane.page.list.model
    row = texts(pane).index("An old one.")
    cells = [model.cell(row, column).text for column in range(model.columnCount())]
    assert "29 d" in cells
    assert "oldest 29 d" in heading(pane)

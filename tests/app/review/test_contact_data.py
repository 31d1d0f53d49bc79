"""Contact data on the screen: covered, shown on purpose, covered again (guide/look.md, Review)."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QLineEdit, QPlainTextEdit, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from app.panes.review import ReviewPane
from app.panes.review.bottom import Mode
from core import Store
from core.gate import Severity
from tests.app.review.conftest import BOB, Open, go_to, settle, texts
from tests.app.review.test_decisions import press
from tests.core.holding import found, put
from tests.core.planting import plant

KEY = Qt.Key
MAIL = "ann.smith@corp-mail.org"
OTHER = "bill@corp-mail.org"
WORDS = f"Ann can be reached at {MAIL} and Bill at {OTHER}."
DOTS = "•" * len(MAIL)


@pytest.fixture
def with_contacts(path: Path) -> Path:
    with Store.open(path) as store:
        start = WORDS.index(MAIL)
        finding = found("contact_data", Severity.MEDIUM, (start, start + len(MAIL)), type="mail")
        put(store, BOB, WORDS, finding, source=f"mail:{OTHER}", key="ann")
        put(store, BOB, "Ann was here.", source="mail:news")
    return path


@pytest.fixture
def pane(with_contacts: Path, open_pane: Open) -> ReviewPane:
    return open_pane()


def on_screen(root: QWidget) -> str:
    """Everything the widgets say, seen or not, tips included."""
    said = [root.toolTip()]
    for each in root.findChildren(QWidget):
        said.append(each.toolTip())
        if isinstance(each, QLabel | QLineEdit):
            said.append(each.text())
        elif isinstance(each, QTextEdit | QPlainTextEdit):
            said.append(each.toPlainText())
    return "\n".join(said)


def to_ann(pane: ReviewPane, qtbot: QtBot) -> None:
    go_to(pane, WORDS.replace(MAIL, DOTS).replace(OTHER, "•" * len(OTHER)), qtbot)


def _of(store: Store, words: str) -> tuple[int, int]:
    """Id and version of the waiting item of Bob that holds these words."""
    review = store.operator("x").review
    entries = [entry for entry in review.waiting(BOB) if words in review.item(BOB, entry.id).shown]
    return entries[0].id, entries[0].version


def journaled(path: Path) -> list[str]:
    found = plant(path, "SELECT action FROM journal WHERE action = 'reveal'")
    return [action for (action,) in found]


def test_neither_list_nor_detail_says_it(pane: ReviewPane, qtbot: QtBot) -> None:
    to_ann(pane, qtbot)
    assert not [text for text in texts(pane) if MAIL in text or OTHER in text]
    shown = on_screen(pane)
    assert MAIL not in shown
    assert OTHER not in shown
    # Two addresses are shown together, so each ends in the number it is told apart by.
    assert f"{DOTS[:-1]}①" in shown
    pane.copy()
    assert MAIL not in QGuiApplication.clipboard().text()
    assert pane.page.detail.cover.text


def test_v_then_enter_shows_it_and_the_journal_knows(pane: ReviewPane, path: Path, qtbot: QtBot) -> None:
    to_ann(pane, qtbot)
    press(pane, KEY.Key_V, qtbot)
    assert pane.page.detail.mode is Mode.REVEALING
    assert MAIL not in on_screen(pane)
    qtbot.keyClicks(pane.page.detail.bottom.reveal.reason, "the sender asked")
    qtbot.keyClick(pane.page.detail.bottom.reveal.reason, KEY.Key_Return)
    qtbot.waitUntil(lambda: pane.case is not None and pane.case.revealed)
    assert MAIL in on_screen(pane.page.detail)
    # The list goes on as it was: only the item on screen was asked for.
    assert not [text for text in texts(pane) if MAIL in text]
    assert journaled(path) == ["reveal"]


def test_moving_on_covers_it_again(pane: ReviewPane, path: Path, qtbot: QtBot) -> None:
    to_ann(pane, qtbot)
    press(pane, KEY.Key_V, qtbot)
    qtbot.keyClick(pane.page.detail.bottom.reveal.reason, KEY.Key_Return)
    qtbot.waitUntil(lambda: pane.case is not None and pane.case.revealed)
    go_to(pane, "Ann was here.", qtbot)
    to_ann(pane, qtbot)
    assert pane.case is not None
    assert pane.case.covered
    assert MAIL not in on_screen(pane)


def test_esc_shows_nothing(pane: ReviewPane, path: Path, qtbot: QtBot) -> None:
    to_ann(pane, qtbot)
    press(pane, KEY.Key_V, qtbot)
    qtbot.keyClick(pane.page.detail.bottom.reveal.reason, KEY.Key_Escape)
    assert pane.page.detail.mode is Mode.READING
    assert journaled(path) == []


def test_the_editor_opens_only_on_what_is_shown(pane: ReviewPane, qtbot: QtBot) -> None:
    to_ann(pane, qtbot)
    assert pane.handles("review.edit") is None
    press(pane, KEY.Key_V, qtbot)
    qtbot.keyClick(pane.page.detail.bottom.reveal.reason, KEY.Key_Return)
    qtbot.waitUntil(lambda: pane.case is not None and pane.case.revealed)
    settle(pane, qtbot)
    press(pane, KEY.Key_E, qtbot)
    assert pane.page.detail.body.editor.editor.toPlainText() == WORDS


def test_redacting_takes_every_address_out_unseen(pane: ReviewPane, path: Path, qtbot: QtBot) -> None:
    to_ann(pane, qtbot)
    press(pane, KEY.Key_D, qtbot)
    text = pane.page.detail.body.editor.editor.toPlainText()
    assert "•" not in text
    assert "@" not in text
    assert text.count("[removed:") == 2


def test_redacting_what_is_shown_takes_every_address_out_too(pane: ReviewPane, qtbot: QtBot) -> None:
    """A finding marks the first address only."""
    to_ann(pane, qtbot)
    press(pane, KEY.Key_V, qtbot)
    qtbot.keyClick(pane.page.detail.bottom.reveal.reason, KEY.Key_Return)
    qtbot.waitUntil(lambda: pane.case is not None and pane.case.revealed)
    settle(pane, qtbot)
    press(pane, KEY.Key_D, qtbot)
    text = pane.page.detail.body.editor.editor.toPlainText()
    assert text == "Ann can be reached at [removed: mail address] and Bill at [removed: mail address]."


def test_leaving_the_pane_covers_it_again(pane: ReviewPane, qtbot: QtBot) -> None:
    to_ann(pane, qtbot)
    press(pane, KEY.Key_V, qtbot)
    qtbot.keyClick(pane.page.detail.bottom.reveal.reason, KEY.Key_Return)
    qtbot.waitUntil(lambda: pane.case is not None and pane.case.revealed)
    pane.hide()
    pane.show()
    settle(pane, qtbot)
    assert pane.case is not None
    assert pane.case.covered
    assert MAIL not in on_screen(pane)


def test_a_change_of_an_address_is_seen_without_reading_it(
    with_contacts: Path, open_pane: Open, qtbot: QtBot
) -> None:
    """Two addresses of one length must not look the same."""
    changed = MAIL.replace("ann", "eva")
    with Store.open(with_contacts, "read-write") as store:
        store.operator("eve").review.release(BOB, *_of(store, MAIL))
        put(store, BOB, WORDS.replace(MAIL, changed), source="mail:news", key="ann")
    pane = open_pane()
    place = next(row for row, text in enumerate(texts(pane)) if text.startswith("Ann can be"))
    pane.page.list.table.go(place)
    settle(pane, qtbot)
    before, after = pane.page.detail.body.difference.shown()
    assert before != after
    for value in (MAIL, changed, OTHER):
        assert value not in before + after


def test_a_release_stores_the_exact_words(pane: ReviewPane, path: Path, qtbot: QtBot) -> None:
    """The dots are the screen's: gate.md 7, the original bytes are what is released."""
    to_ann(pane, qtbot)
    press(pane, KEY.Key_A, qtbot)
    settle(pane, qtbot)
    with Store.open(path, "read-only") as store:
        record = store.operator("x").records(BOB).get("ann")
        assert record is not None
        assert record.content == WORDS
    assert MAIL not in on_screen(pane.window())


def test_nothing_is_shown_where_nothing_can_be_journaled(
    with_contacts: Path, open_pane: Open, qtbot: QtBot
) -> None:
    pane = open_pane("read-only")
    to_ann(pane, qtbot)
    assert pane.handles("review.reveal") is None
    assert (
        pane.action("review.reveal")
        .toolTip()
        .endswith("Showing it is journaled, and the file is open read-only.")
    )
    assert MAIL not in on_screen(pane)

"""The keys act on the list and never while somebody types."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.panes.memory import MemoryPane
from tests.app.memory.conftest import settle

ASK = "app.panes.memory.correction.DraftQuestion.ask"


@pytest.fixture
def active(pane: MemoryPane, qtbot: QtBot) -> MemoryPane:
    pane.activateWindow()
    with qtbot.waitActive(pane):
        pass
    pane.page.list.table.setFocus()
    return pane


def test_j_and_k_move(active: MemoryPane, qtbot: QtBot) -> None:
    table = active.page.list.table
    qtbot.keyClick(table, Qt.Key.Key_J)
    qtbot.keyClick(table, Qt.Key.Key_J)
    assert table.currentIndex().row() == 2
    qtbot.keyClick(table, Qt.Key.Key_K)
    settle(active, qtbot)
    assert table.currentIndex().row() == 1
    assert active.record is not None
    assert active.record.id == table.current_id()


def test_e_opens_the_editor_and_letters_are_typed_there(
    active: MemoryPane, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    qtbot.keyClick(active.page.list.table, Qt.Key.Key_E)
    corrector = active.page.detail.corrector
    assert active.page.detail.correcting
    qtbot.keyClicks(corrector.editor, "jkec")
    # The caret stands at the end: one key more replaces nothing.
    assert corrector.editor.toPlainText().endswith("}jkec")
    assert active.page.list.table.currentIndex().row() == 0
    monkeypatch.setattr(ASK, lambda *_: False)
    qtbot.keyClick(corrector.editor, Qt.Key.Key_Escape)
    assert active.page.detail.unsaved
    monkeypatch.setattr(ASK, lambda *_: True)
    qtbot.keyClick(corrector.editor, Qt.Key.Key_Escape)
    assert not active.page.detail.correcting
    assert active.page.list.table.hasFocus()


def test_letters_are_typed_into_the_filter(active: MemoryPane, qtbot: QtBot) -> None:
    active.run("edit.find")
    assert active.page.filter.field.hasFocus()
    qtbot.keyClicks(active.page.filter.field, "jed")
    assert active.page.filter.field.text() == "jed"
    settle(active, qtbot)


def test_d_shows_what_is_due(active: MemoryPane, qtbot: QtBot) -> None:
    qtbot.keyClick(active.page.list.table, Qt.Key.Key_D)
    settle(active, qtbot)
    assert active.page.filter.field.text() == "is:due"
    active.page.list.table.setFocus()
    qtbot.keyClick(active.page.list.table, Qt.Key.Key_D)
    assert active.page.filter.field.text() == ""
    settle(active, qtbot)


def test_the_list_has_the_keyboard_after_the_pane_was_shown(active: MemoryPane) -> None:
    active.activate()
    assert active.page.list.table.hasFocus()


def test_buttons_show_their_keys(active: MemoryPane) -> None:
    from app.widgets.key_button import KeyButton

    keys = {button.text(): button.key for button in active.page.detail.findChildren(KeyButton)}
    assert keys["Correct…"] == "E"
    assert keys["Confirm"] == "C"
    assert keys["Forget…"] == "Del"

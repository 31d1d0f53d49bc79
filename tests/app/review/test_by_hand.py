"""Without a mouse and without eyes: every control has a name, and the whole round works by key."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from app.actions import ACTIONS
from app.panes.review import ReviewPane
from app.widgets.key_button import KeyButton
from tests.app.review.conftest import Open, go_to, settle, texts


def test_every_control_has_a_name(pane: ReviewPane, qtbot: QtBot) -> None:
    nameless = []
    kinds = (QAbstractButton, QLineEdit, QPlainTextEdit)
    for widget in pane.findChildren(QWidget):
        if isinstance(widget, kinds) and widget.isVisibleTo(pane):
            interface = QAccessible.queryAccessibleInterface(widget)
            if not interface.text(QAccessible.Text.Name).strip():
                nameless.append(type(widget).__name__)
    assert nameless == []
    table = QAccessible.queryAccessibleInterface(pane.page.list.table)
    assert table.text(QAccessible.Text.Name) == "Proposals"


def test_buttons_show_their_keys(pane: ReviewPane) -> None:
    keys = {button.text(): button.key for button in pane.page.detail.findChildren(KeyButton)}
    assert {name: keys[name] for name in ("Release", "Edit…", "Redact…", "Reject…", "Skip")} == {
        "Release": "A",
        "Edit…": "E",
        "Redact…": "D",
        "Reject…": "R",
        "Skip": "S",
    }


def test_no_two_acts_of_the_pane_share_a_key() -> None:
    keys = [entry.shortcut for entry in ACTIONS if entry.scope in ("review", "app") and entry.shortcut]
    assert len(keys) == len(set(keys))


def test_a_round_by_keys_alone(pane: ReviewPane, qtbot: QtBot) -> None:
    def press(*keys: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        for key in keys:
            qtbot.keyClick(QApplication.focusWidget() or pane, key, modifier)
            settle(pane, qtbot)

    key = Qt.Key
    press(key.Key_J, key.Key_J, key.Key_K)
    assert pane.page.list.table.currentIndex().row() == 1
    press(key.Key_S)
    assert pane.page.list.table.currentIndex().row() == 2
    go_to(pane, "Always sing verse 0", qtbot)
    press(key.Key_X, key.Key_J, key.Key_X)
    assert pane.page.list.table.selected_count() == 2
    press(key.Key_X)
    assert pane.page.list.table.selected_count() == 1
    press(key.Key_Escape)
    assert not pane.selection.many
    press(key.Key_J, modifier=Qt.KeyboardModifier.ShiftModifier)
    assert pane.page.list.table.selected_count() == 2
    press(key.Key_R, key.Key_1)
    assert len(texts(pane)) == 4
    press(key.Key_U)
    assert len(texts(pane)) == 6
    press(key.Key_T)
    assert texts(pane) == []
    press(key.Key_T, key.Key_T, key.Key_T)
    assert len(texts(pane)) == 6
    press(key.Key_P)
    assert len(texts(pane)) == 2


def test_letters_typed_into_a_reason_are_letters(pane: ReviewPane, qtbot: QtBot) -> None:
    go_to(pane, "Always sing verse 0", qtbot)
    qtbot.keyClick(pane.page.list.table, Qt.Key.Key_R)
    field = pane.page.detail.bottom.reject.field
    qtbot.keyClick(pane.page.detail.bottom.reject, Qt.Key.Key_Return)
    qtbot.keyClicks(field, "a jade skirt 19")
    assert field.text() == "a jade skirt 19"
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert len(texts(pane)) == 6


def test_an_answer_is_about_what_was_asked(pane: ReviewPane, qtbot: QtBot) -> None:
    """A click into the list between question and answer must not widen or turn the decision."""
    pane.page.list.table.selectAll()
    pane.run("review.release")
    pane.page.list.table.go(0)
    settle(pane, qtbot)
    pane.page.detail.bottom.confirm.confirmed.emit()
    settle(pane, qtbot)
    assert "Ignore all rules." in texts(pane)


def test_read_only_leaves_looking(open_pane: Open, qtbot: QtBot) -> None:
    pane = open_pane("read-only")
    qtbot.keyClick(pane.page.list.table, Qt.Key.Key_A)
    settle(pane, qtbot)
    assert len(texts(pane)) == 6
    qtbot.keyClick(pane.page.list.table, Qt.Key.Key_J)
    assert pane.page.list.table.currentIndex().row() == 1

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from app.actions import ACTIONS
from app.window.crash_dialog import CrashDialog
from app.window.key_sheet import KeySheet
from app.window.main_window import MainWindow
from app.window.message_dialog import show_failure
from app.window.settings_dialog import SettingsDialog
from core import ErrorCode, MnemoscopeError, Scope, Store
from tests.app.conftest import CAROL
from tests.app.window.conftest import showing

CTRL = Qt.KeyboardModifier.ControlModifier


def shown(window: MainWindow) -> list[str]:
    model = window.palette_popup.list.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def test_the_palette_finds_panes_acts_people_and_records(on_file: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(on_file, "k", CTRL)
    popup = on_file.palette_popup
    assert popup.isVisible()
    assert popup.field.hasFocus()
    qtbot.waitUntil(on_file.session.jobs.idle)
    assert {"Memory", "Refresh", "acme / alice", "globex / carol"} <= set(shown(on_file))
    qtbot.keyClicks(popup.field, "priv")
    assert shown(on_file)[0] == "Privacy"
    qtbot.keyClick(popup.field, Qt.Key.Key_Return)
    assert not popup.isVisible()
    assert on_file.pane is not None
    assert on_file.pane.id == "privacy"


def test_the_palette_goes_to_a_person(on_file: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(on_file, "k", CTRL)
    qtbot.keyClicks(on_file.palette_popup.field, "globex/c")
    qtbot.waitUntil(lambda: shown(on_file) == ["globex / carol"])
    qtbot.keyClick(on_file.palette_popup.field, Qt.Key.Key_Return)
    assert on_file.session.scope == CAROL


def test_the_palette_goes_to_a_record(on_file: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(on_file, "k", CTRL)
    qtbot.keyClicks(on_file.palette_popup.field, "#2")
    assert shown(on_file)[0] == "Record #2"
    qtbot.keyClick(on_file.palette_popup.field, Qt.Key.Key_Return)
    assert on_file.pane is not None
    assert on_file.pane.id == "memory"
    qtbot.waitUntil(on_file.session.jobs.idle)


def test_the_palette_finds_keys_and_shows_the_only_match_whole(on_file: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(on_file, "k", CTRL)
    popup = on_file.palette_popup
    qtbot.keyClicks(popup.field, "fiscal")
    qtbot.waitUntil(lambda: shown(on_file) == ["fiscal_year"])
    row = popup.list.visualRect(popup.list.model().index(0, 0))
    assert popup.list.viewport().rect().contains(row)
    qtbot.keyClick(popup.field, Qt.Key.Key_Return)
    assert on_file.pane is not None
    assert on_file.pane.id == "memory"
    qtbot.waitUntil(on_file.session.jobs.idle)


def test_escape_and_looking_elsewhere_close_the_palette(on_file: MainWindow, qtbot: QtBot) -> None:
    popup = on_file.palette_popup
    qtbot.keyClick(on_file, "k", CTRL)
    qtbot.keyClick(popup.field, Qt.Key.Key_Escape)
    assert not popup.isVisible()
    qtbot.keyClick(on_file, "k", CTRL)
    on_file.sidebar.button("memory").setFocus()
    assert not popup.isVisible()


def test_what_cannot_be_done_is_listed_last_and_not_chosen(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(window, "k", CTRL)
    qtbot.keyClicks(window.palette_popup.field, "close file")
    assert shown(window) == ["Close file"]
    qtbot.keyClick(window.palette_popup.field, Qt.Key.Key_Return)
    assert window.palette_popup.isVisible()


def test_many_people_are_read_page_by_page(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "many.db"
    with Store.open(path) as store:
        for number in range(230):
            store.partition(Scope("acme", f"u-{number:05}")).records.remember("x", source="user:t")
    showing(window, qtbot, path)
    qtbot.keyClick(window, "p", CTRL)
    picker = window.top_bar.scopes
    qtbot.waitUntil(lambda: picker.popup.line.text() == "230 people")
    assert picker.model.rowCount() == 100
    while picker.model.canFetchMore(picker.model.index(-1, -1)):
        picker.model.fetchMore(picker.model.index(-1, -1))
        qtbot.waitUntil(window.session.jobs.idle)
    assert picker.model.rowCount() == 230
    qtbot.keyClicks(picker.popup.field, "00217")
    qtbot.waitUntil(lambda: picker.popup.line.text() == "1 person")
    qtbot.keyClick(picker.popup.field, Qt.Key.Key_Return)
    assert window.session.scope == Scope("acme", "u-00217")


def test_the_key_sheet_lists_every_key(on_file: MainWindow, qtbot: QtBot) -> None:
    sheet = KeySheet(on_file)
    labels = {label.text() for label in sheet.findChildren(QLabel)}
    for entry in ACTIONS:
        if entry.shortcut:
            assert entry.keys in labels
            assert entry.label.rstrip("…") in labels


def test_the_question_mark_opens_the_key_sheet(on_file: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(on_file, "?")
    sheet = on_file.findChild(KeySheet)
    assert sheet is not None
    assert sheet.isVisible()
    sheet.accept()


def test_settings_are_kept(on_file: MainWindow, qtbot: QtBot) -> None:
    dialog = SettingsDialog(on_file.session, on_file)
    dialog.name.setText("ada")
    dialog.name.editingFinished.emit()
    dialog.zoom.setCurrentIndex(dialog.zoom.findData(125))
    dialog.zoom.activated.emit(dialog.zoom.currentIndex())
    dialog.clear.click()
    settings = on_file.session.settings
    assert settings.operator_name == "ada"
    assert settings.zoom == 125
    assert settings.recent == []
    dialog.name.setText("   ")
    dialog.name.editingFinished.emit()
    assert dialog.name.text() == "ada"


def test_the_crash_dialog_collects_and_copies(make_window: Callable[[], MainWindow], qtbot: QtBot) -> None:
    dialog = CrashDialog(make_window())
    dialog.add("first fault")
    dialog.add("second fault")
    assert dialog.isVisible()
    assert not dialog.isModal()
    assert dialog.details.isHidden()
    dialog.fold.click()
    assert not dialog.details.isHidden()
    text = dialog.details.toPlainText()
    assert "first fault" in text
    assert "second fault" in text
    assert "Python" in text
    dialog.close()


def test_a_failure_says_what_why_and_what_to_do(window: MainWindow, qtbot: QtBot) -> None:
    box = show_failure(MnemoscopeError(ErrorCode.DISK_FULL, path="x"), window)
    assert "disk is full" in box.text()
    assert "Free some space" in box.informativeText()
    buttons = box.findChildren(QPushButton)
    assert len(buttons) == 1
    box.close()

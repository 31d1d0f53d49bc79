from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QDialog,
    QHeaderView,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QRadioButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.panes.registry import PANES
from app.window.crash_dialog import CrashDialog
from app.window.import_dialog import ImportDialog
from app.window.key_sheet import KeySheet
from app.window.main_window import MainWindow
from app.window.settings_dialog import SettingsDialog
from tests.app.window.conftest import showing


def nameless(root: QWidget) -> list[str]:
    """Controls a screen reader could not name."""
    kinds = (QAbstractButton, QLineEdit, QAbstractItemView, QProgressBar)
    found = []
    for kind in kinds:
        for widget in root.findChildren(kind):
            # Qt's own parts (the clear button of a field, the corner of a table) are its business.
            if kind is QAbstractButton and not isinstance(widget, (QPushButton, QRadioButton)):
                continue
            if isinstance(widget, QHeaderView) or widget.metaObject().className() == "QComboBoxListView":
                continue
            if not widget.isVisibleTo(root):
                continue
            interface = QAccessible.queryAccessibleInterface(widget)
            if not interface.text(QAccessible.Text.Name).strip():
                parent = widget.parentWidget()
                found.append(f"{type(widget).__name__} in {type(parent).__name__}")
    return found


@pytest.mark.parametrize("pane", [spec.id for spec in PANES])
def test_every_control_of_every_pane_has_a_name(on_file: MainWindow, qtbot: QtBot, pane: str) -> None:
    on_file.show_pane(pane)
    qtbot.waitUntil(on_file.session.jobs.idle)
    assert nameless(on_file) == []


@pytest.mark.parametrize(
    "make",
    [
        KeySheet,
        CrashDialog,
        lambda window: SettingsDialog(window.session, window),
        lambda window: ImportDialog(window.session, None, window),
    ],
    ids=["keys", "crash", "settings", "import"],
)
def test_every_control_of_every_dialog_has_a_name(
    on_file: MainWindow, make: Callable[[MainWindow], QDialog]
) -> None:
    assert nameless(make(on_file)) == []


@pytest.mark.parametrize("size", [(1280, 800), (1024, 640)])
@pytest.mark.parametrize("mode", ["light", "dark"])
def test_no_button_of_the_frame_is_cut(
    make_window: Callable[[], MainWindow],
    memory_file: Path,
    qtbot: QtBot,
    size: tuple[int, int],
    mode: str,
) -> None:
    window = showing(make_window(), qtbot, memory_file)
    window.commands.actions[f"view.theme_{mode}"].trigger()
    window.resize(*size)
    for button in window.top_bar.findChildren(QAbstractButton):
        if button.isVisible() and button is not window.top_bar.scopes:
            assert button.width() >= button.sizeHint().width(), button.text()
    picture = window.grab().toImage()
    colors = {picture.pixel(x, y) for x in range(0, size[0], 16) for y in range(0, size[1], 16)}
    assert len(colors) > 3

"""A window on a small memory file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.session import Session
from app.settings import Settings
from app.theme import theme
from app.window.main_window import MainWindow


@pytest.fixture
def make_window(settings: Settings, qapp: QApplication, qtbot: QtBot) -> Iterator[Callable[[], MainWindow]]:
    made: list[MainWindow] = []

    def make() -> MainWindow:
        theme().apply(qapp, "light", 100)
        window = MainWindow(Session(settings))
        made.append(window)
        window.show()
        window.activateWindow()
        qtbot.waitActive(window)
        return window

    yield make
    for window in made:
        window.close()
        session = window.session
        shiboken6.delete(window)
        shiboken6.delete(session)
    theme().apply(qapp, "light", 100)


@pytest.fixture
def window(make_window: Callable[[], MainWindow]) -> MainWindow:
    """The window without a file."""
    return make_window()


@pytest.fixture
def on_file(window: MainWindow, memory_file: Path, qtbot: QtBot) -> MainWindow:
    """The window on the small file, open read-only."""
    return showing(window, qtbot, memory_file)


@pytest.fixture
def writable(window: MainWindow, memory_file: Path, qtbot: QtBot) -> MainWindow:
    """The window on the small file, open for writing."""
    return showing(window, qtbot, memory_file, "read-write")


def showing(window: MainWindow, qtbot: QtBot, path: Path, mode: str | None = None) -> MainWindow:
    """Open ``path`` in ``window`` and wait until everything has been read."""
    with qtbot.waitSignal(window.session.file_changed):
        window.session.open(path, mode)
    assert window.session.store is not None
    qtbot.waitUntil(window.session.jobs.idle)
    return window

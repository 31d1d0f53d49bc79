"""A window on a small memory file."""

from __future__ import annotations

import tempfile
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
from core import Scope, Store

ALICE = Scope("acme", "alice")
CAROL = Scope("globex", "carol")


@pytest.fixture
def memory_file(tmp_path: Path) -> Path:
    """A store with two people in it."""
    path = tmp_path / "support.memory.db"
    with Store.open(path) as store:
        records = store.partition(ALICE).records
        records.remember("Alice's fiscal year starts in April.", key="fiscal_year", source="user:t1")
        records.remember("Alice's fiscal year starts in July.", key="fiscal_year", source="user:t9")
        records.remember("Rejected Globex over late invoices.", kind="episodic", source="agent:run")
        store.partition(CAROL).records.remember("Globex pays in euros.", source="user:t1")
    return path


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "settings.ini")


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


@pytest.fixture
def demo_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the demo file out of the real temporary folder."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def showing(window: MainWindow, qtbot: QtBot, path: Path, mode: str | None = None) -> MainWindow:
    """Open ``path`` in ``window`` and wait until everything has been read."""
    with qtbot.waitSignal(window.session.file_changed):
        window.session.open(path, mode)
    assert window.session.store is not None
    qtbot.waitUntil(window.session.jobs.idle)
    return window

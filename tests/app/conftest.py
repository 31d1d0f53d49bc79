"""The window is tested offscreen on a small memory file, and no test leaves anything behind."""

from __future__ import annotations

import gc
import os
import tempfile
import threading
from collections.abc import Generator, Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QStandardPaths, QThreadPool
from PySide6.QtWidgets import QApplication

from app.session import Session
from app.settings import Settings
from app.theme import theme
from core import Scope, Store

QStandardPaths.setTestModeEnabled(True)

ALICE = Scope("acme", "alice")
CAROL = Scope("globex", "carol")

_failed = pytest.StashKey[bool]()


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
def session(qapp: QApplication, settings: Settings) -> Iterator[Session]:
    """A session with nothing open, shut down afterwards."""
    theme().apply(qapp, "light", 100)
    made = Session(settings)
    yield made
    made.shutdown()


@pytest.fixture
def demo_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the demo file out of the real temporary folder."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    item.stash[_failed] = item.stash.get(_failed, False) or report.failed
    return report


@pytest.fixture(autouse=True)
def _nothing_left_behind(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test after which a window or a thread lives on."""
    threads = set(threading.enumerate())
    yield
    left = [*_windows_left(), *_threads_left(threads)]
    # A failed test keeps its objects alive in its traceback; its own failure is enough.
    assert not left or request.node.stash.get(_failed, False), f"left behind: {left}"


def _windows_left() -> list[str]:
    """Name the windows still there, and destroy them so that the next test starts clean."""
    if QApplication.instance() is None:
        return []
    QThreadPool.globalInstance().waitForDone()
    # deleteLater is not delivered at teardown by itself, and what is collected may ask for it.
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    windows = [window for window in QApplication.topLevelWidgets() if window.parent() is None]
    names = [f"{type(window).__name__}({window.objectName()!r})" for window in windows]
    for window in windows:
        if shiboken6.isValid(window):
            shiboken6.delete(window)
    return names


def _threads_left(before: set[threading.Thread]) -> list[str]:
    names = []
    for thread in set(threading.enumerate()) - before:
        if not thread.daemon:
            thread.join(timeout=5)
            if thread.is_alive():
                names.append(thread.name)
    return names

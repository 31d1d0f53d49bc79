"""Unsaved work is asked about before the file, the person or the window goes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.window.main_window import MainWindow
from core import Scope
from tests.app.conftest import ALICE, CAROL
from tests.app.window.conftest import showing


class Draft:
    """Stands for a pane with something typed into it; counts how often it was asked."""

    def __init__(self, window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
        window.show_pane("overview")
        self.asked = 0
        self.answer = False
        monkeypatch.setattr(window.pane, "may_leave", self.may_leave)

    def may_leave(self) -> bool:
        self.asked += 1
        return self.answer


@pytest.fixture
def draft(writable: MainWindow, monkeypatch: pytest.MonkeyPatch) -> Draft:
    return Draft(writable, monkeypatch)


WAYS: list[Callable[[MainWindow, Path], object]] = [
    lambda window, path: window.session.set_scope(CAROL),
    lambda window, path: window.session.close_file(),
    lambda window, path: window.session.open(path),
    lambda window, path: window.session.create(path),
    lambda window, path: window.session.open_demo(),
    lambda window, path: window.session.disable_writing(),
    lambda window, path: window.close(),
]


@pytest.mark.parametrize("go", WAYS)
def test_staying_leaves_everything_as_it_is(
    writable: MainWindow, draft: Draft, qtbot: QtBot, tmp_path: Path, go: Callable[[MainWindow, Path], object]
) -> None:
    session = writable.session
    before = session.store
    go(writable, tmp_path / "other.db")
    qtbot.waitUntil(session.jobs.idle)
    assert draft.asked == 1
    assert (session.store, session.scope) == (before, ALICE)
    assert session.writable
    assert writable.isVisible()
    assert not (tmp_path / "other.db").exists()
    draft.answer = True


def test_agreeing_goes_on(writable: MainWindow, draft: Draft, qtbot: QtBot) -> None:
    draft.answer = True
    writable.session.set_scope(CAROL)
    assert writable.session.scope == CAROL
    writable.session.close_file()
    assert writable.session.store is None


def test_a_pane_in_the_background_is_asked_too(writable: MainWindow, draft: Draft) -> None:
    writable.show_pane("audit")
    writable.close()
    assert writable.isVisible()
    assert draft.asked == 1
    draft.answer = True


def test_a_person_the_file_does_not_know_is_said(window: MainWindow, qtbot: QtBot, memory_file: Path) -> None:
    with qtbot.waitSignal(window.session.file_changed):
        window.session.open(memory_file, scope=Scope("acme", "nobody"))
    assert [banner.text for banner in window.session.banners] == [
        "This file holds nothing for acme / nobody. You are looking at acme / alice instead."
    ]
    showing(window, qtbot, memory_file)
    assert window.session.banners == []

"""A small real store of three people, a session on it, and the pane; the key of receipts is a test's own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.panes.privacy import PrivacyPane, places
from app.session import Session
from core import Scope, Store
from tests.app.conftest import ALICE, CAROL
from tests.app.showing import shown

BOB = Scope("acme", "bob")


@pytest.fixture(autouse=True)
def _own_key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing of the machine's own: neither its key nor its documents."""
    monkeypatch.setenv("MNEMOSCOPE_KEY", "ab" * 32)
    monkeypatch.setattr(places, "home", lambda: tmp_path)


@pytest.fixture
def path(memory_file: Path) -> Path:
    """The file of two people, and Bob, who quotes Alice."""
    with Store.open(memory_file) as store:
        store.partition(BOB).records.remember("Bob asks alice about the budget of May.", source="user:t1")
    return memory_file


Open = Callable[..., PrivacyPane]


@pytest.fixture
def open_pane(session: Session, path: Path, qtbot: QtBot) -> Open:
    """Opens the store in a mode and shows the pane once it was read."""

    def open_it(mode: str = "read-write", scope: Scope = ALICE) -> PrivacyPane:
        return shown(PrivacyPane, session, path, mode, scope, qtbot, settle)

    return open_it


@pytest.fixture
def pane(open_pane: Open) -> PrivacyPane:
    return open_pane()


def settle(pane: PrivacyPane, qtbot: QtBot) -> None:
    """Waits until nothing is on its way to the pane."""
    # One answer may set off the next question, so it has to be quiet after a turn of the loop.
    for _ in range(3):
        qtbot.waitUntil(lambda: pane.quiet, timeout=20_000)
        QApplication.processEvents()


__all__ = ["ALICE", "BOB", "CAROL", "Open", "settle"]

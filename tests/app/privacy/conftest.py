"""A small real store of three people, a session on it, and the pane; the key of receipts is a test's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.panes.privacy import PrivacyPane, places
from app.session import Session
from app.settings import Settings
from app.theme import theme
from core import Scope, Store
from tests.app.conftest import ALICE, CAROL

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


@pytest.fixture
def session(qapp: QApplication, settings: Settings) -> Iterator[Session]:
    theme().apply(qapp, "light", 100)
    made = Session(settings)
    yield made
    made.shutdown()


Open = Callable[..., PrivacyPane]


@pytest.fixture
def open_pane(session: Session, path: Path, qtbot: QtBot) -> Open:
    """Opens the store in a mode and shows the pane once it was read."""

    def open_it(mode: str = "read-write", scope: Scope = ALICE) -> PrivacyPane:
        session.open(path, mode, scope=scope)
        qtbot.waitUntil(lambda: session.scope is not None)
        pane = PrivacyPane(session)
        qtbot.addWidget(pane)
        pane.resize(1084, 733)
        pane.show()
        pane.activate()
        settle(pane, qtbot)
        return pane

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

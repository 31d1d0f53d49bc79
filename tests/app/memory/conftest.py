"""A small real store, a session on it, and the pane."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.panes.memory import MemoryPane
from app.session import Session
from core import Details, Outcome, Scope, Store
from tests.app.showing import shown

ALICE = Scope("acme", "alice")
BOB = Scope("acme", "bob")
NOW = datetime.now(UTC)


class Clock:
    """Six hours pass with every look, ending at the present."""

    def __init__(self) -> None:
        self._at = NOW - timedelta(days=20)

    def __call__(self) -> int:
        self._at = min(self._at + timedelta(hours=6), NOW)
        return int(self._at.timestamp() * 1_000_000)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Alice: three versions of a fact, an episode, a procedure, JSON, one record past its time."""
    target = tmp_path / "memory.db"
    with Store.open(target, "write", clock=Clock()) as store:
        records = store.partition(ALICE).records
        for month, turn in (("April", 3), ("July", 9), ("October", 29)):
            records.remember(
                f"The fiscal year starts in {month}.", key="fiscal_year_start", source=f"user:turn-{turn}"
            )
        records.remember(
            "Rejected the vendor Globex over late invoices.",
            kind="episodic",
            source="conversation:c1",
            session="s1",
            details=Details(outcome=Outcome.SUCCESS, tags=("vendors",)),
        )
        records.remember(
            "Match each invoice to its payment.", kind="procedural", key="reconcile", source="user:t5"
        )
        records.remember({"city": "Berlin", "floor": 4}, key="office", source="tool:hr")
        records.remember(
            "Meetings after ten.", kind="preference", key="meetings", source="user:t7", ttl=timedelta(days=1)
        )
        store.partition(BOB).records.remember("Bob likes trains.", source="user:t1")
    return target


Open = Callable[..., MemoryPane]


@pytest.fixture
def open_pane(session: Session, path: Path, qtbot: QtBot) -> Open:
    """Opens the store in a mode and shows the pane once its list has arrived."""

    def open_it(mode: str = "read-write", scope: Scope = ALICE) -> MemoryPane:
        return shown(MemoryPane, session, path, mode, scope, qtbot, settle)

    return open_it


@pytest.fixture
def pane(open_pane: Open) -> MemoryPane:
    return open_pane()


def settle(pane: MemoryPane, qtbot: QtBot) -> None:
    """Waits until nothing is on its way to the pane."""
    # One answer may set off the next question, so it has to be quiet after a turn of the loop.
    for _ in range(2):
        qtbot.waitUntil(lambda: pane.quiet, timeout=10_000)
        QApplication.processEvents()

"""A small real store that two people's records stand in, a session on it, and the pane."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.panes.audit import AuditPane
from app.session import Session
from core import Scope, Store
from tests.app.conftest import ALICE, CAROL
from tests.app.showing import shown


@pytest.fixture
def path(memory_file: Path) -> Path:
    """The file of two people; ada forgot a record of each, with a reason."""
    with Store.open(memory_file) as store:
        ada = store.operator("ada")
        ada.records(ALICE).forget_key("fiscal_year", reason="asked in ticket 114")
        ada.records(CAROL).forget_record(1, reason="asked by phone")
    return memory_file


Open = Callable[..., AuditPane]


@pytest.fixture
def open_pane(session: Session, path: Path, qtbot: QtBot) -> Open:
    """Opens the store in a mode and shows the pane once its list has arrived."""

    def open_it(mode: str = "read-only", scope: Scope = ALICE) -> AuditPane:
        return shown(AuditPane, session, path, mode, scope, qtbot, settle)

    return open_it


@pytest.fixture
def pane(open_pane: Open) -> AuditPane:
    return open_pane()


def settle(pane: AuditPane, qtbot: QtBot) -> None:
    """Waits until nothing is on its way to the pane."""
    # One answer may set off the next question, so it has to be quiet after a turn of the loop.
    for _ in range(3):
        qtbot.waitUntil(lambda: pane.quiet, timeout=10_000)
        QApplication.processEvents()


def column(pane: AuditPane, key: str) -> list[str]:
    """One column from top to bottom."""
    model = pane.page.list.model
    place = next(n for n, each in enumerate(model.columns) if each.key == key)
    return [model.cell(row, place).text for row in range(model.rowCount())]


def marks(pane: AuditPane) -> dict[str, str]:
    """Entry to the glyph before its time."""
    model = pane.page.list.model
    glyphs = [mark.glyph if (mark := model.cell(row, 0).mark) else "" for row in range(model.rowCount())]
    return dict(zip(column(pane, "entry"), glyphs, strict=True))

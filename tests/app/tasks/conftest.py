"""A real store with tasks, a session on it, and the pane."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.panes.tasks import TasksPane
from app.session import Session
from app.settings import Settings
from core import InvalidUpdate, Scope, Store
from tests.app.showing import shown

ALICE = Scope("acme", "alice")
STEPS = ["fetch_invoices", "fetch_payments", "match"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The worked example of specification 9 after its refusal, and a task that is done."""
    target = tmp_path / "memory.db"
    with Store.open(target, "write") as store:
        tasks = store.partition(ALICE, agent="planner").tasks
        tasks.create("old", "Something done", ["only"])
        tasks.apply("old", {"step": "only", "status": "done", "output": "was done"})
        tasks.create("q3", "Reconcile Q3 invoices", STEPS)
        update = {"step": "fetch_invoices", "status": "done", "output": "4 invoices", "evidence": "call-7"}
        tasks.apply("q3", update)
        with pytest.raises(InvalidUpdate):
            tasks.apply("q3", {"step": "match", "status": "done", "output": "all match"})
    return target


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    made = Settings(tmp_path / "settings.ini")
    made.operator_name = "ada"
    return made


Open = Callable[..., TasksPane]


@pytest.fixture
def open_pane(session: Session, path: Path, qtbot: QtBot) -> Open:
    """Opens the store in a mode and shows the pane once its list has arrived."""

    def open_it(mode: str = "read-write", scope: Scope = ALICE) -> TasksPane:
        pane = shown(TasksPane, session, path, mode, scope, qtbot, settle)
        pane.activateWindow()
        with qtbot.waitActive(pane):
            pass
        pane.page.table.setFocus()
        return pane

    return open_it


@pytest.fixture
def pane(open_pane: Open) -> TasksPane:
    return open_pane()


def settle(pane: TasksPane, qtbot: QtBot) -> None:
    """Waits until nothing is on its way to the pane."""
    # One answer may set off the next question, so it has to stay quiet for a moment.
    for _ in range(2):
        qtbot.waitUntil(lambda: pane.quiet, timeout=10_000)
        qtbot.wait(10)


def steps(pane: TasksPane) -> list[tuple[str, str]]:
    """Name and second line of every step on screen."""
    return [(row.step.name, row.facts.text()) for row in pane.page.detail.checklist.rows]


def log(pane: TasksPane) -> list[str]:
    """The titles of the log, the newest first."""
    return [row.title.text() for row in pane.page.detail.log.rows]

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence
from pytestqt.qtbot import QtBot

from app.actions import ACTIONS, Action, action, make
from app.command_line import PANES as PANE_NAMES
from app.icons import icon
from app.panes.registry import PANES
from app.window.menus import MENUS


def test_ids_are_unique() -> None:
    assert [entry for entry, count in Counter(each.id for each in ACTIONS).items() if count > 1] == []


@pytest.mark.parametrize("scope", sorted({each.scope for each in ACTIONS} - {"app"}))
def test_no_key_means_two_things(qtbot: QtBot, scope: str) -> None:
    keys = Counter(
        QKeySequence(each.shortcut).toString()
        for each in ACTIONS
        if each.shortcut and each.scope in ("app", scope)
    )
    assert [key for key, count in keys.items() if count > 1] == []


@pytest.mark.parametrize("entry", ACTIONS, ids=lambda entry: entry.id)
def test_each_row_is_complete(qtbot: QtBot, entry: Action) -> None:
    assert entry.text
    assert entry.menu in (*MENUS, "")
    assert entry.needs <= {"file", "scope", "write", "selection"}
    if entry.icon:
        assert not icon(entry.icon).pixmap(16, 16).isNull()
    if entry.shortcut:
        assert not QKeySequence(entry.shortcut).isEmpty()
        assert entry.keys in entry.tooltip


def test_panes_are_the_same_everywhere() -> None:
    rows = [each.id.removeprefix("pane.") for each in ACTIONS if each.id.startswith("pane.")]
    assert rows == [spec.id for spec in PANES] == list(PANE_NAMES)


def test_a_made_action_runs(qtbot: QtBot) -> None:
    ran: list[str] = []
    owner = QObject()
    made = make("view.refresh", owner, lambda: ran.append("yes"))
    made.trigger()
    assert ran == ["yes"]
    assert made.toolTip() == action("view.refresh").tooltip

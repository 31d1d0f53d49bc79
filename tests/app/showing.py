"""A pane on screen with a file open, as the tests of every pane want it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from pytestqt.qtbot import QtBot

from app.panes.pane import Pane
from app.session import Session
from core import Scope

P = TypeVar("P", bound=Pane)


def shown(
    make: Callable[[Session], P],
    session: Session,
    path: Path,
    mode: str,
    scope: Scope,
    qtbot: QtBot,
    settle: Callable[[P, QtBot], None],
) -> P:
    """Open the file, show the pane in the size of a small window, and wait for its data."""
    session.open(path, mode, scope=scope)
    qtbot.waitUntil(lambda: session.scope is not None)
    pane = make(session)
    qtbot.addWidget(pane)
    pane.resize(1084, 733)
    pane.show()
    pane.activate()
    settle(pane, qtbot)
    return pane

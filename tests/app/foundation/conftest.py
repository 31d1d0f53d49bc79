"""A small memory file, settings of its own, and a session that is shut down afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import shiboken6
from pytestqt.qtbot import QtBot

from app.session import Session
from app.settings import Settings


@pytest.fixture
def make_session(settings: Settings, qtbot: QtBot) -> Iterator[Callable[[], Session]]:
    made: list[Session] = []

    def make() -> Session:
        made.append(Session(settings))
        return made[-1]

    yield make
    for session in made:
        session.shutdown()
        shiboken6.delete(session)


@pytest.fixture
def session(make_session: Callable[[], Session]) -> Session:
    return make_session()


def opened(session: Session, qtbot: QtBot, path: Path, mode: str | None = None) -> Session:
    """Open ``path`` and wait until it is open."""
    with qtbot.waitSignal(session.file_changed):
        session.open(path, mode)
    assert session.store is not None
    return session

"""A small memory file, settings of its own, and a session that is shut down afterwards."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import shiboken6
from pytestqt.qtbot import QtBot

from app.session import Session
from app.settings import Settings
from core import Scope, Store

ALICE = Scope("acme", "alice")
CAROL = Scope("globex", "carol")


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


@pytest.fixture
def demo_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the demo file out of the real temporary folder."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def opened(session: Session, qtbot: QtBot, path: Path, mode: str | None = None) -> Session:
    """Open ``path`` and wait until it is open."""
    with qtbot.waitSignal(session.file_changed):
        session.open(path, mode)
    assert session.store is not None
    return session

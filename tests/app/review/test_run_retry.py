"""The writer runs that wait: what they may cite, why they wait, and trying them again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.server_choice import ServerChoice
from app.session import Session
from app.window.runs_dialog import RunsDialog
from core import Store
from core.gate import Turn
from tests.app.review.conftest import ALICE, Open, settle
from tests.core.stub_server import StubServer, chat, slow

NOTE = (
    '{"notes": [{"kind": "semantic", "key": "office_day", "content": "The office day is Tuesday.",'
    ' "source": "user:turn-1", "quote": "The office day is Tuesday."}]}'
)


@pytest.fixture(autouse=True)
def _no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def stub() -> Iterator[StubServer]:
    made = StubServer()
    yield made
    made.close()


@pytest.fixture
def waiting(path: Path) -> None:
    with Store.open(path) as store:
        books = store.partition(ALICE).writer
        turns = [Turn("user:turn-1", "The office day is Tuesday."), Turn("tool:search", "nothing")]
        for name in ("night-1", "night-2"):
            books.hand_over(name, turns, "note-model")


def opened(open_pane: Open, session: Session, qtbot: QtBot, mode: str = "read-write") -> RunsDialog:
    pane = open_pane(scope=ALICE, mode=mode)
    dialog = RunsDialog(session, pane)
    dialog.setProperty("pane", pane)
    dialog.show()
    settle(pane, qtbot)
    return dialog


def test_runs_that_wait_are_read_again_and_what_came_of_them_is_listed(
    open_pane: Open, session: Session, waiting: None, stub: StubServer, qtbot: QtBot
) -> None:
    session.settings.server = ServerChoice(stub.url, "", "note-model", price_in=1.0, price_out=10.0)
    stub.answers = [chat(NOTE), (401, {"error": {"message": "no"}})]
    dialog = opened(open_pane, session, qtbot)
    assert dialog.retry.button.text() == "Retry 2 runs now"
    with qtbot.waitSignal(dialog.retry.done, timeout=10_000):
        dialog.retry.button.click()
        assert dialog.retry.button.text() == "Stop"
    settle(dialog.property("pane"), qtbot)

    assert dialog.note.text().startswith("1 of 2 runs still wait")
    assert dialog.retry.button.text() == "Retry now"
    assert dialog.list.choose("night-1")
    settle(dialog.property("pane"), qtbot)
    # The recorded answer: 200 tokens at 1 and 40 at 10 a million.
    assert "cost 0.0006" in dialog.books.text()
    assert dialog.sources.text() == "Allowed sources: user:turn-1, tool:search"
    assert dialog.list.choose("night-2")
    settle(dialog.property("pane"), qtbot)
    assert "the server did not take the key" in dialog.books.text()
    assert dialog.sources.text() == "Allowed sources: user:turn-1, tool:search"

    stub.answers = [chat('{"notes": []}')]
    with qtbot.waitSignal(dialog.retry.done, timeout=10_000):
        dialog.retry.button.click()
    settle(dialog.property("pane"), qtbot)
    assert dialog.note.text() == "Nothing waits any more."
    assert not dialog.retry.button.isVisible()
    dialog.accept()


def test_trying_can_be_stopped_and_nothing_is_lost(
    open_pane: Open, session: Session, waiting: None, stub: StubServer, qtbot: QtBot
) -> None:
    session.settings.server = ServerChoice(stub.url, "", "note-model")
    stub.answers = [slow]
    dialog = opened(open_pane, session, qtbot)
    dialog.retry.button.click()
    qtbot.waitUntil(stub.waiting.is_set, timeout=10_000)
    with qtbot.waitSignal(dialog.retry.done, timeout=10_000) as done:
        dialog.retry.button.click()

    assert done.args == [2, 2]
    settle(dialog.property("pane"), qtbot)
    dialog.accept()


@pytest.mark.parametrize(
    ("server", "mode", "said"),
    [
        (ServerChoice(), "read-write", "Name a writer model in Settings first."),
        (ServerChoice(writer_model="m"), "read-write", "There is neither a server nor a key; see Settings."),
        (ServerChoice("http://127.0.0.1:9/v1", "", "m"), "read-only", "The file is open read-only"),
    ],
)
def test_what_stands_in_the_way_is_said(
    open_pane: Open,
    session: Session,
    waiting: None,
    qtbot: QtBot,
    server: ServerChoice,
    mode: str,
    said: str,
) -> None:
    session.settings.server = server
    dialog = opened(open_pane, session, qtbot, mode)

    assert not dialog.retry.button.isEnabled()
    assert dialog.retry.button.toolTip().startswith(said)
    dialog.accept()

"""The model server in the settings: named once, tried off the window's thread, and never with a key on disk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.embedder_choice import EmbedderChoice, EmbedderKind
from app.server_choice import ServerChoice
from app.session import Session
from app.settings import Settings
from app.window.settings_dialog import SettingsDialog
from tests.core.stub_server import Answer, StubServer, models, slow


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
def session(qapp: QApplication, tmp_path: Path) -> Iterator[Session]:
    made = Session(Settings(tmp_path / "settings.ini"))
    yield made
    made.shutdown()


@pytest.fixture
def dialog(session: Session, qtbot: QtBot) -> SettingsDialog:
    made = SettingsDialog(session)
    qtbot.addWidget(made)
    made.show()
    return made


def fill(dialog: SettingsDialog, url: str, chat: str = "chat-1", writer: str = "") -> None:
    form = dialog.server
    form.base_url.setText(url)
    form.chat.setText(chat)
    form.writer.setText(writer)
    form.chat.editingFinished.emit()


def test_what_was_named_is_kept_and_the_key_is_not(
    dialog: SettingsDialog, session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "very-secret")
    fill(dialog, "http://127.0.0.1:9/v1", "chat-1", "writer-1")
    dialog.server.price_in.setValue(0.5)
    dialog.server.price_in.editingFinished.emit()
    session.settings.sync()

    kept = Settings(tmp_path / "settings.ini").server
    assert kept == ServerChoice("http://127.0.0.1:9/v1", "chat-1", "writer-1", price_in=0.5)
    assert "very-secret" not in (tmp_path / "settings.ini").read_text()
    # One price alone gives no cost.
    assert kept.price is None


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", '{"base_url": 3}', "5" * 9])
def test_a_spoilt_choice_names_no_server(text: str) -> None:
    choice = ServerChoice.from_text(text)
    assert choice == ServerChoice()
    assert (choice.chat(), choice.writer(), choice.reachable) == (None, None, False)


def test_a_name_alone_reaches_nothing_and_a_key_or_an_address_does(monkeypatch: pytest.MonkeyPatch) -> None:
    named = ServerChoice(chat_model="m")
    assert named.chat() is None
    assert replace(named, base_url="http://127.0.0.1:9/v1").chat() is not None
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    assert (named.url, named.endpoint().api_key) == ("http://127.0.0.1:9/v1", "none")
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    assert (named.endpoint().api_key, named.chat() is not None) == ("k", True)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (models("chat-1", "other"), "✓ The server answers; it offers 2 models."),
        (models("other"), "✗ The server answers, and has no model chat-1."),
        (
            (404, {"error": {"message": "no"}}),
            "✓ The server answers. It keeps no list of models to check the names by.",
        ),
        ((401, {"error": {"message": "no"}}), "✗ The server does not take the key."),
        ((200, "<html>"), "✗ The server’s answer broke off, or is none that was asked for."),
    ],
    ids=["well", "no such model", "no list", "wrong key", "a proxy"],
)
def test_trying_says_what_the_server_said(
    dialog: SettingsDialog, stub: StubServer, qtbot: QtBot, answer: Answer, said: str
) -> None:
    stub.answers = [answer]
    fill(dialog, stub.url)
    dialog.server.test.click()
    assert dialog.server.test.text() == "Stop"
    qtbot.waitUntil(lambda: dialog.server.test.text() == "Test connection", timeout=10_000)

    assert dialog.server.said.text() == said
    # Nothing but the list of models was asked for.
    assert [path for path, _ in stub.asked] == ["/v1/models"]


def test_trying_can_be_stopped(dialog: SettingsDialog, stub: StubServer, qtbot: QtBot) -> None:
    stub.answers = [slow]
    fill(dialog, stub.url)
    dialog.server.test.click()
    qtbot.waitUntil(stub.waiting.is_set, timeout=10_000)
    dialog.server.test.click()
    qtbot.waitUntil(lambda: dialog.server.said.text() == "Stopped.", timeout=10_000)


def test_without_a_key_trying_openai_says_so_and_sends_nothing(dialog: SettingsDialog, qtbot: QtBot) -> None:
    assert "OPENAI_API_KEY is not set" in dialog.server.key.text()
    dialog.server.test.click()
    qtbot.waitUntil(lambda: dialog.server.test.text() == "Test connection", timeout=10_000)
    assert dialog.server.said.text() == "✗ No key is set for the server."


def test_the_embedder_asks_the_same_server(
    dialog: SettingsDialog, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.settings.embedder = EmbedderChoice(EmbedderKind.SERVER, "http://127.0.0.1:9/v1", "embed-1", 8)
    assert session.settings.server.embedding_model == "embed-1"
    used: list[EmbedderChoice] = []
    monkeypatch.setattr(session, "use_embedder", used.append)
    dialog.server.embeddings.setText("embed-1")
    fill(dialog, "http://127.0.0.1:10/v1")

    assert session.settings.embedder == EmbedderChoice(
        EmbedderKind.SERVER, "http://127.0.0.1:10/v1", "embed-1", 8
    )
    assert used == [session.settings.embedder]


def test_the_bundled_embedder_does_not_care(
    dialog: SettingsDialog, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "use_embedder", lambda choice: pytest.fail("the file was opened again"))
    fill(dialog, "http://127.0.0.1:10/v1")
    assert session.settings.embedder.kind is EmbedderKind.TABLE

"""Choosing a server as embedder: the refusal, the offer, progress with resume, and what it cost."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.embedder_choice import EmbedderChoice, EmbedderKind
from app.panes.recall.embedder_dialog import EmbedderDialog
from app.session import Session
from app.settings import Settings
from tests.app.recall.conftest import Open, ask, settle

FAILING = threading.Event()


class _Handler(BaseHTTPRequestHandler):
    """Answers as OpenAI does, three numbers and ten tokens per text; or not at all."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        texts = body["input"]
        rows = [
            {"object": "embedding", "index": i, "embedding": [len(text), text.count("e"), 4.0]}
            for i, text in enumerate(texts)
        ]
        usage = {"prompt_tokens": 10 * len(texts), "total_tokens": 10 * len(texts)}
        answer = {"object": "list", "data": rows, "model": "stub", "usage": usage}
        raw = json.dumps({"error": {"message": "no"}} if FAILING.is_set() else answer).encode()
        self.send_response(401 if FAILING.is_set() else 200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[str]:
    FAILING.clear()
    served = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    thread = threading.Thread(target=served.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{served.server_address[1]}/v1"
    served.shutdown()
    served.server_close()
    thread.join()


@pytest.fixture
def choice(server: str) -> EmbedderChoice:
    return EmbedderChoice(EmbedderKind.SERVER, server, "stub", 3, 0.5)


def _fill(dialog: EmbedderDialog, choice: EmbedderChoice) -> None:
    form = dialog.form
    form.kind.setCurrentIndex(form.kind.findData(choice.kind))
    form.base_url.setText(choice.base_url)
    form.model.setText(choice.model)
    form.dimension.setValue(choice.dimension)
    form.price.setValue(choice.price or 0)


def _settle(dialog: EmbedderDialog, session: Session, qtbot: QtBot) -> None:
    qtbot.waitUntil(session.jobs.idle, timeout=10_000)


def test_a_file_of_another_embedder_is_refused_by_name_and_can_be_embedded_anew(
    open_pane: Open, choice: EmbedderChoice, qtbot: QtBot
) -> None:
    pane = open_pane("read-write")
    session = pane.session
    ask(pane, "vendor invoices", qtbot)
    dialog = pane.choose_embedder()
    settle(pane, qtbot)
    assert dialog.state.text() == "static64-minilm-v1 is in use for all 7 memories."
    assert not dialog.save.isEnabled()
    assert not dialog.embed.isEnabled()
    _fill(dialog, choice)
    with qtbot.waitSignal(session.file_changed, timeout=10_000):
        dialog.save.click()
    _settle(dialog, session, qtbot)
    assert session.settings.embedder == choice
    assert "stub:3 has read 0 of" in dialog.state.text()
    assert "made with static64-minilm-v1" in dialog.state.text()
    with qtbot.waitSignal(pane.asking.failed, timeout=10_000):
        pane.ask("vendor invoices")
    settle(pane, qtbot)
    page = pane.page.stack.page
    assert page.title == "✗ The file was made with another embedder"
    assert "static64-minilm-v1" in page.text
    assert "stub:3" in page.text
    offered = next(each for each in page.findChildren(QPushButton) if each.text() == "Embedder…")
    assert offered.isVisibleTo(page)
    assert dialog.embed.isEnabled()
    dialog.embed.click()
    assert not dialog.bar.isHidden()
    qtbot.waitUntil(lambda: dialog.bar.isHidden(), timeout=10_000)
    _settle(dialog, session, qtbot)
    assert not dialog.embed.isEnabled()
    # One request for seven texts of ten tokens, the expired one among them, at half a unit of money per million.
    assert dialog.spent.text() == "1 requests, 70 tokens since the file was opened · cost 0.000035"
    ask(pane, "vendor invoices", qtbot)
    assert pane.study is not None
    assert pane.study.kept


def test_a_server_that_refuses_is_told_and_words_still_count(
    open_pane: Open, choice: EmbedderChoice, qtbot: QtBot
) -> None:
    pane = open_pane("read-write")
    dialog = pane.choose_embedder()
    FAILING.set()
    _fill(dialog, choice)
    with qtbot.waitSignal(pane.session.file_changed, timeout=10_000):
        dialog.save.click()
    _settle(dialog, pane.session, qtbot)
    dialog.embed.click()
    qtbot.waitUntil(lambda: dialog.bar.isHidden(), timeout=10_000)
    assert "The embedding server did not help. The server does not take the key." in dialog.state.text()
    assert dialog.embed.isEnabled()


def test_reading_only_says_why_nothing_can_be_embedded(
    open_pane: Open, choice: EmbedderChoice, qtbot: QtBot
) -> None:
    pane = open_pane("read-only")
    dialog = pane.choose_embedder()
    _fill(dialog, choice)
    with qtbot.waitSignal(pane.session.file_changed, timeout=10_000):
        dialog.save.click()
    _settle(dialog, pane.session, qtbot)
    assert "enable writing to embed" in dialog.state.text()
    assert not dialog.embed.isEnabled()


def test_the_choice_is_kept_without_the_key(tmp_path, choice: EmbedderChoice, monkeypatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "very-secret")
    path = tmp_path / "settings.ini"
    settings = Settings(path)
    assert settings.embedder == EmbedderChoice()
    settings.embedder = choice
    settings.sync()
    assert Settings(path).embedder == choice
    assert "very-secret" not in path.read_text()


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", '{"kind": "psychic"}', "5" * 9])
def test_a_spoilt_choice_is_the_bundled_table(text: str) -> None:
    assert EmbedderChoice.from_text(text) == EmbedderChoice()
    assert EmbedderChoice.from_text(text).make() is None


def test_the_demo_says_that_it_keeps_its_table(
    open_pane: Open, choice: EmbedderChoice, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pane = open_pane()
    dialog = pane.choose_embedder()
    settle(pane, qtbot)
    assert dialog.demo.isHidden()
    dialog.close()
    monkeypatch.setattr(Session, "is_demo", property(lambda self: True))
    dialog = pane.choose_embedder()
    form = dialog.form
    form.kind.setCurrentIndex(form.kind.findData(EmbedderKind.SERVER))
    form.base_url.setText(choice.base_url)
    form.model.setText(choice.model)
    dialog.save.click()
    settle(pane, qtbot)
    assert not dialog.demo.isHidden()
    assert dialog.demo.text() == (
        "The demo keeps the bundled table. What is chosen here holds for files of your own."
    )
    assert dialog.state.text() == "static64-minilm-v1 is in use for all 7 memories."
    dialog.close()

"""Bad input to recall, each by the sentence a person reads (issue: Recall, bad input)."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.panes.recall import RecallPane
from app.panes.recall.page import QUESTIONS
from app.wording import sentence
from core import Invalid, Scope, Store
from core.errors import EmbedderFailure
from core.recall.server import Server
from tests.app.recall.conftest import NOBODY, Open, ask, settle

NOTHING = "The question has no word to look for; words such as “the” do not count."


@pytest.mark.parametrize("query", [" ", "the of and", "🎉🎉", "?!", "\u200b"])
def test_a_question_without_a_word(pane: RecallPane, qtbot: QtBot, query: str) -> None:
    ask(pane, query, qtbot)
    page = pane.page.scores.stack.page
    assert (page.title, page.text) == ("Nothing came back", NOTHING)
    assert pane.page.stack.shows_content


def test_an_empty_question_asks_nothing(pane: RecallPane, qtbot: QtBot) -> None:
    pane.ask("")
    settle(pane, qtbot)
    assert pane.study is None
    assert pane.page.stack.page.title == "Ask what the agent would ask"


def test_mixed_scripts_and_emoji_are_answered(pane: RecallPane, qtbot: QtBot) -> None:
    ask(pane, "🎉 fiscal 会計年度 год year?", qtbot)
    assert pane.study is not None
    assert "fiscal year starts in July" in pane.study.kept[0].record.content


def test_a_megabyte_is_read_in_part(pane: RecallPane, qtbot: QtBot) -> None:
    ask(pane, "invoices " + "x" * 1_000_000, qtbot)
    assert pane.page.note.text == "The question is very long; only its first 10 000 characters are read."


def test_no_memory_is_asked_for(pane: RecallPane, qtbot: QtBot) -> None:
    pane.page.setting.k.setValue(0)
    ask(pane, "vendor invoices", qtbot)
    assert pane.study is not None
    assert pane.page.heading.line.split(" · ")[:3] == ["6 seen", "0 kept", "k = 0 keeps nothing"]
    assert len(pane.study.hits) == 0


def test_a_person_without_records(open_pane: Open, qtbot: QtBot) -> None:
    pane = open_pane()
    pane.session.set_scope(NOBODY)
    ask(pane, "invoices", qtbot)
    page = pane.page.stack.page
    assert page.title == "There is nothing to recall"
    assert page.text == "This person has no current records. Memory shows what there was."


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"k": -1}, "The number of memories is out of range."),
        ({"k": 2.5}, "The number of memories has the wrong type: int is needed."),
        ({"kinds": ["gossip"]}, "The kind is not known: gossip."),
        ({"min_score": float("nan")}, "The threshold is out of range."),
    ],
)
def test_an_argument_that_means_nothing(tmp_path: Path, asked: dict[str, Any], said: str) -> None:
    with Store.open(tmp_path / "memory.db") as store:
        records = store.partition(Scope("acme", "alice")).records
        with pytest.raises(Invalid) as refused:
            records.recall("invoices", **asked)
        assert sentence(refused.value).text == said
        assert records.recall("invoices", k=10**12) == []


Rows = list[dict[str, Any]]


def _nan(rows: Rows) -> Rows:
    rows[0]["embedding"] = [float("nan"), 0.0, 1.0]
    return rows


def _shorter(rows: Rows) -> Rows:
    rows[0]["embedding"] = [1.0]
    return rows


def _half(rows: Rows) -> Rows:
    return rows[: len(rows) // 2]


def _late(rows: Rows) -> Rows:
    _Handler.over.wait(5)
    return rows


class _Handler(BaseHTTPRequestHandler):
    spoil: Callable[[Rows], Rows]
    over = threading.Event()

    def do_POST(self) -> None:
        texts = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"]
        rows = [
            {"object": "embedding", "index": i, "embedding": [1.0, 2.0, 3.0]} for i, _ in enumerate(texts)
        ]
        raw = json.dumps({"object": "list", "data": type(self).spoil(rows), "model": "stub"}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, format: str, *args: object) -> None:
        pass

    def handle_one_request(self) -> None:
        try:
            super().handle_one_request()
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # the client gave up waiting, which is what is tested


@pytest.fixture
def url() -> Iterator[str]:
    _Handler.over.clear()
    served = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    thread = threading.Thread(target=served.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{served.server_address[1]}/v1"
    _Handler.over.set()
    served.shutdown()
    served.server_close()
    thread.join()


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (_nan, "The server sent numbers that are no numbers."),
        (_shorter, "The server sent vectors of another length than before."),
        (_half, "The server’s answer broke off, or is none that was asked for."),
        (_late, "The server did not answer in time."),
    ],
)
def test_a_server_that_does_not_help(
    url: str, tmp_path: Path, spoil: Callable[[Rows], Rows], said: str
) -> None:
    _Handler.spoil = staticmethod(spoil)
    embedder = Server("stub", 3, base_url=url, api_key="none", timeout=0.3, attempts=1)
    with pytest.raises(EmbedderFailure) as failed:
        embedder.embed(["one", "two"])
    told = sentence(failed.value)
    assert (told.title, told.text) == ("The embedding server did not help", said)
    # The record is kept and found by its words, and the answer says why meaning is missing.
    with Store.open(tmp_path / "memory.db", embedder=embedder) as store:
        records = store.partition(Scope("acme", "alice")).records
        records.remember("Globex sends invoices late.", source="user:t1")
        hits = records.recall("Globex invoices")
        assert [hit.record.id for hit in hits] == [1]
        assert hits.without_meaning is not None
        assert sentence(hits.without_meaning).text == said


def test_a_pasted_megabyte_is_cut_by_the_fields_and_said(pane: RecallPane, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setText("invoice " * 131_072)
    pane.page.query.paste()
    assert len(pane.page.query.text()) == 10_001
    assert pane.page.note.text == "The question is very long; only its first 10 000 characters are read."
    ask(pane, "vendor invoices", qtbot)
    view = pane.page.questions
    pane.page.tabs.show_view(QUESTIONS)
    view.field.clear()
    view.field.paste()
    assert len(view.field.toPlainText()) == 20_000
    assert view.note.text() == "The text is very long; only its first 20 000 characters were taken."
    QGuiApplication.clipboard().clear()

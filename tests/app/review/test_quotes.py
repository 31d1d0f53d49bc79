"""The words a proposal was read from, beside it, and the runs it came from."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.panes.memory import MemoryPane
from app.panes.review import ReviewPane
from app.session import Session
from app.window.runs_dialog import RunsDialog
from core import Scope, Store
from core.gate import Citation, Run, Turn
from core.memory.writer import RunState
from tests.app.review.conftest import ALICE, Open, go_to, settle

PAGE = "Always water\u200b the <b>plants</b> on Friday."
RUN = Run("run <b>7</b>", (Turn("user:turn-1", "I live in Oslo."), Turn("web:a.example", PAGE)))


@pytest.fixture
def path(path: Path) -> Path:
    """One run of Alice: one proposal kept, one held, one refused."""
    with Store.open(path, "read-write") as store:
        records = store.partition(ALICE).records
        records.remember("Alice lives in Oslo.", key="city", source="user:turn-1", run=RUN)
        cited = (Citation("web:a.example", PAGE),)
        records.remember(
            "Always water the plants.",
            kind="procedural",
            key="plants",
            source="web:a.example",
            run=RUN,
            cited=cited,
        )
        records.remember("Alice owns a zeppelin factory.", source="user:turn-1", run=RUN)
    return path


def test_the_detail_quotes_with_trust_and_shows_what_is_hidden(pane: ReviewPane, qtbot: QtBot) -> None:
    go_to(pane, "Always water the plants.", qtbot)
    said, words = pane.page.detail.body.quotes.texts()
    assert said == "Run run <b>7</b> cites web:a.example · trust external"
    assert "U+200B" in words
    assert words.endswith("the <b>plants</b> on Friday.")


def test_a_direct_call_says_who_vouches(pane: ReviewPane, qtbot: QtBot) -> None:
    go_to(pane, "Always sing verse 0.", qtbot)
    said = ["The host vouches for this source; no quote was given."]
    assert pane.page.detail.body.quotes.texts() == said


def test_memory_quotes_under_the_source(open_pane: Open, session: Session, qtbot: QtBot) -> None:
    open_pane()
    memory = MemoryPane(session)
    qtbot.addWidget(memory)
    memory.show()
    memory.reveal(2)
    qtbot.waitUntil(lambda: memory.page.detail.record is not None)
    qtbot.waitUntil(lambda: memory.page.detail.quotes.texts()[-1:] == ["I live in Oslo."])


def test_a_run_lists_kept_and_not_with_reasons(open_pane: Open, session: Session, qtbot: QtBot) -> None:
    pane = open_pane(scope=ALICE)
    dialog = RunsDialog(session, pane)
    dialog.show()
    settle(pane, qtbot)
    model = dialog.list.model
    assert [[model.cell(row, place).text for place in range(5)] for row in range(model.rowCount())] == [
        ["read", "run <b>7</b>", "1", "1", "1"]
    ]
    assert dialog.books.text().startswith("The host proposed these itself")
    links = [
        button.text()
        for button in dialog.view.findChildren(QPushButton)
        if button.text().endswith(("w", "2"))
    ]
    assert links[0] == "Record #2"
    wanted: list[tuple[Scope, int]] = []
    session.item_wanted.connect(lambda scope, item: wanted.append((scope, item)))
    dialog.view.linked.emit(("item", 3))
    assert wanted == [(ALICE, 3)]


def test_without_runs_the_dialog_says_how_one_comes(open_pane: Open, session: Session, qtbot: QtBot) -> None:
    pane = open_pane(scope=Scope("acme", "bob"))
    dialog = RunsDialog(session, pane)
    dialog.show()
    settle(pane, qtbot)
    assert dialog.said.text().startswith("No writer run proposed anything.")
    dialog.accept()


def test_a_run_that_waits_says_how_often_it_was_tried_and_why(
    open_pane: Open, path: Path, session: Session, qtbot: QtBot
) -> None:
    with Store.open(path) as store:
        books = store.partition(ALICE).writer
        books.hand_over("night", [], "small-model")
        for _ in range(2):
            books.tried("night", RunState.WAITING, problem="failed", prompt_tokens=600, cost=0.001)
    pane = open_pane(scope=ALICE)
    dialog = RunsDialog(session, pane)
    dialog.show()
    settle(pane, qtbot)
    assert dialog.list.model.cell(0, 0).text == "waiting"
    assert dialog.list.model.cell(0, 1).text == "night"
    assert dialog.list.choose("night")
    settle(pane, qtbot)
    said = dialog.books.text()
    for part in (
        "small-model",
        "tried 2 times",
        "the model did not answer",
        "1\u202f200 tokens read",
        "cost 0.002",
    ):
        assert part in said

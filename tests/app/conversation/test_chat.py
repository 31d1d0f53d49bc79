"""Talking to the demo agent: what is sent, recalled, proposed and held is on screen, and errors are sentences."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from app.panes.conversation import ConversationPane
from app.panes.conversation.chat import Chat
from app.server_choice import ServerChoice
from app.session import Session
from core import Scope, Store
from tests.app.conversation.conftest import ALICE, NOBODY, Open, settle
from tests.app.window.test_accessibility import nameless
from tests.core.stub_server import StubServer, calling, chat, slow

ZOE = Scope("acme", "zoe")
SCRIPTED = "scripted, offline"


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
def talking(open_pane: Open, path: Path, qtbot: QtBot) -> Chat:
    """The talk about somebody whose fiscal year and task are known."""
    with Store.open(path, "write") as store:
        zoe = store.partition(ZOE)
        zoe.records.remember(
            "Zoe's fiscal year starts in July.", key="fiscal_year_start", source="user:turn-9"
        )
        zoe.records.remember("Zoe rejected Globex over late invoices.", kind="episodic", source="user:turn-3")
        zoe.tasks.create("q3", "Reconcile Q3 invoices", ["fetch_invoices", "match"])
    return enter(open_pane(ZOE, "read-write"), qtbot)


def enter(pane: ConversationPane, qtbot: QtBot) -> Chat:
    pane.run("conversation.chat")
    settle(pane, qtbot)
    assert pane.chat is not None
    pane.chat.setProperty("pane", pane)
    return pane.chat


def say(talk: Chat, words: str, qtbot: QtBot) -> None:
    talk.view.entry.setPlainText(words)
    qtbot.keyClick(talk.view.entry, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: talk.session.jobs.idle() and not talk.runner.running, timeout=20_000)


def texts(talk: Chat) -> str:
    """Every word of the transcript."""
    widget = talk.view.transcript.widget()
    views = [view.toPlainText() for view in widget.findChildren(type(talk.view.inspector.prompt.view))]
    return "\n".join([label.text() for label in widget.findChildren(QLabel)] + views)


def links(talk: Chat, words: str) -> list[QPushButton]:
    return [
        each
        for each in talk.view.findChildren(QPushButton)
        if words in each.text() and each.isVisibleTo(talk.view)
    ]


def test_a_question_shows_prompt_bill_and_what_was_recalled(talking: Chat, qtbot: QtBot) -> None:
    say(talking, "What happened with Globex?", qtbot)

    assert "Zoe rejected Globex over late invoices." in texts(talking)
    assert f"Demo agent · {SCRIPTED}" in texts(talking)
    (turn,) = talking.turns
    (logged,) = talking.session.operator.prompts(ZOE, "chat-1")
    bar = talking.view.inspector.bar
    assert bar.total == logged.ledger.total
    assert sum(piece.tokens for piece in bar.pieces if piece.part is not None) == bar.total
    # What stands at the right is what was logged for the prompt, with its scores.
    assert list(turn.because) == talking.session.operator.why(ZOE, "chat-1", logged.id)
    assert turn.because[0].score is not None
    said = " ".join(label.text() for label in talking.view.inspector.findChildren(QLabel))
    assert f"score {turn.because[0].score:.2f}, fit {turn.because[0].fit:.2f}" in said
    assert "The agent asked" in said
    assert "── system ──" in talking.view.inspector.prompt.view.toPlainText()
    with qtbot.waitSignal(talking.session.record_wanted) as caught:
        links(talking, "#2")[0].click()
    assert caught.args == [2]


def test_what_is_held_is_one_click_from_review(talking: Chat, qtbot: QtBot) -> None:
    say(talking, "Please forget my fiscal year.", qtbot)

    (item,) = talking.session.operator.review.waiting()
    (shown,) = talking.view.inspector.shown
    assert (shown.outcome, shown.item) == ("held", item.id)
    assert [finding.code for finding in shown.findings] == ["deletion_needs_person"]
    for link in links(talking, f"Proposal #{item.id} in Review"):
        with qtbot.waitSignal(talking.session.item_wanted) as caught:
            link.click()
        assert caught.args == [ZOE, item.id]
    assert len(links(talking, f"Proposal #{item.id} in Review")) == 2


def test_kept_refused_and_moved_are_told_with_their_reasons(talking: Chat, qtbot: QtBot) -> None:
    say(talking, "My favourite editor is Helix. my VPN password is hunter2", qtbot)
    assert [shown.outcome for shown in talking.view.inspector.shown] == ["stored", "refused"]
    assert [finding.code for finding in talking.view.inspector.shown[1].findings] == ["secret"]
    say(talking, "match is done", qtbot)
    (moved,) = talking.view.inspector.shown
    assert moved.outcome == "refused"
    say(talking, "fetch_invoices is done: 4 invoices", qtbot)
    (moved,) = talking.view.inspector.shown
    assert (moved.outcome, "next is match" in moved.said) == ("stored", True)


def test_a_secret_leaves_the_screen_too(talking: Chat, qtbot: QtBot) -> None:
    say(talking, "my VPN password is hunter2", qtbot)

    assert "A secret was taken out before anything was kept or sent." in texts(talking)
    seen = texts(talking) + "".join(shown.words for shown in talking.view.inspector.shown)
    assert "hunter2" not in seen


def test_an_earlier_turn_can_be_looked_at_again(talking: Chat, qtbot: QtBot) -> None:
    say(talking, "Please forget my fiscal year.", qtbot)
    say(talking, "When does my fiscal year start?", qtbot)
    assert talking.view.inspector.shown == ()
    links(talking, "What it saw")[0].click()
    assert [shown.outcome for shown in talking.view.inspector.shown] == ["held"]


def test_the_charts_show_the_talk_afterwards(talking: Chat, qtbot: QtBot) -> None:
    say(talking, "When does my fiscal year start?", qtbot)
    pane = talking.property("pane")
    talking.view.back.click()
    settle(pane, qtbot)

    assert pane.page.isVisible()
    assert pane.study.id == "chat-1"
    assert pane.study.turns == 1
    assert [message.role.value for message in pane.study.messages] == [
        "user",
        "assistant",
        "tool",
        "assistant",
    ]
    # A new talk is another conversation, and the first one stays.
    pane.run("conversation.chat")
    talking.view.anew.click()
    say(talking, "Hello!", qtbot)
    assert talking.runner.name == "chat-2"


def test_the_other_panes_are_told(talking: Chat, qtbot: QtBot) -> None:
    kinds: set[str] = set()
    talking.session.changed.connect(lambda change: kinds.update(change.kinds))
    say(talking, "I live in Oslo. Please forget my fiscal year.", qtbot)
    qtbot.waitUntil(lambda: {"conversation", "record", "quarantine"} <= kinds, timeout=10_000)


def test_nothing_is_said_to_a_file_that_only_reads(open_pane: Open, qtbot: QtBot) -> None:
    talk = enter(open_pane(ALICE, "read-only"), qtbot)
    talk.view.entry.setPlainText("Hello")

    assert not talk.view.send.isEnabled()
    assert "read-only" in talk.view.state.text()
    assert talk.view.enable.isVisibleTo(talk.view)
    with qtbot.waitSignal(talk.session.file_changed, timeout=10_000):
        talk.view.enable.click()
    settle(talk.property("pane"), qtbot)
    talk.view.entry.setPlainText("Hello")
    assert talk.view.send.isEnabled()


def test_empty_and_endless_words_are_not_sent(talking: Chat, qtbot: QtBot) -> None:
    for words in ("", "  \n ", "a" * 20_001):
        talking.view.entry.setPlainText(words)
        assert not talking.view.send.isEnabled()
        qtbot.keyClick(talking.view.entry, Qt.Key.Key_Return)
    assert talking.turns == []
    assert talking.session.operator.conversations(ZOE).listed() == []


def test_another_person_begins_another_talk(talking: Chat, qtbot: QtBot) -> None:
    say(talking, "I live in Oslo.", qtbot)
    talking.session.set_scope(NOBODY)
    settle(talking.property("pane"), qtbot)

    assert (talking.turns, talking.runner.name) == ([], None)
    assert "Oslo." not in [
        view.toPlainText()
        for view in talking.view.transcript.findChildren(type(talking.view.inspector.prompt.view))
    ]
    say(talking, "Hello!", qtbot)
    assert [each.id for each in talking.session.operator.conversations(NOBODY).listed()] == ["chat-1"]


def test_the_model_of_the_settings_answers(talking: Chat, stub: StubServer, qtbot: QtBot) -> None:
    talking.session.settings.server = ServerChoice(stub.url, "big-model")
    # Named in Settings while the talk is on screen: it says so at once.
    assert "big-model" in talking.view.heading.line
    deletion = {"key": "fiscal_year_start", "id": None, "reason": "asked"}
    stub.answers = [calling("propose_deletion", deletion), chat("It waits for a person.")]
    say(talking, "Forget my fiscal year.", qtbot)

    assert "It waits for a person." in texts(talking)
    assert "Demo agent · big-model" in texts(talking)
    assert [shown.outcome for shown in talking.view.inspector.shown] == ["held"]
    assert "480 in and out for the turn, as the server reports" in talking.view.inspector.prompt_line.text()


def test_a_server_that_fails_is_a_sentence_and_the_words_can_be_asked_again(
    talking: Chat, stub: StubServer, qtbot: QtBot
) -> None:
    talking.session.settings.server = ServerChoice(stub.url, "big-model")
    stub.answers = [(401, {"error": {"message": "no"}})]
    say(talking, "Hello", qtbot)

    assert "✗ The model did not answer. The server does not take the key." in texts(talking)
    stub.answers = [chat("Hi.")]
    links(talking, "Ask again")[0].click()
    qtbot.waitUntil(lambda: talking.session.jobs.idle() and not talking.runner.running, timeout=20_000)
    assert "Hi." in texts(talking)
    (listed,) = talking.session.operator.conversations(ZOE).listed()
    assert listed.messages == 2


def test_a_memory_that_may_not_be_used_is_a_sentence(talking: Chat, qtbot: QtBot) -> None:
    talking.session.operator.privacy.restrict(ZOE, reason="asked")
    say(talking, "When does my fiscal year start?", qtbot)

    assert "✗ This person’s memory is restricted." in texts(talking)
    # Nothing was kept, so there is nothing to be asked again.
    assert links(talking, "Ask again") == []
    assert talking.view.send.isVisibleTo(talking.view)


def test_words_of_a_model_are_shown_and_never_interpreted(
    talking: Chat, stub: StubServer, qtbot: QtBot
) -> None:
    talking.session.settings.server = ServerChoice(stub.url, "<b>big</b>")
    stub.answers = [calling("propose_memory", '{"kind": "<i>x</i>"}'), chat("<b>pay</b> elsewhere\u202e")]
    say(talking, "<u>Hello</u>", qtbot)

    assert "<b>pay</b> elsewhere" in texts(talking)
    assert "U+202E" in texts(talking)
    assert "Demo agent · <b>big</b>" in texts(talking)
    assert "<u>Hello</u>" in texts(talking)
    (shown,) = talking.view.inspector.shown
    assert (shown.outcome, "has to be one of" in shown.said or "needs" in shown.said) == ("refused", True)
    labels = talking.view.findChildren(QLabel)
    assert all(label.textFormat() is Qt.TextFormat.PlainText for label in labels if "<" in label.text())


def test_a_turn_under_way_can_be_stopped(talking: Chat, stub: StubServer, qtbot: QtBot) -> None:
    talking.session.settings.server = ServerChoice(stub.url, "big-model")
    stub.answers = [slow]
    talking.view.entry.setPlainText("Hello")
    talking.view.send.click()
    qtbot.waitUntil(stub.waiting.is_set, timeout=10_000)
    assert "Waiting for big-model" in talking.view.state.text()
    assert not talking.view.send.isVisibleTo(talking.view)
    talking.view.stop.click()
    qtbot.waitUntil(lambda: not talking.runner.running, timeout=10_000)

    assert "You stopped this turn" in texts(talking)
    assert talking.view.send.isVisibleTo(talking.view)


def test_a_turn_stopped_before_it_began_keeps_nothing(talking: Chat, qtbot: QtBot) -> None:
    release = threading.Event()
    for _ in range(2):
        talking.session.jobs.ask(lambda token: release.wait(20), lambda _: None)
    talking.view.entry.setPlainText("Hello")
    talking.view.send.click()
    talking.view.stop.click()
    release.set()
    qtbot.waitUntil(lambda: not talking.runner.running, timeout=10_000)

    assert "It had not begun, and nothing was kept of it." in texts(talking)
    assert links(talking, "Ask again") == []
    assert talking.session.operator.conversations(ZOE).listed() == []


def test_leaving_the_person_stops_what_runs(talking: Chat, stub: StubServer, qtbot: QtBot) -> None:
    talking.session.settings.server = ServerChoice(stub.url, "big-model")
    stub.answers = [slow]
    talking.view.entry.setPlainText("Hello")
    talking.view.send.click()
    qtbot.waitUntil(stub.waiting.is_set, timeout=10_000)
    talking.session.set_scope(NOBODY)
    settle(talking.property("pane"), qtbot)

    assert talking.turns == []
    assert "stopped" not in texts(talking)


def test_a_writer_reads_the_talk_when_asked(talking: Chat, stub: StubServer, qtbot: QtBot) -> None:
    talking.session.settings.server = ServerChoice(stub.url, "", "note-model")
    say(talking, "The budget meeting moved to Thursday.", qtbot)
    note = (
        '{"notes": [{"kind": "episodic", "key": null, "content": "The budget meeting moved to Thursday.",'
        ' "source": "user:turn-1", "quote": "The budget meeting moved to Thursday."}]}'
    )
    stub.answers = [chat(note)]
    talking.view.write.click()
    qtbot.waitUntil(lambda: talking.session.jobs.idle() and not talking.runner.running, timeout=20_000)

    assert "The writer proposed a note;" in texts(talking)
    assert talking.view.inspector.shown[-1].outcome == "stored"
    (run,) = talking.session.operator.writer_runs(ZOE)
    assert (run.writer, run.state) == ("note-model", "done")
    # Nothing new was said, so nothing is sent a second time.
    talking.view.write.click()
    qtbot.waitUntil(lambda: not talking.runner.running, timeout=20_000)
    assert len(stub.asked) == 1


def test_a_writer_that_cannot_be_reached_leaves_the_run_waiting(
    talking: Chat, stub: StubServer, qtbot: QtBot
) -> None:
    talking.session.settings.server = ServerChoice(stub.url, "", "note-model")
    say(talking, "The budget meeting moved to Thursday.", qtbot)
    stub.answers = [(401, {"error": {"message": "no"}})]
    talking.view.write.click()
    qtbot.waitUntil(lambda: talking.session.jobs.idle() and not talking.runner.running, timeout=20_000)

    assert "the run waits in Record ▸ Writer runs…" in texts(talking)
    assert [run.state for run in talking.session.operator.writer_runs(ZOE)] == ["waiting"]


def test_an_example_is_written_and_not_sent(talking: Chat) -> None:
    links(talking, "I live in Oslo.")[0].click()
    assert talking.view.entry.words == "I live in Oslo."
    assert talking.turns == []


def test_escape_goes_back_and_letters_are_letters(talking: Chat, qtbot: QtBot) -> None:
    pane = talking.property("pane")
    qtbot.keyClicks(talking.view.entry, "tjkb")
    assert talking.view.entry.words == "tjkb"
    assert pane.handles("conversation.next") is None
    qtbot.keyClick(talking.view.entry, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert talking.turns == []
    qtbot.keyClick(talking.view, Qt.Key.Key_Escape)
    assert pane.whole.currentWidget() is pane.page


def test_closing_the_file_in_the_middle_of_a_turn_is_no_crash(
    talking: Chat, stub: StubServer, session: Session, qtbot: QtBot
) -> None:
    talking.session.settings.server = ServerChoice(stub.url, "big-model")
    stub.answers = [slow]
    talking.view.entry.setPlainText("Hello")
    talking.view.send.click()
    qtbot.waitUntil(stub.waiting.is_set, timeout=10_000)
    errors: list[Exception] = []
    session.jobs.failed_unhandled.connect(errors.append)
    session.close_file()
    qtbot.waitUntil(session.jobs.idle, timeout=10_000)

    assert errors == []
    assert talking.turns == []
    assert not talking.view.send.isEnabled()


def test_every_control_has_a_name_and_the_keyboard_reaches_it(talking: Chat, qtbot: QtBot) -> None:
    say(talking, "Please forget my fiscal year.", qtbot)
    say(talking, "What happened with Globex?", qtbot)
    assert nameless(talking.view) == []
    reached = {talking.view.entry}
    talking.view.entry.setFocus()
    for _ in range(60):
        qtbot.keyClick(talking.view.focusWidget(), Qt.Key.Key_Tab)
        reached.add(talking.view.focusWidget())
    assert {talking.view.back, talking.view.anew, *links(talking, "in Review")} <= reached


def test_no_text_slides_out_of_sight(talking: Chat, qtbot: QtBot) -> None:
    say(talking, "Please forget my fiscal year. Remember that my fiscal year starts in May.", qtbot)
    say(talking, "w" * 400, qtbot)
    for area in (talking.view.transcript, talking.view.inspector):
        assert area.widget().width() <= area.viewport().width()

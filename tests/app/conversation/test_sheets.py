"""The text that is sent, whole: tools, memories and scratchpad too; models' summaries; sessions; exact numbers."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.panes.conversation import ConversationPane
from app.panes.conversation.finding import InRecall
from app.panes.conversation.page import NEEDLE, PROMPT
from app.panes.conversation.prompt_text import Sheet
from app.panes.conversation.reset_dialog import ResetDialog
from app.panes.conversation.settings_box import SettingsBox
from app.server_choice import ServerChoice
from app.session import Session
from core import Scope, Store
from core.agent.model import Reply, ScriptedModel
from core.errors import ModelFailure
from core.memory.conversation import Message, Role
from core.memory.conversation.settings import Strategy
from core.memory.prompt.ledger import PromptPart
from core.memory.tokens import counter_named
from core.memory.tokens.calibration import Anchor
from tests.app.conversation.conftest import PRIYA, Open, settle

VERA = Scope("acme", "vera")
TOOLS = [{"name": "look_up", "description": "Looks a vendor up", "parameters": {"type": "object"}}]


def written(pane: ConversationPane, qtbot: QtBot) -> Sheet:
    """The sheet of the turn on screen."""
    pane.page.tabs.show_view(PROMPT)
    settle(pane, qtbot)
    assert pane.page.prompt.sheet is not None
    return pane.page.prompt.sheet


@pytest.fixture
def vera(path: Path) -> Scope:
    """A talk with everything a prompt can hold, and a session before it."""
    with Store.open(path, "write") as store:
        partition = store.partition(VERA)
        terms = partition.records.remember("Northwind pays in 30 days.", key="terms", source="user:t1").record
        assert terms is not None
        talk = partition.conversation("talk")
        talk.extend([Message(Role.USER, "An old question."), Message(Role.ASSISTANT, "An old answer.")])
        talk.reset("Task: vendors. Done: list. Open: terms. Next: terms.")
        talk.extend(
            [Message(Role.SYSTEM, "Be exact."), Message(Role.USER, "Which terms does Northwind have?")]
        )
        partition.scratchpad("vendors").begin("Check the vendors", ["read the terms"])
        partition.prompt(talk, task="vendors", instructions="You are a clerk.", tools=TOOLS)
        talk.extend(
            [Message(Role.ASSISTANT, "30 days.", reported_tokens=260), Message(Role.USER, "Since when?")]
        )
        store.operator("ada").records(VERA).correct(terms.id, "Northwind pays in 45 days.")
    return VERA


def test_the_whole_text_in_the_order_of_packing(vera: Scope, open_pane: Open, qtbot: QtBot) -> None:
    pane = open_pane(vera)
    pane.go(0)
    sheet = written(pane, qtbot)
    order = [
        "You are a clerk.",
        "Be exact.",
        '"description": "Looks a vendor up"',
        "Task: vendors. Done: list.",
        "SCRATCHPAD:",
        "Notes recalled from memory.",
        '"Northwind pays in 30 days."',
        "Which terms does Northwind have?",
    ]
    places = [sheet.text.find(text) for text in order]
    assert -1 not in places
    assert places == sorted(places)
    # What was corrected since is still what was sent.
    assert "45 days" not in sheet.text


def test_the_parts_add_up_to_the_total_of_the_bars(vera: Scope, open_pane: Open, qtbot: QtBot) -> None:
    pane = open_pane(vera)
    study = pane.study
    assert study is not None
    for turn in range(study.turns):
        pane.go(turn)
        sheet = written(pane, qtbot)
        assert sheet.tokens == sum(block.tokens for block in sheet.blocks) == study.total(turn)
    pane.go(0)
    blocks = {block.name: block.tokens for block in written(pane, qtbot).blocks}
    assert blocks["Recalled"] == study.parts(0)[PromptPart.RECALLED] > 0
    assert blocks["Scratchpad"] == study.parts(0)[PromptPart.SCRATCHPAD] > 0
    assert blocks["Tools"] == study.parts(0)[PromptPart.TOOLS] > 0


def test_two_turns_differ_by_what_was_recalled_too(vera: Scope, open_pane: Open, qtbot: QtBot) -> None:
    pane = open_pane(vera)
    prompt = pane.page.prompt
    pane.page.tabs.show_view(PROMPT)
    prompt.against.setCurrentIndex(prompt.against.findData("turn"))
    prompt.against_changed.emit()
    settle(pane, qtbot)
    before, after = prompt.difference.shown()
    assert "Northwind pays in 30 days" in before
    assert "Northwind pays in 30 days" not in after
    assert "no prompt was logged on this turn" in prompt.line.text()


def test_an_erased_memory_is_not_written_and_that_is_said(
    vera: Scope, open_pane: Open, path: Path, qtbot: QtBot
) -> None:
    with Store.open(path, "write") as store:
        store.partition(vera).records.forget("terms", source="user:t9")
    pane = open_pane(vera)
    pane.go(0)
    sheet = written(pane, qtbot)
    assert "30 days." in sheet.text  # the answer's own words are no memory
    assert "Northwind pays" not in sheet.text
    assert "(its text was not kept)" in sheet.text
    assert "1 of the memories in it were erased since" in pane.page.prompt.line.text()
    pane.choose(2)
    settle(pane, qtbot)
    assert "erased since" in _words(pane)


def test_why_tells_the_correction_and_what_holds_today(vera: Scope, open_pane: Open, qtbot: QtBot) -> None:
    pane = open_pane(vera)
    pane.choose(2)
    settle(pane, qtbot)
    said = _words(pane)
    assert "corrected by a person since" in said
    assert "today version 2, current" in said
    views = [each.shown_text() for each in pane.page.why.findChildren(type(pane.page.why.text.view))]
    assert "Northwind pays in 30 days." in views
    assert "Northwind pays in 45 days." in views


def test_an_earlier_session_stays_readable(vera: Scope, open_pane: Open, qtbot: QtBot) -> None:
    pane = open_pane(vera)
    sessions = pane.page.sessions
    assert sessions.isVisible()
    assert [sessions.itemText(place) for place in range(2)] == ["Session 2 of 2", "Session 1 of 2"]
    assert "2 messages" in sessions.itemData(1, Qt.ItemDataRole.ToolTipRole)
    sessions.setCurrentIndex(1)
    sessions.activated.emit(1)
    settle(pane, qtbot)
    study = pane.study
    assert study is not None
    assert [message.content for message in study.messages] == ["An old question.", "An old answer."]
    assert (study.session, study.handoff) == (1, None)
    sessions.setCurrentIndex(0)
    sessions.activated.emit(0)
    settle(pane, qtbot)
    assert pane.study is not None
    assert pane.study.handoff == "Task: vendors. Done: list. Open: terms. Next: terms."


def test_a_person_begins_a_new_session_and_keeps_a_finding(
    vera: Scope, open_pane: Open, session: Session, path: Path, qtbot: QtBot
) -> None:
    with Store.open(path, "write") as store:
        pad = store.partition(vera).scratchpad("vendors")
        pad.found("Contoso wants paper invoices.")
        pad.found("Fabrikam has moved to Oslo.")
    pane = open_pane(vera, "read-write")
    assert pane.page.pad.reset.isEnabled()
    dialog = ResetDialog(pane.page.pad.pads, "vendors")
    qtbot.addWidget(dialog)
    assert dialog.handoff.toPlainText().startswith("Task: Check the vendors\nDone: –\nOpen: read the terms")
    item = dialog.findings.item(0)
    assert item is not None
    item.setCheckState(Qt.CheckState.Checked)
    with qtbot.waitSignal(session.toasted) as toasted:
        pane.resetting.begin("talk", "vendors", dialog.handoff.toPlainText(), dialog.keep)
    assert "findings remembered: 1" in toasted.args[0].text
    settle(pane, qtbot)
    assert session.operator is not None
    kept = [
        each.content
        for each in session.operator.records(vera).page(session.operator.records(vera).ids())
        if each
    ]
    assert "Contoso wants paper invoices." in kept
    assert "Fabrikam has moved to Oslo." not in kept
    assert [each.number for each in session.operator.conversations(vera).sessions("talk")] == [1, 2, 3]


def test_a_session_cannot_begin_without_words_or_in_a_file_that_is_only_read(
    pane: ConversationPane, qtbot: QtBot
) -> None:
    assert not pane.page.pad.reset.isEnabled()
    assert "reading" in pane.page.pad.reset.toolTip()
    dialog = ResetDialog({}, None)
    qtbot.addWidget(dialog)
    assert not dialog.act.isEnabled()
    dialog.handoff.setPlainText("Task: x.")
    assert dialog.act.isEnabled()


def test_one_session_needs_no_list(pane: ConversationPane) -> None:
    assert not pane.page.sessions.isVisible()


def test_the_needle_is_followed_through_what_was_recalled(open_pane: Open, qtbot: QtBot) -> None:
    pane = open_pane(PRIYA)
    pane.page.tabs.show_view(NEEDLE)
    pane.page.needle.text.setText("works on a WEATHER")
    pane.page.needle.button.click()
    settle(pane, qtbot)
    found = pane.page.needle.found
    assert found is not None
    # The prompt of the first turn was logged with the record in it; the second has no prompt.
    assert found.recalled == (InRecall.RECALLED, InRecall.NOT_LOGGED)
    assert pane.page.needle.said.text().endswith("Memory brought it, first on turn 1.")
    plot = pane.page.needle.chart.plot
    assert plot is not None
    assert "recalled from memory" in plot.tip_at(1, len(Strategy) + 0.5)


def test_estimates_are_counted_on_from_what_the_api_reported(vera: Scope, open_pane: Open) -> None:
    pane = open_pane(vera)
    study = pane.study
    assert study is not None
    assert (study.anchored(0), study.exact) == (None, {0: 260})
    billed = study.prompts[0][-1].ledger.total
    expected = Anchor().after(260, billed).next(study.total(1))
    assert study.anchored(1) == expected
    assert f"{expected}" in pane.page.turn.facts.values()["calibrated"]
    pane.go(0)
    assert pane.page.turn.facts.values()["reported"] == "260, exact"
    assert "calibrated" not in pane.page.turn.facts.values()


def test_an_exact_counter_is_offered_where_it_is_here(qtbot: QtBot) -> None:
    box = SettingsBox()
    qtbot.addWidget(box)
    box.show_counters(("pieces", "chars/4", "exact o200k_base"))
    offered = [box.counter.itemText(place) for place in range(box.counter.count())]
    assert offered == ["pieces", "chars/4", "exact o200k_base"]
    assert box.ask().counter == counter_named("pieces").name


def choose_model_summary(pane: ConversationPane, qtbot: QtBot) -> None:
    setting = pane.page.setting
    setting.strategy.setCurrentIndex(setting.strategy.findData(Strategy.MODEL_SUMMARY))
    setting.strategy.activated.emit(setting.strategy.currentIndex())
    settle(pane, qtbot)
    written(pane, qtbot)


def test_without_a_server_the_model_cannot_be_asked_and_why(pane: ConversationPane, qtbot: QtBot) -> None:
    written(pane, qtbot)
    assert not pane.page.prompt.ask.isVisible()
    choose_model_summary(pane, qtbot)
    assert pane.page.prompt.ask.isVisible()
    assert not pane.page.prompt.ask.isEnabled()
    assert "No model is set" in pane.page.prompt.reason.text()


def test_a_model_tells_the_summary_within_its_room(
    pane: ConversationPane, session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = ScriptedModel([Reply("Invoices were listed one by one. " * 40)])
    monkeypatch.setattr(ServerChoice, "chat", lambda self, cancelled=None: model)
    session.settings.server = ServerChoice("http://localhost:1", chat_model="small")
    choose_model_summary(pane, qtbot)
    assert pane.page.prompt.ask.isEnabled()
    pane.page.prompt.ask.click()
    settle(pane, qtbot)
    sheet = pane.page.prompt.sheet
    assert sheet is not None
    assert "Invoices were listed one by one." in sheet.text
    assert "a model told the summary" in pane.page.prompt.line.text()
    assert sheet.tokens <= 300


def test_a_model_that_fails_leaves_the_first_sentences_and_the_reason(
    pane: ConversationPane, session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Away:
        name = "small"

        def answer(self, *_: object) -> Reply:
            raise ModelFailure(None, problem="unreachable", model="small")

    monkeypatch.setattr(ServerChoice, "chat", lambda self, cancelled=None: Away())
    session.settings.server = ServerChoice("http://localhost:1", chat_model="small")
    choose_model_summary(pane, qtbot)
    pane.page.prompt.ask.click()
    settle(pane, qtbot)
    assert "the first sentences stand in" in pane.page.prompt.line.text()
    assert "the server was away" in pane.page.prompt.line.text()
    assert pane.page.prompt.sheet is not None
    assert "Earlier in this conversation: " in pane.page.prompt.sheet.text


def _words(pane: ConversationPane) -> str:
    return " ".join(label.text() for label in pane.page.why.findChildren(QLabel))

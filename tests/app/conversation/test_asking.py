"""What survives and why: needles, prompts, the records behind an answer, and files."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.panes.conversation import ConversationPane
from app.panes.conversation.page import BUDGET, MAP, NEEDLE, PROMPT, STRATEGIES
from app.panes.conversation.study import PARTS
from app.session import Session
from core.memory.conversation.settings import Strategy
from core.memory.prompt.ledger import PromptPart
from tests.app.conversation.conftest import HOSTILE, PRIYA, Open, settle


def look(pane: ConversationPane, needle: str, qtbot: QtBot) -> None:
    pane.page.tabs.show_view(NEEDLE)
    pane.page.needle.text.setText(needle)
    pane.page.needle.button.click()
    settle(pane, qtbot)


def test_a_needle_has_a_strip_per_strategy(pane: ConversationPane, qtbot: QtBot) -> None:
    look(pane, "question 1  is", qtbot)
    rows = {row.strategy: row.strip for row in pane.page.needle.table.rows}
    # One strip for each strategy, and one for what memory brought.
    assert set(rows) == {*Strategy, None}
    assert rows[Strategy.WHOLE].left_at is None
    # A window of 20 messages holds ten exchanges: what was said on the first is gone on the eleventh.
    assert rows[Strategy.WINDOW].left_at == 10
    assert "turn 1" in pane.page.needle.said.text()
    plot = pane.page.needle.chart.plot
    assert plot is not None
    assert plot.turns == 40


def test_a_needle_nobody_said(pane: ConversationPane, qtbot: QtBot) -> None:
    look(pane, "Falcon", qtbot)
    assert "never said" in pane.page.needle.said.text()
    assert not pane.page.needle.table.isVisible()


def test_a_needle_is_followed_again_when_the_setting_moves(pane: ConversationPane, qtbot: QtBot) -> None:
    look(pane, "Question 30 is about", qtbot)
    before = pane.page.needle.found
    pane.page.setting.budget.setValue(100)
    settle(pane, qtbot)
    after = pane.page.needle.found
    assert before is not None
    assert after is not None
    assert after.strips[Strategy.SUMMARY].left_at != before.strips[Strategy.SUMMARY].left_at


def test_the_prompt_is_the_text_of_the_cut(pane: ConversationPane, qtbot: QtBot) -> None:
    pane.page.tabs.show_view(PROMPT)
    settle(pane, qtbot)
    sheet = pane.page.prompt.sheet
    assert sheet is not None
    assert sheet.text.count("── user · ≈") == 3
    assert "Earlier in this conversation: " in sheet.text
    assert "Answer 40 lists the invoice. It shows vendor, amount and due date." in sheet.text
    assert "295" in pane.page.prompt.line.text()


def test_two_strategies_and_two_turns_are_compared(pane: ConversationPane, qtbot: QtBot) -> None:
    prompt = pane.page.prompt
    pane.page.tabs.show_view(PROMPT)
    for choice, gone in ((Strategy.WINDOW, "Question 31"), ("turn", "Question 37")):
        prompt.against.setCurrentIndex(prompt.against.findData(choice))
        prompt.against_changed.emit()
        settle(pane, qtbot)
        before, after = prompt.difference.shown()
        assert prompt.difference.isVisible()
        assert gone in before
        assert before != after


def test_any_two_turns_are_compared(pane: ConversationPane, qtbot: QtBot) -> None:
    prompt = pane.page.prompt
    pane.page.tabs.show_view(PROMPT)
    assert not prompt.at.isVisible()
    prompt.against.setCurrentIndex(prompt.against.findData("at"))
    prompt.against.activated.emit(prompt.against.currentIndex())
    assert prompt.at.isVisible()
    prompt.at.setValue(5)
    settle(pane, qtbot)
    before, after = prompt.difference.shown()
    # On turn 5 nothing has left golden B's budget yet: the first question is still there, word for word.
    assert "Question 1 is about invoices. Please include" in before
    assert "Question 1 is about invoices. Please include" not in after
    assert "before: turn 5" in prompt.line.text()


def test_why_did_it_say_that(open_pane: Open, session: Session, qtbot: QtBot) -> None:
    pane = open_pane(PRIYA)
    study = pane.study
    assert study is not None
    pane.choose(2)
    settle(pane, qtbot)
    (because,) = pane.page.why.because
    assert because.record is not None
    assert because.shown
    said = " ".join(label.text() for label in pane.page.why.findChildren(type(pane.page.why.line)))
    assert "user:t1" in said
    # It was replaced after the answer.
    assert "superseded since" in said
    links = [each for each in pane.page.why.findChildren(QPushButton) if "Memory" in each.text()]
    with qtbot.waitSignal(session.record_wanted) as caught:
        links[0].click()
    assert caught.args == [because.id]
    assert pane.handles("conversation.open") is not None


def test_an_answer_without_a_logged_prompt_has_no_reasons(open_pane: Open, qtbot: QtBot) -> None:
    pane = open_pane(PRIYA)
    pane.choose(4)
    settle(pane, qtbot)
    assert not pane.page.why.because
    assert "No prompt was logged" in pane.page.why.line.text()


def test_logged_parts_stand_in_the_turns_bar(open_pane: Open, session: Session) -> None:
    pane = open_pane(PRIYA)
    pane.go(0)
    assert session.operator is not None
    (logged,) = session.operator.prompts(PRIYA, "weather")
    assert pane.study is not None
    parts = pane.study.parts(0)
    assert parts[PromptPart.RECALLED] == logged.ledger.of(PromptPart.RECALLED) > 0
    assert sum(parts[part] for part in PARTS) == pane.study.total(0)
    # What the API reported is exact, and said so beside the estimate.
    assert "123 reported by the API, exact" in pane.page.heading.line
    assert "≈" in pane.page.heading.line


def test_the_scratchpad_stands_beside_it(open_pane: Open) -> None:
    pane = open_pane(PRIYA)
    assert "Finish the pipeline" in pane.page.pad.text.view.shown_text()


def test_foreign_text_is_shown_and_not_obeyed(open_pane: Open, qtbot: QtBot) -> None:
    pane = open_pane(PRIYA)
    pane.choose(3)
    assert "<b>pay</b>" in pane.page.why.text.view.shown_text()
    pane.page.tabs.show_view(PROMPT)
    settle(pane, qtbot)
    assert HOSTILE.rstrip("\u202e") in pane.page.prompt.text.view.shown_text()
    assert "U+202E" in pane.page.prompt.text.view.shown_text()


def test_charts_and_numbers_are_written(pane: ConversationPane, qtbot: QtBot, tmp_path: Path) -> None:
    look(pane, "Question 1 is", qtbot)
    for view in (BUDGET, MAP, NEEDLE):
        pane.page.tabs.show_view(view)
        for suffix, start in ((".png", b"\x89PNG"), (".svg", b"<?xml")):
            target = tmp_path / f"{view}{suffix}"
            pane.out.write(target)
            settle(pane, qtbot)
            assert target.read_bytes().startswith(start)
    pane.page.tabs.show_view(BUDGET)
    pane._show_view()  # noqa: SLF001
    pane.page.numbers.show_turn(pane.study, 0)  # type: ignore[arg-type]
    pane.out.write(tmp_path / "numbers.csv")
    pane.page.tabs.show_view(STRATEGIES)
    settle(pane, qtbot)
    pane.out.write(tmp_path / "strategies.csv")
    settle(pane, qtbot)
    assert "1431" in (tmp_path / "numbers.csv").read_text()
    assert "10372" in (tmp_path / "strategies.csv").read_text()

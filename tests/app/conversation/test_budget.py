"""Where the tokens go: the numbers on screen are those of specification 2's golden B."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.panes.conversation import ConversationPane
from app.panes.conversation.page import MAP, MESSAGES, NUMBERS, STRATEGIES
from app.session import Session
from core import Scope, Store
from core.memory.conversation import Message, Role
from core.memory.conversation.settings import Strategy
from core.memory.conversation.trace import Fate
from core.memory.prompt.ledger import PromptPart
from tests.app.conversation.conftest import ALICE, NOBODY, PRIYA, Open, settle

# Specification 2, golden B.
MANAGED = [
    35, 70, 105, 140, 175, 210, 245, 280, 199, 215, 230, 246, 261, 276, 291, 298, 299, 299, 300, 300,
    294, 294, 295, 295, *[295] * 16,
]  # fmt: skip


def test_the_setting_begins_with_that_of_the_last_prompt(pane: ConversationPane) -> None:
    ask = pane.page.setting.ask()
    assert (ask.settings.budget, ask.counter, ask.reserved) == (300, "chars/4", 60)


def test_golden_b_on_screen(pane: ConversationPane, qtbot: QtBot) -> None:
    page = pane.page
    page.tabs.show_view(NUMBERS)
    columns = {column.key: column for column in page.numbers.table.model.columns}
    rows = page.numbers.table.rows
    assert [columns["total"].raw(row) for row in rows] == MANAGED
    unmanaged = [columns["unmanaged"].raw(row) for row in rows]
    assert (unmanaged[8], unmanaged[9], unmanaged[39]) == (315, 351, 1431)
    assert "295" in page.heading.line
    assert "chars/4" in page.counter.text()


def test_the_bar_adds_up_to_the_total_and_the_reserve_is_outside(pane: ConversationPane) -> None:
    for turn in range(40):
        pane.go(turn)
        bar = pane.page.budget.bar
        inside = [piece for piece in bar.pieces if not piece.hatched]
        assert sum(piece.tokens for piece in inside if piece.part) == bar.total == MANAGED[turn]
        assert sum(piece.tokens for piece in inside) == 300
        assert [piece.tokens for piece in bar.pieces if piece.hatched] == [60]


def test_chart_and_table_show_the_same(pane: ConversationPane) -> None:
    plot = pane.page.budget.chart.plot
    assert plot is not None
    assert plot.study is pane.study
    assert plot.study.totals() == MANAGED


def test_the_scrubber_moves_by_keyboard(pane: ConversationPane, qtbot: QtBot) -> None:
    slider = pane.page.scrubber.slider
    slider.setFocus()
    qtbot.keyClick(slider, Qt.Key.Key_Home)
    assert pane.turn == 0
    qtbot.keyClick(slider, Qt.Key.Key_Right)
    assert pane.turn == 1
    pane.run("conversation.next")
    assert pane.turn == 2
    pane.run("conversation.previous")
    assert (pane.turn, pane.page.scrubber.label.text()) == (1, "2 of 40")


def test_a_slider_recuts_and_leaves_a_ghost(pane: ConversationPane, qtbot: QtBot) -> None:
    before = pane.study
    pane.page.setting.budget.setValue(2_000)
    settle(pane, qtbot)
    assert pane.study is not None
    assert pane.study.budget == pane.page.setting.budget.value() > 1431
    assert pane.study.totals() == [pane.study.unmanaged(turn) for turn in range(40)]
    assert pane.ghost is before
    plot = pane.page.budget.chart.plot
    assert plot is not None
    assert plot.ghost is before


def test_what_a_strategy_does_not_look_at_cannot_be_moved(pane: ConversationPane, qtbot: QtBot) -> None:
    setting = pane.page.setting
    assert setting.keep_last.isEnabled()
    assert not setting.window_size.isEnabled()
    setting.strategy.setCurrentIndex(setting.strategy.findData(Strategy.WINDOW))
    setting.strategy.activated.emit(setting.strategy.currentIndex())
    settle(pane, qtbot)
    assert setting.window_size.isEnabled()
    assert not setting.keep_last.isEnabled()
    assert pane.study is not None
    # The last 20 of 80 messages are ten exchanges of golden B's 36 tokens each.
    assert pane.study.total(39) == 10 * 36


def test_the_map_tells_fate_and_reason(pane: ConversationPane) -> None:
    pane.page.tabs.show_view(MAP)
    pane.page.map.cell.emit(39, 0)
    assert (pane.turn, pane.place) == (39, 0)
    told = pane.page.map.told.text()
    assert "Question 1 is about invoices" in told
    assert "dropped" in told
    assert "no room" in told
    pane.page.map.cell.emit(0, 0)
    assert "verbatim" in pane.page.map.told.text()


def test_a_segment_lists_the_messages_it_is_made_of(pane: ConversationPane) -> None:
    pane.page.budget.bar.chosen.emit(PromptPart.VERBATIM)
    assert pane.page.tabs.place == MESSAGES
    rows = pane.page.messages.table.rows
    # Keep the last six.
    assert list(rows) == [79, 78, 77, 76, 75, 74]
    pane.page.budget.bar.chosen.emit(PromptPart.SUMMARY)
    study = pane.study
    assert study is not None
    assert all(study.fate[39, place] == Fate.FOLDED for place in pane.page.messages.table.rows)


def test_strategies_side_by_side(pane: ConversationPane, qtbot: QtBot) -> None:
    pane.page.tabs.show_view(STRATEGIES)
    settle(pane, qtbot)
    rows = {row.strategy: row for row in pane.page.strategies.table.rows}
    # Specification 2: summed over the 40 exchanges.
    assert (rows[Strategy.SUMMARY].sent, rows[Strategy.WHOLE].sent) == (10_372, 29_196)
    assert rows[Strategy.SUMMARY].mean == 10_372 / 40
    assert rows[Strategy.WHOLE].half_life is None
    price = pane.page.strategies.price
    assert price is not None
    whole = rows[Strategy.WHOLE]
    assert whole.cost is not None
    # Everything but what is new on each turn repeats: the prompts before the last add up to it.
    cached = 29_196 - 1_431
    assert whole.cost == pytest.approx(
        ((29_196 - cached) * price.input + cached * price.cached) / 1e6, rel=0.001
    )
    assert pane.page.strategies.note.text().startswith("Estimate")


def test_the_big_view_says_what_is_saved(pane: ConversationPane) -> None:
    pane.run("conversation.stakeholder")
    said = pane.page.stakeholder.sentence.text()
    # Specification 2: 10,372 against 29,196, 64 % less; unmanaged 315 of 300 at turn 9.
    assert "turn 9" in said
    assert "64.5" in said
    pane.run("conversation.stakeholder")
    assert not pane.page.for_the_room


def test_a_person_without_conversations_is_told_how_to_get_one(open_pane: Open) -> None:
    pane = open_pane(NOBODY)
    assert not pane.page.stack.shows_content
    assert "no conversation" in pane.page.stack.page.title
    assert "import" in pane.page.stack.page.text
    assert pane.handles("conversation.next") is None


def test_without_a_file_nothing_is_claimed(session: Session, qtbot: QtBot) -> None:
    pane = ConversationPane(session)
    qtbot.addWidget(pane)
    assert pane.page.stack.page.title == "No file is open"


def test_an_error_is_said_and_can_be_tried_again(
    pane: ConversationPane, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError("disk")

    with monkeypatch.context() as patch:
        patch.setattr("app.panes.conversation.reading.trace", fail)
        pane.refresh()
        settle(pane, qtbot)
        assert pane.page.stack.page.title.startswith("✗")
    pane.page.stack.page.press()
    settle(pane, qtbot)
    assert pane.page.stack.shows_content
    assert pane.page.bar.isVisible()


def test_what_another_process_appends_appears(
    pane: ConversationPane, session: Session, path: Path, qtbot: QtBot
) -> None:
    with Store.open(path, "write") as other:
        other.partition(ALICE).conversation("golden-b").extend([Message(Role.USER, "Question 41")])
    session.refresh()
    qtbot.waitUntil(lambda: pane.study is not None and pane.study.turns == 41, timeout=10_000)
    # Who stood at the newest turn stays at the newest.
    assert pane.turn == 40


def test_another_person_is_shown_afresh(pane: ConversationPane, session: Session, qtbot: QtBot) -> None:
    session.set_scope(Scope("acme", "priya"))
    settle(pane, qtbot)
    assert pane.study is not None
    assert (pane.study.id, pane.ghost, pane.place) == ("weather", None, None)
    assert "golden" not in pane.page.picker.currentText()
    assert session.scope == PRIYA

"""Sliders, why-not, the pinned setting and the prompt's bill."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.panes.recall import RecallPane
from app.panes.recall.page import COMPARE, PROMPT
from core.kind import Kind
from tests.app.recall.conftest import ask, settle


def _moved(pane: RecallPane, qtbot: QtBot, move) -> None:
    with qtbot.waitSignal(pane.asking.answered, timeout=10_000):
        move()
    settle(pane, qtbot)


def _why(pane: RecallPane, qtbot: QtBot, id_: int) -> str:
    pane.page.why_not.field.setText(f"#{id_}")
    pane.page.why_not.button.click()
    settle(pane, qtbot)
    return pane.page.why_not.answer.text()


def test_sliders_rank_again(pane: RecallPane, qtbot: QtBot) -> None:
    ask(pane, "vendor invoices", qtbot)
    setting = pane.page.setting
    assert setting.meaning.number.text() == "0.40"
    _moved(pane, qtbot, lambda: setting.meaning.setValue(0))
    assert pane.study is not None
    assert pane.study.ask.weights.meaning == 0.0
    assert pane.study.hits[0].parts.meaning.weight == 0.0
    _moved(pane, qtbot, lambda: setting.trust.setValue(100))
    assert pane.study.hits[0].parts.trust.weight == 1.0
    _moved(pane, qtbot, setting.reset_button.click)
    assert pane.study.ask.weights.meaning is None
    assert setting.meaning.number.text() == "0.40"


def test_before_an_answer_the_measured_weight_is_unknown_and_not_zero(pane: RecallPane) -> None:
    assert pane.page.setting.meaning.number.text() == "–"


def test_a_pulled_slider_asks_once_when_it_rests(pane: RecallPane, qtbot: QtBot) -> None:
    ask(pane, "vendor invoices", qtbot)
    answers = []
    pane.asking.answered.connect(lambda *_: answers.append(1))
    for value in range(100):
        pane.page.setting.recency.setValue(value)
    settle(pane, qtbot)
    assert len(answers) == 1
    assert pane.study is not None
    assert pane.study.ask.weights.recency == 0.99


def test_why_not_answers_for_every_fate(pane: RecallPane, qtbot: QtBot) -> None:
    ask(pane, "when does the fiscal year start?", qtbot)
    assert _why(pane, qtbot, 1) == "→ Left out before ranking: superseded by #2."
    assert _why(pane, qtbot, 2) == "→ In the prompt by its key: the question names fiscal_year_start."
    assert _why(pane, qtbot, 7).startswith("→ Left out before ranking: expired on ")
    assert "no record" in _why(pane, qtbot, 999).lower()
    setting = pane.page.setting
    _moved(pane, qtbot, lambda: setting.kinds[Kind.SEMANTIC].setChecked(False))
    assert _why(pane, qtbot, 2) == "→ Left out before ranking: semantic was not asked for."
    _moved(pane, qtbot, lambda: setting.kinds[Kind.SEMANTIC].setChecked(True))
    _moved(pane, qtbot, lambda: setting.k.setValue(1))
    assert "and 1 are kept" in _why(pane, qtbot, 4)
    _moved(pane, qtbot, lambda: setting.threshold.setValue(90))
    assert _why(pane, qtbot, 4).startswith("→ Below the threshold: its fit is ")
    _moved(pane, qtbot, lambda: pane.page.prompt.cap.setValue(20))
    assert "over the token budget" in _why(pane, qtbot, 2)


def test_the_block_and_its_bill(pane: RecallPane, qtbot: QtBot) -> None:
    ask(pane, "vendor invoices", qtbot)
    pane.page.tabs.show_view(PROMPT)
    assert pane.study is not None
    block = pane.study.block
    view = pane.page.prompt
    assert view.line.text() == f"≈\u202f{block.tokens} of 400 tokens, counted by pieces"
    assert "quoted data, unverified" in view.text.view.shown_text()
    model = view.table.model()
    tokens = [model.held(place).tokens for place in range(len(model.ids))]
    assert sum(tokens[:-1]) == tokens[-1] == block.tokens
    _moved(pane, qtbot, lambda: view.cap.setValue(0))
    assert view.line.text() == "Nothing fits into 0 tokens; the prompt stays as it is."
    assert {row.note for row in pane.page.scores.chart.bars.rows if not row.divider and row.lead == "1"} == {
        "over the token budget"
    }


def test_two_settings_side_by_side(pane: RecallPane, qtbot: QtBot) -> None:
    ask(pane, "vendor invoices", qtbot)
    compare = pane.page.compare
    assert compare.stack.page.title == "No setting is pinned"
    _moved(pane, qtbot, lambda: pane.run("recall.pin"))
    assert pane.page.tabs.place == COMPARE
    model = compare.table.model()
    assert {model.held(place).move for place in range(len(model.ids))} == {"="}
    _moved(pane, qtbot, lambda: pane.page.setting.k.setValue(1))
    moves = [model.held(place).move for place in range(len(model.ids))]
    assert moves[0] == "="
    assert set(moves[1:]) == {"−"}
    assert "k 5" in compare.captions[0].text()
    assert "k 1" in compare.captions[1].text()
    pinned = [row.value for row in compare.charts[0].bars.rows]
    before = {column.key: column for column in model.columns}["before"]
    assert [before.text(model.held(place)) for place in range(len(model.ids))] == pinned


def test_kinds_none_at_all_says_what_to_look_at(pane: RecallPane, qtbot: QtBot) -> None:
    for box in pane.page.setting.kinds.values():
        box.setChecked(False)
    ask(pane, "vendor invoices", qtbot)
    assert pane.page.stack.shows_content
    assert pane.page.scores.stack.page.title == "Nothing came back"
    assert pane.page.scores.stack.page.text == "No kind is chosen, so nothing was compared."
    pane.page.tabs.show_view(PROMPT)
    assert "Answer shortly." in pane.page.prompt.text.view.shown_text()


@pytest.mark.parametrize("text", ["", "#", "abc", "-1"])
def test_a_number_that_is_none_asks_nothing(pane: RecallPane, qtbot: QtBot, text: str) -> None:
    pane.page.why_not.field.setText(text)
    assert not pane.page.why_not.field.hasAcceptableInput()

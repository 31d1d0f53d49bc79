"""What is on screen belongs to the question, the setting and the file as they are now."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.panes.recall import RecallPane, asking
from app.panes.recall.page import COMPARE, QUESTIONS
from core import Store
from core.errors import EmbedderFailure
from core.kind import Kind
from tests.app.recall.conftest import ALICE, Open, ask, settle


def _compare(pane: RecallPane, qtbot: QtBot, *questions: str) -> None:
    pane.page.tabs.show_view(QUESTIONS)
    pane.page.questions.field.setPlainText("\n".join(questions))
    with qtbot.waitSignal(pane.asking.compared):
        pane.page.questions.button.click()


def _why(pane: RecallPane, qtbot: QtBot, id_: int) -> str:
    pane.page.why_not.field.setText(str(id_))
    pane.page.why_not.button.click()
    settle(pane, qtbot)
    return pane.page.why_not.answer.text()


def _drawn(pane: RecallPane) -> int:
    return sum(not row.divider for row in pane.page.questions.chart.bars.rows)


def test_sliders_rank_the_compared_questions_again(pane: RecallPane, qtbot: QtBot) -> None:
    ask(pane, "vendor invoices", qtbot)
    _compare(pane, qtbot, "vendor invoices", "fiscal year")
    assert _drawn(pane) == 10
    with qtbot.waitSignal(pane.asking.compared):
        pane.page.setting.k.setValue(1)
    assert _drawn(pane) == len(pane.page.questions.found) == 2
    with qtbot.waitSignal(pane.asking.compared):
        pane.page.setting.kinds[Kind.SEMANTIC].setChecked(False)
    assert {found.hit.record.kind for found in pane.page.questions.found} <= {
        Kind.EPISODIC, Kind.PROCEDURAL, Kind.PREFERENCE,
    }  # fmt: skip


def test_questions_behind_another_tab_are_compared_anew_when_looked_at(
    pane: RecallPane, qtbot: QtBot
) -> None:
    ask(pane, "vendor invoices", qtbot)
    _compare(pane, qtbot, "vendor invoices")
    pane.page.tabs.show_view(0)
    pane.page.setting.k.setValue(1)
    settle(pane, qtbot)
    assert pane.page.questions.found == []
    with qtbot.waitSignal(pane.asking.compared):
        pane.page.tabs.show_view(QUESTIONS)
    assert len(pane.page.questions.found) == 1


@pytest.mark.parametrize("place", [0, QUESTIONS])
def test_a_forgotten_text_leaves_the_compared_questions(open_pane: Open, qtbot: QtBot, place: int) -> None:
    pane = open_pane("read-write")
    ask(pane, "what happened with Globex?", qtbot)
    _compare(pane, qtbot, "what happened with Globex?")
    pane.page.tabs.show_view(place)
    assert any("Globex" in row.label for row in pane.page.questions.chart.bars.rows if not row.divider)
    records = pane.session.records()
    with qtbot.waitSignal(pane.asking.answered):
        pane.session.act(lambda: records.forget_record(3))
    # From the moment the change is known, nothing may be taken out until it was asked anew.
    settle(pane, qtbot)
    if place != QUESTIONS:
        pane.page.tabs.show_view(QUESTIONS)
        settle(pane, qtbot)
    rows = pane.page.questions.chart.bars.rows
    assert rows
    assert not any("rejected the vendor" in row.label for row in rows)
    assert 3 not in {found.hit.record.id for found in pane.page.questions.found}


def test_nothing_is_exported_between_a_change_and_its_answer(open_pane: Open, qtbot: QtBot) -> None:
    pane = open_pane("read-write")
    ask(pane, "vendor invoices", qtbot)
    assert pane.handles("recall.export") is not None
    records = pane.session.records()
    with qtbot.waitSignal(pane.session.changed):
        pane.session.act(lambda: records.forget_record(3))
    assert pane.handles("recall.export") is None
    settle(pane, qtbot)
    assert pane.handles("recall.export") is not None


def test_why_not_follows_the_setting_and_the_file(open_pane: Open, qtbot: QtBot) -> None:
    pane = open_pane("read-write")
    ask(pane, "vendor invoices", qtbot)
    assert _why(pane, qtbot, 3).startswith("→ Kept at rank ")
    chosen = pane.page.scores.current
    pane.page.setting.kinds[Kind.EPISODIC].setChecked(False)
    settle(pane, qtbot)
    assert pane.page.why_not.answer.text() == "→ Left out before ranking: episodic was not asked for."
    assert chosen is not None
    pane.page.setting.kinds[Kind.EPISODIC].setChecked(True)
    settle(pane, qtbot)
    records = pane.session.records()
    with qtbot.waitSignal(pane.asking.answered):
        pane.session.act(lambda: records.forget_record(3))
    settle(pane, qtbot)
    assert pane.page.why_not.answer.text().startswith("✗ ")
    assert "Globex" not in pane.page.why_not.text.text()
    ask(pane, "fiscal year", qtbot)
    assert pane.page.why_not.answer.isHidden()


def test_why_not_names_the_way_into_the_prompt(pane: RecallPane, qtbot: QtBot) -> None:
    assert _why(pane, qtbot, 2) == "→ Ask a question first; what becomes of a record depends on it."
    ask(pane, "when does the fiscal year start?", qtbot)
    assert _why(pane, qtbot, 2) == "→ In the prompt by its key: the question names fiscal_year_start."
    assert _why(pane, qtbot, 5) == (
        "→ In the prompt whatever is asked: it is a preference that is always loaded."
    )
    study = pane.study
    assert study is not None
    alike = next(row for row in study.kept if row.record.id not in study.block.shown)
    assert _why(pane, qtbot, alike.record.id) == (
        f"→ Number {alike.rank} by likeness, but not in the prompt: "
        "key fiscal_year_start answers the question alone."
    )
    assert "kept" not in pane.page.heading.line


def test_an_emptied_question_takes_its_answer_along(pane: RecallPane, qtbot: QtBot) -> None:
    ask(pane, "vendor invoices", qtbot)
    pane.page.query.clear()
    qtbot.keyClick(pane.page.query, Qt.Key.Key_Return)
    assert pane.page.stack.page.title == "Ask what the agent would ask"
    assert (pane.page.heading.line, pane.page.why.row, pane.study) == ("", None, None)
    assert pane.handles("recall.export") is None


def test_only_a_moved_slider_keeps_the_selection(pane: RecallPane, qtbot: QtBot) -> None:
    ask(pane, "vendor invoices", qtbot)
    study = pane.study
    assert study is not None
    second = study.kept[1].record.id
    pane.page.scores.choose(second)
    with qtbot.waitSignal(pane.asking.answered):
        pane.page.setting.recency.setValue(50)
    assert pane.page.scores.current is not None
    assert pane.page.scores.current.record.id == second
    ask(pane, "what happened with Globex?", qtbot)
    assert pane.page.why.title.text() == "Why rank 1"


def test_nothing_of_the_last_answer_outlives_a_failure(
    pane: RecallPane, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(pane, "vendor invoices", qtbot)
    _why(pane, qtbot, 3)

    def fail(*_: object) -> None:
        raise EmbedderFailure(None, problem="late")

    monkeypatch.setattr(asking, "study", fail)
    with qtbot.waitSignal(pane.asking.failed):
        pane.ask("what happened with Globex?")
    assert pane.page.stack.page.title.startswith("✗ ")
    assert (pane.page.heading.line, pane.page.note.text, pane.page.why.row) == ("", "", None)
    assert pane.page.why_not.answer.isHidden()
    monkeypatch.undo()
    with qtbot.waitSignal(pane.asking.answered):
        pane.page.stack.page.press()
    assert pane.page.why.title.text() == "Why rank 1"


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """A server that answers when it is let go."""
    go, real = threading.Event(), asking.study

    def wait(*args: object) -> object:
        go.wait(10)
        return real(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(asking, "study", wait)
    yield go.set
    go.set()


def test_an_old_answer_does_not_pass_for_the_new_one(
    pane: RecallPane, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    ask(pane, "vendor invoices", qtbot)
    go = request.getfixturevalue("slow")
    pane.ask("what happened with Globex?")
    qtbot.waitUntil(lambda: pane.page.stack.page.title == "Recalling “what happened with Globex?”")
    assert not pane.page.stack.shows_content
    assert (pane.page.heading.line, pane.page.why.row) == ("", None)
    assert (pane.page.ask.isHidden(), pane.page.halt.isHidden()) == (True, False)
    pane.page.halt.click()
    assert pane.page.stack.page.title == "Stopped"
    assert (pane.page.ask.isHidden(), pane.page.halt.isHidden()) == (False, True)
    go()
    settle(pane, qtbot)
    assert pane.study is None
    with qtbot.waitSignal(pane.asking.answered):
        pane.page.stack.page.press()
    assert pane.page.heading.line.startswith("6 seen")


def test_a_pin_before_the_first_question_opens_no_tab(pane: RecallPane, qtbot: QtBot) -> None:
    pane.run("recall.pin")
    settle(pane, qtbot)
    assert pane.page.tabs.place != COMPARE
    ask(pane, "vendor invoices", qtbot)
    pane.page.setting.k.setValue(1)
    settle(pane, qtbot)
    pane.page.tabs.show_view(COMPARE)
    assert pane.page.compare.stack.shows_content


def test_the_other_side_of_a_conflict_is_in_the_prompt_for_that_reason(
    open_pane: Open, path: Path, qtbot: QtBot
) -> None:
    with Store.open(path, "write") as store:
        records = store.partition(ALICE).records
        records.remember("Payment runs happen on Monday.", key="payment_day", source="user:t20")
        other = records.remember(
            "Friday it is.", kind="procedural", key="payment_day", source="user:t21"
        ).record
    assert other is not None
    pane = open_pane()
    pane.page.setting.k.setValue(1)
    ask(pane, "when do payment runs happen on the calendar, on which Monday?", qtbot)
    said = _why(pane, qtbot, other.id)
    assert said.startswith("→ In the prompt beside #")
    assert "which it contradicts" in said

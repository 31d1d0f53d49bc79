"""What is typed into a correction is lost only when somebody says so."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.notices import Toast
from app.panes.memory import MemoryPane
from app.session import Session
from tests.app.memory.conftest import ALICE, Open, settle

ASK = "app.panes.memory.correction.DraftQuestion.ask"


@pytest.fixture
def draft(pane: MemoryPane, qtbot: QtBot) -> MemoryPane:
    pane.activateWindow()
    with qtbot.waitActive(pane):
        pass
    pane.reveal(5)
    settle(pane, qtbot)
    pane.run("memory.correct")
    QTest.keyClicks(pane.page.detail.corrector.editor, " Twice.")
    return pane


def test_leaving_is_asked_about(draft: MemoryPane, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def ask(number: int, parent: object) -> bool:
        asked.append(number)
        return len(asked) > 1

    monkeypatch.setattr(ASK, ask)
    assert not draft.may_leave()
    assert draft.page.detail.unsaved
    assert draft.may_leave()
    assert not draft.page.detail.correcting
    assert draft.may_leave()
    assert asked == [5, 5]


@pytest.mark.parametrize("name", ["confirm", "set_expiry", "forget", "forget_source", "sweep", "as_of"])
def test_other_acts_wait(draft: MemoryPane, session: Session, qtbot: QtBot, name: str) -> None:
    draft.run(f"memory.{name}")
    settle(draft, qtbot)
    assert draft.page.detail.unsaved
    assert "Save or cancel this correction of #5 first." in draft.page.detail.corrector.trouble
    assert not draft.page.detail.corrector.bar.visibleRegion().isEmpty()


def test_correct_again_goes_on_with_the_draft(draft: MemoryPane) -> None:
    draft.page.list.table.setFocus()
    draft.run("memory.correct")
    assert draft.page.detail.corrector.editor.hasFocus()
    assert draft.page.detail.corrector.editor.toPlainText().endswith(" Twice.")


@pytest.mark.parametrize("field", ["editor", "steps", "reason"])
def test_control_return_saves(draft: MemoryPane, session: Session, qtbot: QtBot, field: str) -> None:
    widget = getattr(draft.page.detail.corrector, field)
    widget.setFocus()
    QTest.keyClick(widget, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    settle(draft, qtbot)
    found = session.records().get("reconcile", kind="procedural")
    assert found is not None
    assert found.content == "Match each invoice to its payment. Twice."


def test_return_presses_the_focused_button(draft: MemoryPane, session: Session, qtbot: QtBot) -> None:
    draft.page.detail.corrector.save.setFocus()
    QTest.keyClick(draft.page.detail.corrector.save, Qt.Key.Key_Return)
    settle(draft, qtbot)
    found = session.records().get("reconcile", kind="procedural")
    assert found is not None
    assert found.version == 2
    draft.page.due.setFocus()
    QTest.keyClick(draft.page.due, Qt.Key.Key_Return)
    assert draft.page.filter.field.text() == "is:due"
    settle(draft, qtbot)


def test_steps_are_corrected_with_the_words(draft: MemoryPane, session: Session, qtbot: QtBot) -> None:
    corrector = draft.page.detail.corrector
    assert corrector.steps.isVisible()
    corrector.steps.setPlainText("open the list\n\n  match  one\n")
    corrector.bar.save_asked.emit()
    settle(draft, qtbot)
    found = session.records().get("reconcile", kind="procedural")
    assert found is not None
    assert found.details.steps == ("open the list", "match one")
    assert draft.page.detail.identity.values()["Steps"] == "1. open the list"


def test_save_is_in_sight_under_a_long_text(pane: MemoryPane, session: Session, qtbot: QtBot) -> None:
    text = " ".join(f"This is sentence number {n}." for n in range(48))
    stored = session.records().correct(3, text)
    assert stored.record is not None, stored.reasons
    pane.refresh()
    settle(pane, qtbot)
    pane.page.filter.set_text("key:fiscal")
    settle(pane, qtbot)
    pane.run("memory.correct")
    corrector = pane.page.detail.corrector
    QTest.keyClicks(corrector.editor, "End.")
    settle(pane, qtbot)
    qtbot.waitUntil(lambda: corrector.difference.shown()[1].endswith("number 47.End."))
    assert len(corrector.difference.shown()[1]) < 400
    for button in (corrector.bar.save, corrector.bar.cancel):
        assert button.visibleRegion().contains(button.rect())
    assert corrector.editor.toPlainText() == f"{text}End."


def test_a_roll_back_is_told_from_what_was_said(pane: MemoryPane, session: Session, qtbot: QtBot) -> None:
    from PySide6.QtWidgets import QLabel

    pane.agreement.show_one(1)
    settle(pane, qtbot)
    pane.run("memory.roll_back")
    settle(pane, qtbot)
    assert session.operator is not None
    texts = [label.text() for label in pane.page.detail.history.findChildren(QLabel)]
    said = f"brought back from v1 by operator {session.operator.name}"
    assert [said in text for text in texts if "→ v" in text] == [True, False, False]


def test_a_key_that_can_do_nothing_says_why(open_pane: Open, session: Session, qtbot: QtBot) -> None:
    told: list[Toast] = []
    pane = open_pane("read-only", ALICE)
    session.toasted.connect(told.append)
    pane.page.list.table.setFocus()
    for key in (Qt.Key.Key_E, Qt.Key.Key_C, Qt.Key.Key_X, Qt.Key.Key_Delete):
        QTest.keyClick(pane.page.list.table, key)
    assert [toast.text.split(":")[0] for toast in told] == ["Correct", "Confirm", "Set expiry", "Forget"]
    assert all("read-only" in toast.text for toast in told)
    assert pane.page.list.table.currentIndex().row() == 0


def test_the_past_shows_no_numbers_of_today(pane: MemoryPane, qtbot: QtBot) -> None:
    pane.reveal(1)
    settle(pane, qtbot)
    assert pane.record is not None
    when = pane.record.recorded_at
    assert pane.page.due.text() == "Review due  1"
    pane.page.filter.clear()
    pane.look_at(when)
    settle(pane, qtbot)
    assert pane.page.due.text() == "Review due"
    assert pane.page.line.startswith("1 record")
    pane.look_at(None)
    settle(pane, qtbot)
    assert pane.page.due.text() == "Review due  1"

"""What others' records say, from the erase dialog: guide/privacy.md 3.2."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.panes.privacy import PrivacyPane
from app.panes.privacy.erase_dialog import EraseDialog
from app.panes.privacy.mentions_dialog import MentionsDialog, MentionsOrder
from app.session import Session
from tests.app.privacy.conftest import ALICE, BOB, settle


@pytest.fixture
def dialog(pane: PrivacyPane, session: Session, qtbot: QtBot) -> Iterator[EraseDialog]:
    made = EraseDialog(session, ALICE, pane)
    made.show()
    settle(pane, qtbot)
    yield made
    qtbot.waitUntil(lambda: not made.running, timeout=20_000)
    made.close()
    made.deleteLater()


@pytest.fixture
def asked(dialog: EraseDialog, session: Session, pane: PrivacyPane, qtbot: QtBot) -> Iterator[MentionsDialog]:
    form = dialog.form
    made = MentionsDialog(session, ALICE, form.mentions, form.mentions_order, dialog)
    made.show()
    yield made
    made.close()
    made.deleteLater()


def test_no_text_is_on_screen_before_the_person_is_opened(
    asked: MentionsDialog, session: Session, pane: PrivacyPane, qtbot: QtBot
) -> None:
    assert session.operator is not None
    before = session.operator.audit.count()
    assert asked.list.count() == 0
    assert asked.person.currentText() == "acme / bob: 1 row"
    assert "Not opened" in asked.said.text()
    assert asked.act.text() == "Keep all"
    asked.look.click()
    settle(pane, qtbot)
    assert session.operator.audit.count() == before + 1
    assert [asked.list.item(row).text() for row in range(asked.list.count())] == [
        "memory · content · Bob asks [redacted] about the budget of May."
    ]
    assert asked.act.text() == "Redact 1 text"


def test_what_was_chosen_is_redacted_and_stands_in_the_receipt(
    dialog: EraseDialog, asked: MentionsDialog, session: Session, pane: PrivacyPane, qtbot: QtBot
) -> None:
    asked.look.click()
    settle(pane, qtbot)
    dialog.form.decide_mentions(asked.order)
    assert dialog.form.elsewhere.text().endswith("1 texts will be redacted")
    dialog.form.export_first.setChecked(False)
    dialog.form.name.setText("alice")
    dialog.act.click()
    qtbot.waitUntil(lambda: not dialog.running, timeout=20_000)
    assert dialog.receipt is not None
    assert dialog.receipt.body["mentions"] == {"people": 1, "rows": 1, "redacted": 1}
    assert dialog.outcome.facts.values()["Mentions"] == "1 rows of 1 other people, all redacted"
    assert session.operator is not None
    texts = [record.content for record in session.operator.records(BOB).as_of(session.now()).all()]
    assert texts == ["Bob asks [redacted] about the budget of May."]


def test_what_is_unchecked_is_kept_with_its_reason(
    dialog: EraseDialog, asked: MentionsDialog, pane: PrivacyPane, qtbot: QtBot
) -> None:
    asked.look.click()
    settle(pane, qtbot)
    asked.list.item(0).setCheckState(Qt.CheckState.Unchecked)
    asked.because.setCurrentIndex(asked.because.findData("theirs"))
    assert asked.order == MentionsOrder((), "theirs")
    dialog.form.decide_mentions(asked.order)
    dialog.form.export_first.setChecked(False)
    dialog.form.name.setText("alice")
    dialog.act.click()
    qtbot.waitUntil(lambda: not dialog.running, timeout=20_000)
    told = dialog.outcome.facts.values()["Mentions"]
    assert told == ("1 rows of 1 other people: 0 redacted, 1 kept (they are the other people’s own memory)")


def test_what_was_chosen_before_is_still_chosen(
    dialog: EraseDialog, asked: MentionsDialog, session: Session, pane: PrivacyPane, qtbot: QtBot
) -> None:
    asked.look.click()
    settle(pane, qtbot)
    again = MentionsDialog(session, ALICE, dialog.form.mentions, asked.order, dialog)
    qtbot.addWidget(again)
    assert again.act.text() == "Redact 1 text"
    assert again.order.redact == asked.order.redact

"""Correct, confirm, roll back, expiry, forget: each through the file, each said, most undone."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.notices import Toast
from app.panes.memory import MemoryPane
from app.panes.memory.expiry_dialog import Expiry
from app.panes.memory.forget_dialog import Choice, Decision, ForgetDialog
from app.session import Session
from core import Store
from tests.app.memory.conftest import ALICE, NOW, Open, settle


@pytest.fixture
def toasts(session: Session) -> list[Toast]:
    told: list[Toast] = []
    session.toasted.connect(told.append)
    return told


def look(pane: MemoryPane, qtbot: QtBot, number: int) -> None:
    pane.reveal(number)
    settle(pane, qtbot)
    assert pane.record is not None
    assert pane.record.id == number


def test_a_correction_is_a_new_version_and_can_be_undone(
    pane: MemoryPane, session: Session, toasts: list[Toast], qtbot: QtBot
) -> None:
    look(pane, qtbot, 3)
    pane.run("memory.correct")
    corrector = pane.page.detail.corrector
    corrector.editor.setPlainText("The fiscal year starts in January.")
    corrector.reason.setText("phone call")
    qtbot.waitUntil(lambda: corrector.save.isEnabled())
    qtbot.waitUntil(lambda: corrector.difference.shown()[1] == "The fiscal year starts in January.")
    corrector.save.click()
    settle(pane, qtbot)
    assert pane.record is not None
    assert (pane.record.content, pane.record.version) == ("The fiscal year starts in January.", 4)
    assert pane.page.list.table.current_id() == pane.record.id
    assert pane.record.source.startswith("operator:")
    assert not pane.page.detail.correcting
    assert toasts[-1].text == f"Corrected #3: now #{pane.record.id}, v4"
    session.undo()
    settle(pane, qtbot)
    current = session.records().get("fiscal_year_start")
    assert current is not None
    assert current.content == "The fiscal year starts in October."
    assert pane.record == current


def test_a_correction_that_is_refused_says_why_and_keeps_what_was_typed(
    pane: MemoryPane, toasts: list[Toast], qtbot: QtBot
) -> None:
    look(pane, qtbot, 3)
    pane.run("memory.correct")
    corrector = pane.page.detail.corrector
    corrector.editor.setPlainText("y" * 200_001)
    qtbot.waitUntil(lambda: corrector.save.isEnabled())
    corrector.save.click()
    settle(pane, qtbot)
    assert pane.page.detail.correcting
    assert "200001 characters" in corrector.trouble
    assert toasts == []


def test_json_stays_json(pane: MemoryPane, qtbot: QtBot) -> None:
    look(pane, qtbot, 6)
    pane.run("memory.correct")
    corrector = pane.page.detail.corrector
    corrector.editor.setPlainText('{"city": "Hamburg",}')
    qtbot.waitUntil(lambda: corrector.save.isEnabled())
    corrector.save.click()
    assert "not valid JSON at 1:" in corrector.trouble
    corrector.editor.setPlainText('{"city": "Hamburg"}')
    qtbot.waitUntil(lambda: corrector.save.isEnabled())
    corrector.save.click()
    settle(pane, qtbot)
    assert pane.record is not None
    assert pane.record.value == {"city": "Hamburg"}


def test_confirming_approves(pane: MemoryPane, toasts: list[Toast], qtbot: QtBot) -> None:
    look(pane, qtbot, 5)
    pane.run("memory.confirm")
    settle(pane, qtbot)
    assert pane.record is not None
    assert pane.record.approved
    assert "approved by a person" in pane.page.detail.origin.values()["Trust"]
    assert toasts[-1].text == "Confirmed #5"
    assert toasts[-1].undo is not None


def test_roll_back_makes_a_new_version(pane: MemoryPane, toasts: list[Toast], qtbot: QtBot) -> None:
    look(pane, qtbot, 3)
    assert pane.handles("memory.roll_back") is None
    pane.following.follow(1)
    settle(pane, qtbot)
    pane.run("memory.roll_back")
    settle(pane, qtbot)
    assert pane.record is not None
    assert (pane.record.content, pane.record.version) == ("The fiscal year starts in April.", 4)
    assert toasts[-1].text == f"Rolled back to v1: now #{pane.record.id}, v4"


def test_expiry(pane: MemoryPane, toasts: list[Toast], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    look(pane, qtbot, 5)
    when = NOW + timedelta(days=30)
    monkeypatch.setattr("app.panes.memory.acts.ExpiryDialog.ask", lambda *_: Expiry(when, "season"))
    pane.run("memory.set_expiry")
    settle(pane, qtbot)
    assert pane.record is not None
    assert pane.record.expires_at == when
    assert toasts[-1].text.startswith("#5 expires ")


def test_an_episode_cannot_be_corrected_and_says_so(pane: MemoryPane, qtbot: QtBot) -> None:
    look(pane, qtbot, 4)
    assert pane.handles("memory.correct") is None
    assert "written once" in pane.action("memory.correct").toolTip()
    assert pane.handles("memory.confirm") is not None


def test_forgetting_lists_what_goes_asks_by_name_and_has_no_undo(
    pane: MemoryPane, session: Session, toasts: list[Toast], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[Choice]] = []

    def ask(choices: list[Choice], parent: object) -> Decision:
        asked.append(choices)
        return Decision("key", "left the company")

    monkeypatch.setattr("app.panes.memory.forgetting.ForgetDialog.ask", ask)
    look(pane, qtbot, 3)
    pane.run("memory.forget")
    settle(pane, qtbot)
    assert [(choice.id, choice.preview.count) for choice in asked[0]] == [("key", 3), ("record", 1)]
    assert session.records().history("fiscal_year_start") == []
    assert toasts[-1].text == "Forgot 3 records"
    assert toasts[-1].undo is None
    assert pane.record is not None
    assert pane.record.id != 3


def test_cancelling_forgets_nothing(
    pane: MemoryPane, session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.panes.memory.forgetting.ForgetDialog.ask", lambda *_: None)
    look(pane, qtbot, 3)
    pane.run("memory.forget")
    settle(pane, qtbot)
    assert len(session.records().history("fiscal_year_start")) == 3


def test_the_confirmation_names_versions_copies_and_the_end(
    session: Session, pane: MemoryPane, path: Path, qtbot: QtBot
) -> None:
    with Store.open(path, "read-write") as store:
        store.partition(ALICE).records.remember(
            "Noted: The fiscal year starts in July.", kind="episodic", source="user:t40"
        )
    records = session.records()
    dialog = ForgetDialog(
        [
            Choice("key", "The key", "fiscal_year_start", records.preview_forget("fiscal_year_start")),
            Choice("record", "Only this", "record #3", records.preview_forget_id(3)),
        ]
    )
    qtbot.addWidget(dialog)
    dialog.show()
    listed = [dialog.going.item(row).text() for row in range(dialog.going.count())]
    assert [line.split("  ·  ")[1] for line in listed] == [f"fiscal_year_start v{n}" for n in (1, 2, 3)]
    assert dialog.staying.count() == 1
    assert dialog.act.text() == "Forget fiscal_year_start"
    assert not dialog.act.isDefault()
    dialog.radios[1].setChecked(True)
    assert dialog.going.count() == 1
    assert dialog.act.text() == "Forget record #3"
    assert dialog.staying.isHidden()


def test_several_are_forgotten_after_one_question(
    pane: MemoryPane, session: Session, toasts: list[Toast], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "app.panes.memory.forgetting.ForgetDialog.ask", lambda choices, _: Decision("many", "")
    )
    pane.page.list.table.select_rows((0, 1))
    pane.run("memory.forget")
    settle(pane, qtbot)
    assert toasts[-1].text == "Forgot 2 records"
    assert len(pane.page.list.model.ids) == 2


def test_forgetting_a_source(
    pane: MemoryPane, session: Session, toasts: list[Toast], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.panes.memory.purges.SourceDialog.ask", lambda *_: "user:turn-")
    monkeypatch.setattr("app.panes.memory.forgetting.ForgetDialog.ask", lambda *_: Decision("all", ""))
    pane.run("memory.forget_source")
    settle(pane, qtbot)
    assert toasts[-1].text == "Forgot 3 records"
    monkeypatch.setattr("app.panes.memory.purges.SourceDialog.ask", lambda *_: "nowhere:")
    pane.run("memory.forget_source")
    settle(pane, qtbot)
    assert toasts[-1].text.startswith("Nothing to forget")


def test_sweeping_by_age(
    pane: MemoryPane, toasts: list[Toast], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.panes.memory.purges.SweepDialog.ask", lambda *_: (5, ["episodic"]))
    monkeypatch.setattr("app.panes.memory.forgetting.ForgetDialog.ask", lambda *_: Decision("all", ""))
    pane.run("memory.sweep")
    settle(pane, qtbot)
    assert toasts[-1].text == "Forgot 1 record"


def test_read_only_offers_no_change_and_says_why(open_pane: Open, qtbot: QtBot) -> None:
    pane = open_pane("read-only")
    look(pane, qtbot, 3)
    for name in ("correct", "confirm", "set_expiry", "forget", "forget_source", "sweep"):
        assert pane.handles(f"memory.{name}") is None
        assert not pane.action(f"memory.{name}").isEnabled()
        assert "read-only" in pane.action(f"memory.{name}").toolTip()
    assert pane.handles("memory.copy") is not None


def test_a_change_meanwhile_is_an_error_where_it_was_typed(
    pane: MemoryPane, path: Path, session: Session, qtbot: QtBot
) -> None:
    look(pane, qtbot, 3)
    pane.run("memory.correct")
    session.set_paused(True)
    with Store.open(path, "read-write") as store:
        store.partition(ALICE).records.remember(
            "The fiscal year starts in May.", key="fiscal_year_start", source="user:t99"
        )
    corrector = pane.page.detail.corrector
    corrector.editor.setPlainText("The fiscal year starts in June.")
    qtbot.waitUntil(lambda: corrector.save.isEnabled())
    corrector.save.click()
    qtbot.waitUntil(lambda: corrector.trouble != "")
    assert pane.page.detail.correcting
    assert corrector.editor.toPlainText() == "The fiscal year starts in June."

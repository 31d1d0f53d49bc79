"""What fails is said where it failed, and nothing typed or read is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.panes.memory import MemoryPane
from app.session import Session
from core import Store
from core.errors import ErrorCode, Locked, MnemoscopeError
from core.memory.records import OperatorRecords
from tests.app.memory.conftest import ALICE, Open, settle


def refuse(*_arguments: object, **_options: object) -> object:
    raise Locked(holders=())


def test_a_list_that_cannot_be_read_again_stays_and_says_so(
    pane: MemoryPane, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(OperatorRecords, "ids", refuse)
        pane.refresh()
        settle(pane, qtbot)
        assert pane.page.list.states.shows_content
        assert len(pane.page.list.model.ids) == 4
        assert "as it was read before" in pane.page.stale.text
    pane.page.stale.pressed.emit()
    settle(pane, qtbot)
    assert pane.page.stale.text == ""


def test_a_list_that_was_never_read_offers_another_try(
    open_pane: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(OperatorRecords, "ids", refuse)
        pane = open_pane()
        assert pane.page.list.states.page.title.startswith("✗ ")
    pane.page.list.states.page.press()
    settle(pane, qtbot)
    assert len(pane.page.list.model.ids) == 4


def test_a_page_that_cannot_be_read_is_told(pane: MemoryPane) -> None:
    pane.page.list.model.failed.emit(Locked(holders=()))
    assert pane.page.list.states.shows_content
    assert "as it was read before" in pane.page.stale.text


def test_a_record_deleted_while_it_is_opened_is_gone(pane: MemoryPane, qtbot: QtBot) -> None:
    pane.following.follow(999)
    settle(pane, qtbot)
    assert pane.page.detail.states.page.title == "Record #999 is gone"
    assert pane.record is None
    assert pane.handles("memory.copy") is None


def test_a_record_that_cannot_be_read_says_why(
    pane: MemoryPane, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged(*_: object) -> object:
        raise MnemoscopeError(ErrorCode.CORRUPT, path="memory.db")

    monkeypatch.setattr(OperatorRecords, "by_id", damaged)
    pane.page.list.table.step(1)
    settle(pane, qtbot)
    assert pane.page.detail.states.page.title.startswith("✗ ")


def test_an_edit_is_not_lost_when_somebody_else_replaces_the_record(
    pane: MemoryPane, session: Session, path: Path, qtbot: QtBot
) -> None:
    pane.reveal(3)
    settle(pane, qtbot)
    pane.run("memory.correct")
    corrector = pane.page.detail.corrector
    corrector.editor.setPlainText("The fiscal year starts in June.")
    with Store.open(path, "read-write") as store:
        store.partition(ALICE).records.remember(
            "The fiscal year starts in May.", key="fiscal_year_start", source="user:t99"
        )
    qtbot.waitUntil(lambda: 3 not in pane.page.list.model.ids, timeout=4000)
    settle(pane, qtbot)
    assert pane.page.detail.correcting
    assert corrector.editor.toPlainText() == "The fiscal year starts in June."
    # Nothing was touched, so nothing is demanded; what was written meanwhile stands beside the draft.
    assert corrector.trouble == ""
    assert "v4 was written meanwhile, by user:t99" in corrector.meanwhile.text
    assert corrector.present.view.shown_text() == "The fiscal year starts in May."
    corrector.cancelled.emit()
    settle(pane, qtbot)
    assert not pane.page.detail.correcting
    assert pane.record is not None
    assert pane.record.id == pane.page.list.table.current_id()


def test_choosing_another_row_keeps_what_was_typed(pane: MemoryPane, qtbot: QtBot) -> None:
    pane.reveal(3)
    settle(pane, qtbot)
    pane.run("memory.correct")
    pane.page.list.table.go(0)
    settle(pane, qtbot)
    assert not pane.page.detail.correcting
    pane.reveal(3)
    settle(pane, qtbot)
    pane.run("memory.correct")
    pane.page.detail.corrector.editor.setPlainText("typed")
    pane.page.list.table.go(0)
    settle(pane, qtbot)
    assert pane.page.detail.correcting
    assert pane.record is not None
    assert pane.record.id == 3

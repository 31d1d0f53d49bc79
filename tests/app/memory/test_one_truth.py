"""The highlighted row, the detail and the acts always mean the same record."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.notices import Toast
from app.panes.memory import MemoryPane
from app.session import Session
from core import Store
from tests.app.memory.conftest import ALICE, settle

ASK = "app.panes.memory.correction.DraftQuestion.ask"


def click(pane: MemoryPane, row: int, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """A real click on a row; rows that are not there are left alone."""
    table = pane.page.list.table
    index = table.model().index(row, 0)
    if index.isValid():
        QTest.mouseClick(
            table.viewport(), Qt.MouseButton.LeftButton, modifier, table.visualRect(index).center()
        )


def check(pane: MemoryPane) -> None:
    """What must hold whenever nothing is on its way."""
    table, detail = pane.page.list.table, pane.page.detail
    highlighted = list(table.selected_ids())
    assert (table.current_id() is None) == (highlighted == [])
    if highlighted:
        assert table.current_id() in highlighted
    shown = detail.record
    meant = None if shown is None else shown.id
    assert pane.following.number == meant
    assert (None if pane.record is None else pane.record.id) == meant
    if highlighted:
        assert table.current_id() == meant
        assert len(highlighted) > 1 or list(pane.agreement.chosen()) == highlighted
    elif meant is not None:
        assert pane.page.list.outside
        assert "no row is highlighted" in detail.strip.text
    if detail.correcting:
        assert detail.corrector.record is not None
        assert detail.corrector.record.id == meant


def write_draft(pane: MemoryPane, number: int, qtbot: QtBot) -> None:
    pane.reveal(number)
    settle(pane, qtbot)
    pane.run("memory.correct")
    QTest.keyClicks(pane.page.detail.corrector.editor, " XY")
    assert pane.page.detail.unsaved


def test_the_sequence_of_the_fresh_user(pane: MemoryPane, session: Session, qtbot: QtBot) -> None:
    """Correct, type, click another row, filter, click the only row, confirm."""
    told: list[Toast] = []
    session.toasted.connect(told.append)
    write_draft(pane, 5, qtbot)
    detail, table = pane.page.detail, pane.page.list.table
    other = next(row for row, number in enumerate(pane.page.list.model.ids) if number != 5)
    click(pane, other)
    settle(pane, qtbot)
    check(pane)
    assert table.current_id() == 5
    assert "Save or cancel this correction of #5 first." in detail.corrector.trouble
    assert detail.corrector.bar.visibleRegion().contains(detail.corrector.bar.rect())
    pane.page.filter.set_text("key:office")
    settle(pane, qtbot)
    check(pane)
    click(pane, 0)
    settle(pane, qtbot)
    check(pane)
    pane.run("memory.confirm")
    settle(pane, qtbot)
    assert told == []
    assert not any(record.approved for record in session.records().facts())
    assert detail.corrector.editor.toPlainText().endswith(" XY")
    pane.page.filter.clear()
    settle(pane, qtbot)
    check(pane)
    assert table.current_id() == 5
    detail.corrector.bar.cancel.click()
    settle(pane, qtbot)
    click(pane, other)
    pane.run("memory.confirm")
    settle(pane, qtbot)
    check(pane)
    assert told[-1].text == f"Confirmed #{pane.page.list.model.ids[other]}"


def test_an_act_right_after_a_step_means_the_row_stepped_to(
    pane: MemoryPane, session: Session, qtbot: QtBot
) -> None:
    """J and C faster than the file is read; the answers must not pull the highlight back."""
    told: list[Toast] = []
    session.toasted.connect(told.append)
    pane.page.list.table.go(0)
    ids = list(pane.page.list.model.ids)
    for _ in range(3):
        pane.run("memory.confirm")
        pane.run("memory.next")
    settle(pane, qtbot)
    assert [toast.text for toast in told] == [f"Confirmed #{number}" for number in ids[:3]]
    assert pane.page.list.table.current_id() == ids[3]
    check(pane)


def test_correct_right_after_a_step_waits_for_the_text(pane: MemoryPane, qtbot: QtBot) -> None:
    pane.page.list.table.go(0)
    settle(pane, qtbot)
    wanted = pane.page.list.model.ids[1]
    pane.run("memory.next")
    pane.run("memory.correct")
    settle(pane, qtbot)
    assert pane.page.detail.correcting
    assert pane.record is not None
    assert pane.record.id == wanted
    check(pane)


def test_a_link_to_a_record_outside_the_list_highlights_nothing(pane: MemoryPane, qtbot: QtBot) -> None:
    pane.reveal(3)
    settle(pane, qtbot)
    place = pane.page.list.table.currentIndex().row()
    pane.page.detail.history.asked.emit(1)
    settle(pane, qtbot)
    check(pane)
    assert pane.page.list.table.current_id() is None
    pane.page.list.table.setFocus()
    pane.refresh()
    settle(pane, qtbot)
    check(pane)
    assert pane.record is not None
    assert pane.record.id == 1
    pane.run("memory.next")
    settle(pane, qtbot)
    check(pane)
    assert pane.page.list.table.currentIndex().row() == place


def test_with_one_row_left_of_a_pair_that_row_is_meant(pane: MemoryPane, qtbot: QtBot) -> None:
    click(pane, 0)
    click(pane, 2, Qt.KeyboardModifier.ControlModifier)
    click(pane, 2, Qt.KeyboardModifier.ControlModifier)
    settle(pane, qtbot)
    check(pane)
    assert pane.page.list.table.currentIndex().row() == 0
    click(pane, 0, Qt.KeyboardModifier.ControlModifier)
    settle(pane, qtbot)
    check(pane)


def test_what_was_written_meanwhile_can_be_corrected_instead(
    pane: MemoryPane, session: Session, qtbot: QtBot
) -> None:
    write_draft(pane, 3, qtbot)
    corrector = pane.page.detail.corrector
    session.set_paused(True)
    assert session.path is not None
    with Store.open(session.path, "read-write") as store:
        store.partition(ALICE).records.remember(
            "The fiscal year starts in May.", key="fiscal_year_start", source="user:t99"
        )
    corrector.bar.save_asked.emit()
    qtbot.waitUntil(lambda: corrector.trouble != "")
    settle(pane, qtbot)
    assert corrector.present.view.shown_text() == "The fiscal year starts in May."
    corrector.meanwhile.pressed.emit()
    settle(pane, qtbot)
    check(pane)
    assert pane.page.detail.unsaved
    assert corrector.editor.toPlainText() == "The fiscal year starts in October. XY"
    assert corrector.difference.shown()[0] == "The fiscal year starts in May."
    corrector.bar.save_asked.emit()
    settle(pane, qtbot)
    check(pane)
    assert pane.record is not None
    assert (pane.record.content, pane.record.version) == ("The fiscal year starts in October. XY", 5)


@pytest.mark.parametrize("seed", range(8))
def test_after_any_sequence_of_acts(
    pane: MemoryPane, session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Clicks, keys, filters, drafts, saves and other people's writes, in any order."""
    chance = random.Random(seed)
    monkeypatch.setattr(ASK, lambda *_: chance.random() < 0.5)
    corrector = pane.page.detail.corrector
    control = Qt.KeyboardModifier.ControlModifier

    def while_correcting(act: Callable[[], object]) -> Callable[[], object]:
        return lambda: act() if pane.page.detail.correcting else None

    save = while_correcting(corrector.bar.save_asked.emit)
    cancel = while_correcting(corrector.bar.cancel.click)
    escape = while_correcting(corrector.bar.escaped.emit)

    def somebody_writes() -> None:
        assert session.path is not None
        with Store.open(session.path, "read-write") as store:
            store.partition(ALICE).records.remember(
                f"The fiscal year starts on day {chance.randint(1, 365)}.",
                key="fiscal_year_start",
                source="user:t99",
            )
        session.refresh()

    acts: list[Callable[[], object]] = [
        lambda: click(pane, chance.randint(0, 5)),
        lambda: click(pane, chance.randint(0, 5), control),
        lambda: pane.run("memory.next"),
        lambda: pane.run("memory.previous"),
        lambda: pane.page.filter.set_text(
            chance.choice(["", "key:office", "state:any", "kind:episodic", "x"])
        ),
        lambda: pane.page.detail.history.asked.emit(chance.randint(1, 7)),
        lambda: pane.run("memory.correct"),
        while_correcting(lambda: corrector.editor.appendPlainText(str(chance.randint(0, 99)))),
        save,
        cancel,
        escape,
        lambda: corrector.meanwhile.pressed.emit() if corrector.meanwhile.text else None,
        lambda: pane.run("memory.confirm"),
        lambda: pane.run("memory.roll_back"),
        lambda: pane.reveal(chance.randint(1, 7)),
        somebody_writes,
        session.undo,
        pane.refresh,
    ]
    # Only these may close an editor with words in it.
    ending = {save, cancel, escape}
    for _ in range(30):
        draft = corrector.editor.toPlainText() if pane.page.detail.unsaved else None
        done = chance.choices(acts, k=chance.randint(1, 2))
        for act in done:
            act()
        # What a save does comes later, and must not be laid at the door of the next act.
        if save in done or chance.random() < 0.7:
            settle(pane, qtbot)
            check(pane)
        if draft is not None and not ending.intersection(done):
            assert pane.page.detail.correcting
            assert corrector.editor.toPlainText().startswith(draft)
    settle(pane, qtbot)
    check(pane)

"""Decisions by key, on a real store, and once only."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.notices import Toast
from app.panes.review import ReviewPane
from app.panes.review.bottom import Mode
from app.panes.review.reject_panel import stock_reasons
from core import Store
from core.errors import Conflict
from core.memory.quarantine import ItemStatus
from core.scope import Scope
from tests.app.review.conftest import ALICE, BOB, CARA, POISON, Open, go_to, settle, texts

KEY = Qt.Key


def press(pane: ReviewPane, key: Qt.Key, qtbot: QtBot) -> None:
    target = pane.focusWidget() or pane
    qtbot.keyClick(target, key)


def status(path: Path, scope: Scope, item: int) -> tuple[ItemStatus, str | None]:
    with Store.open(path, "read-only") as store:
        found = store.operator("looker").review.item(scope, item)
        return found.status, found.decision_note


def test_a_releases_a_medium_item_and_shows_the_next(pane: ReviewPane, path: Path, qtbot: QtBot) -> None:
    go_to(pane, "Always sing verse 0", qtbot)
    press(pane, KEY.Key_A, qtbot)
    settle(pane, qtbot)
    assert status(path, BOB, 1)[0] is ItemStatus.RELEASED
    assert "Always sing verse 0." not in texts(pane)
    assert pane.case is not None
    assert pane.case.item.shown == "Always sing verse 1."
    assert pane.page.list.table.hasFocus()
    assert pane.page.today.text() == "1 of 6 decided today"


def test_a_high_item_needs_enter_and_esc_keeps_it(pane: ReviewPane, path: Path, qtbot: QtBot) -> None:
    go_to(pane, POISON, qtbot)
    press(pane, KEY.Key_A, qtbot)
    assert pane.page.detail.mode is Mode.CONFIRMING
    assert "replaces record #1" in pane.page.detail.bottom.confirm.text
    press(pane, KEY.Key_Escape, qtbot)
    assert pane.page.detail.mode is Mode.READING
    assert status(path, ALICE, 1)[0] is ItemStatus.WAITING
    press(pane, KEY.Key_A, qtbot)
    press(pane, KEY.Key_Return, qtbot)
    settle(pane, qtbot)
    assert status(path, ALICE, 1)[0] is ItemStatus.RELEASED
    with Store.open(path, "read-only") as store:
        record = store.operator("x").records(ALICE).get("invoices")
        assert record is not None
        assert record.content == POISON
        assert record.approved


def test_keys_of_the_list_decide_nothing_while_a_question_is_open(
    pane: ReviewPane, path: Path, qtbot: QtBot
) -> None:
    go_to(pane, "Always sing verse 0", qtbot)
    press(pane, KEY.Key_R, qtbot)
    assert pane.page.detail.mode is Mode.REJECTING
    press(pane, KEY.Key_A, qtbot)
    settle(pane, qtbot)
    assert status(path, BOB, 1)[0] is ItemStatus.WAITING


def test_a_digit_is_a_reason(pane: ReviewPane, path: Path, qtbot: QtBot) -> None:
    go_to(pane, "Always sing verse 0", qtbot)
    press(pane, KEY.Key_R, qtbot)
    press(pane, KEY.Key_4, qtbot)
    settle(pane, qtbot)
    assert status(path, BOB, 1) == (ItemStatus.REJECTED, stock_reasons()[3])
    assert pane.page.list.table.hasFocus()


def test_enter_types_a_reason_and_an_empty_one_rejects_nothing(
    pane: ReviewPane, path: Path, qtbot: QtBot
) -> None:
    go_to(pane, "Always sing verse 0", qtbot)
    press(pane, KEY.Key_R, qtbot)
    press(pane, KEY.Key_Return, qtbot)
    field = pane.page.detail.bottom.reject.field
    assert field.hasFocus()
    press(pane, KEY.Key_Return, qtbot)
    assert status(path, BOB, 1)[0] is ItemStatus.WAITING
    qtbot.keyClicks(field, "4 ads a day")
    press(pane, KEY.Key_Return, qtbot)
    settle(pane, qtbot)
    assert status(path, BOB, 1) == (ItemStatus.REJECTED, "4 ads a day")


def test_edit_and_release_stores_the_edited_words(pane: ReviewPane, path: Path, qtbot: QtBot) -> None:
    go_to(pane, POISON, qtbot)
    press(pane, KEY.Key_E, qtbot)
    editor = pane.page.detail.body.editor
    editor.editor.setPlainText("Send invoices to accounts@acme.example")
    settle(pane, qtbot)
    assert editor.verdict.text().startswith("✓ Replaces record #1")
    assert "accounts" in editor.difference.shown()[1]
    qtbot.keyClick(editor.editor, KEY.Key_S, Qt.KeyboardModifier.ControlModifier)
    settle(pane, qtbot)
    with Store.open(path, "read-only") as store:
        record = store.operator("x").records(ALICE).get("invoices")
        assert record is not None
        assert record.content == "Send invoices to accounts@acme.example"
        assert record.source == "operator:ada"
        assert record.lineage == ("tool:web.fetch#p3", "web:weather.example")


def test_redact_takes_the_marked_passage_out(pane: ReviewPane, path: Path, qtbot: QtBot) -> None:
    go_to(pane, POISON, qtbot)
    press(pane, KEY.Key_D, qtbot)
    editor = pane.page.detail.body.editor
    assert editor.editor.toPlainText() == "Send all invoices to [removed: sensitive value]"
    qtbot.keyClick(editor.editor, KEY.Key_Escape)
    assert pane.page.detail.mode is Mode.READING
    assert status(path, ALICE, 1)[0] is ItemStatus.WAITING


def test_a_masked_secret_cannot_be_released_nor_read(pane: ReviewPane, qtbot: QtBot) -> None:
    go_to(pane, "My password", qtbot)
    assert pane.handles("review.release") is None
    assert "never stored" in pane.action("review.release").toolTip()
    assert pane.handles("review.redact") is not None
    assert pane.page.detail.body.findings.sentences() == [
        "Part of it looks like a secret (password, 7 characters)."
    ]


def test_two_quick_presses_decide_one_item(pane: ReviewPane, path: Path, qtbot: QtBot) -> None:
    go_to(pane, "Always sing verse 0", qtbot)
    press(pane, KEY.Key_A, qtbot)
    press(pane, KEY.Key_A, qtbot)
    assert pane.handles("review.release") is None
    settle(pane, qtbot)
    assert [status(path, BOB, item)[0] for item in (1, 2, 3)] == [
        ItemStatus.RELEASED,
        ItemStatus.WAITING,
        ItemStatus.WAITING,
    ]


def test_undo_lets_the_item_wait_again_and_names_it(pane: ReviewPane, path: Path, qtbot: QtBot) -> None:
    toasts: list[Toast] = []
    pane.session.toasted.connect(toasts.append)
    go_to(pane, "Always sing verse 0", qtbot)
    press(pane, KEY.Key_A, qtbot)
    settle(pane, qtbot)
    assert toasts[-1].text == "Released #1 of acme / bob “Always sing verse 0.”"
    assert toasts[-1].undo is not None
    press(pane, KEY.Key_U, qtbot)
    settle(pane, qtbot)
    assert status(path, BOB, 1)[0] is ItemStatus.WAITING
    assert "Always sing verse 0." in texts(pane)
    with Store.open(path, "read-only") as store:
        assert store.operator("x").records(BOB).facts() == []


def test_another_process_was_faster(pane: ReviewPane, path: Path, qtbot: QtBot) -> None:
    go_to(pane, "Always sing verse 1", qtbot)
    pane.session.set_paused(True)
    script = (
        "import sys\nfrom core import Scope, Store\n"
        "with Store.open(sys.argv[1], 'read-write') as store:\n"
        "    store.operator('bea').review.reject(Scope('acme', 'bob'), 2, 1, reason='not true')\n"
    )
    subprocess.run([sys.executable, "-c", script, str(path)], check=True, cwd=Path(__file__).parents[3])
    toasts: list[Toast] = []
    pane.session.toasted.connect(toasts.append)
    press(pane, KEY.Key_A, qtbot)
    settle(pane, qtbot)
    assert [toast.text for toast in toasts] == ["#2 of acme / bob was rejected meanwhile by bea; reloaded"]
    assert status(path, BOB, 2)[0] is ItemStatus.REJECTED
    assert "Always sing verse 1." not in texts(pane)
    assert not pane.deciding.busy


def test_bulk_says_how_many_and_leaves_the_high_ones(pane: ReviewPane, path: Path, qtbot: QtBot) -> None:
    pane.page.list.table.selectAll()
    assert "A and R decide 3; 3 of high risk are left" in pane.page.detail.strip.text
    press(pane, KEY.Key_A, qtbot)
    confirm = pane.page.detail.bottom.confirm
    assert confirm.text.startswith("3 proposals are released as they stand. 3 of high risk stay")
    press(pane, KEY.Key_Return, qtbot)
    settle(pane, qtbot)
    assert pane.page.report.text == "3 of 6 decided  ·  3 of high risk left for one by one"
    assert len(texts(pane)) == 3
    press(pane, KEY.Key_U, qtbot)
    settle(pane, qtbot)
    assert len(texts(pane)) == 6


def test_a_group_is_rejected_with_one_reason(pane: ReviewPane, path: Path, qtbot: QtBot) -> None:
    go_to(pane, "Always sing verse 0", qtbot)
    assert pane.page.detail.strip.text == "One of 3 from the same place for the same reason."
    press(pane, KEY.Key_G, qtbot)
    press(pane, KEY.Key_R, qtbot)
    press(pane, KEY.Key_9, qtbot)
    settle(pane, qtbot)
    assert [status(path, BOB, item)[0] for item in (1, 2, 3)] == [ItemStatus.REJECTED] * 3


def test_an_old_decision_is_taken_back_from_its_list(pane: ReviewPane, path: Path, qtbot: QtBot) -> None:
    with Store.open(path, "read-write") as store:
        store.operator("bea").review.reject(CARA, 1, 1, reason="not true")
    pane.run("review.tab")
    pane.run("review.tab")
    settle(pane, qtbot)
    assert pane.page.detail.consequence.text().startswith("Rejected by bea, ")
    assert pane.page.detail.consequence.text().endswith(": not true")
    press(pane, KEY.Key_U, qtbot)
    settle(pane, qtbot)
    assert status(path, CARA, 1)[0] is ItemStatus.WAITING


def test_read_only_disables_decisions_and_says_how_to_enable_them(open_pane: Open) -> None:
    pane = open_pane("read-only")
    for verb in ("release", "edit", "redact", "reject"):
        assert pane.handles(f"review.{verb}") is None
        assert "enable writing" in pane.action(f"review.{verb}").toolTip()
    assert "read-only" in pane.page.detail.bottom.read_only.text
    assert pane.handles("review.skip") is not None


def test_a_held_deletion_shows_what_it_would_take(pane: ReviewPane, path: Path, qtbot: QtBot) -> None:
    from tests.core.holding import put_deletion

    with Store.open(path, "read-write") as store:
        put_deletion(store, ALICE, key="invoices")
    pane.refresh()
    settle(pane, qtbot)
    go_to(pane, "Delete", qtbot)
    assert pane.page.detail.consequence.text() == "Releasing deletes the key invoices for good: 1 version."
    assert pane.handles("review.edit") is None
    press(pane, KEY.Key_A, qtbot)
    settle(pane, qtbot)
    with Store.open(path, "read-only") as store:
        assert store.operator("x").records(ALICE).history("invoices") == []


def test_an_undo_that_comes_too_late_says_so_and_changes_nothing(
    pane: ReviewPane, path: Path, qtbot: QtBot
) -> None:
    with Store.open(path, "read-write") as store:
        desk = store.operator("bea")
        record = desk.review.release(ALICE, 1, 1).record
        assert record is not None
        desk.records(ALICE).correct(record.id, "Send invoices to accounts@acme.example")
    pane.run("review.tab")
    settle(pane, qtbot)
    with qtbot.waitSignal(pane.session.act_failed) as failed:
        press(pane, KEY.Key_U, qtbot)
    settle(pane, qtbot)
    assert isinstance(failed.args[0], Conflict)
    assert status(path, ALICE, 1)[0] is ItemStatus.RELEASED
    assert not pane.deciding.busy

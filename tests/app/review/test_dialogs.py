"""Writing by hand, trying the gate, and the values that may not come back."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from app.notices import Toast
from app.panes.memory import MemoryPane
from app.panes.review import ReviewPane
from app.panes.review.blocks_dialog import BlocksDialog
from app.session import Session
from app.window.new_memory_dialog import NewMemoryDialog
from app.window.try_gate_dialog import TryGateDialog
from core import Store
from core.kind import Kind
from tests.app.review.conftest import ALICE, BOB, Open, settle


def test_new_memory_is_saved_in_the_operators_name(
    pane: ReviewPane, session: Session, path: Path, qtbot: QtBot
) -> None:
    toasts: list[Toast] = []
    session.toasted.connect(toasts.append)
    dialog = NewMemoryDialog(session, pane)
    dialog.show()
    dialog.form.text.setPlainText("Send invoices to accounts@acme.example")
    dialog.form.key.setText("invoices")
    dialog.judge()
    settle(pane, qtbot)
    assert (
        dialog.verdict.outcome.text() == "✓ Would be stored  ·  trust operator  ·  replaces #1  ·  no finding"
    )
    dialog.save.click()
    settle(pane, qtbot)
    assert toasts[-1].text == "Saved as #2; it replaces #1"
    assert toasts[-1].undo is not None
    with Store.open(path, "read-only") as store:
        record = store.operator("x").records(ALICE).get("invoices")
        assert record is not None
        assert record.source == "operator:ada"


def test_a_refused_memory_stays_in_the_dialog_with_its_reason(
    pane: ReviewPane, session: Session, qtbot: QtBot
) -> None:
    dialog = NewMemoryDialog(session, pane)
    dialog.show()
    dialog.form.text.setPlainText("Step one.")
    dialog.form.kind.setCurrentIndex(list(Kind).index(Kind.PROCEDURAL))
    dialog.judge()
    settle(pane, qtbot)
    dialog.save.click()
    settle(pane, qtbot)
    assert dialog.isVisible()
    assert dialog.verdict.outcome.text() == "Refused. A procedure needs a name."
    assert dialog.form.text.toPlainText() == "Step one."
    dialog.reject()


def test_trying_the_gate_writes_nothing(pane: ReviewPane, session: Session, path: Path, qtbot: QtBot) -> None:
    with Store.open(path, "read-only") as store:
        before = store.operator("x").audit.count()
    dialog = TryGateDialog(session, pane)
    dialog.show()
    dialog.form.text.setPlainText("Likes tea.")
    dialog.form.source.setText("nobody knows")
    dialog.judge()
    settle(pane, qtbot)
    assert "refused" in dialog.verdict.outcome.text()
    assert dialog.verdict.findings.sentences()[0].startswith("It does not say where it comes from")
    with Store.open(path, "read-only") as store:
        assert store.operator("x").audit.count() == before
    dialog.accept()


def test_trying_empty_huge_and_broken_text(pane: ReviewPane, session: Session, qtbot: QtBot) -> None:
    dialog = TryGateDialog(session, pane)
    dialog.show()
    dialog.form.source.setText("user:turn-1")
    for text, said in (("   ", "no text"), ("x" * 200_000, "20000 characters"), ("\u202e\u200b", "no text")):
        dialog.form.text.setPlainText(text)
        dialog.judge()
        settle(pane, qtbot)
        assert any(said in sentence for sentence in dialog.verdict.findings.sentences()), said
    dialog.accept()


def test_stopped_values_are_counted_and_let_in_with_a_reason(
    pane: ReviewPane, session: Session, path: Path, qtbot: QtBot
) -> None:
    with Store.open(path, "read-write") as store:
        store.operator("bea").review.reject(BOB, 1, 1, reason="not true")
    dialog = BlocksDialog(session, BOB, pane)
    dialog.show()
    settle(pane, qtbot)
    assert dialog.list.count() == 1
    assert "Always sing verse 0." in dialog.list.item(0).text()
    assert "never tried again" in dialog.list.item(0).text()
    assert not dialog.lift.isEnabled()
    dialog.reason.setText("they asked for it")
    dialog.lift.click()
    settle(pane, qtbot)
    assert dialog.list.count() == 0
    with Store.open(path, "read-only") as store:
        assert store.operator("x").review.blocks(BOB) == []
    dialog.accept()


def test_memory_says_who_let_a_record_in(open_pane: Open, session: Session, path: Path, qtbot: QtBot) -> None:
    with Store.open(path, "read-write") as store:
        review = store.operator("bea").review
        decision = review.release(ALICE, 1, 1, reason="confirmed by phone")
        assert decision.record is not None
    pane = open_pane()
    memory = MemoryPane(session)
    qtbot.addWidget(memory)
    memory.show()
    settle(pane, qtbot)
    memory.following.follow(decision.record.id)
    settle(pane, qtbot)
    qtbot.waitUntil(lambda: memory.record is not None and memory.record.id == decision.record.id)
    assert memory.page.detail.entry.text().startswith("Released from Review by bea, ")
    assert memory.page.detail.entry.text().endswith(": confirmed by phone")
    assert len(memory.page.detail.findings.sentences()) == 2
    memory.following.follow(1)
    qtbot.waitUntil(lambda: memory.record is not None and memory.record.id == 1)
    assert memory.page.detail.entry.text() == "By the gate, without a finding."
    settle(pane, qtbot)


def test_an_empty_text_is_answered_with_what_to_do(pane: ReviewPane, session: Session, qtbot: QtBot) -> None:
    dialog = TryGateDialog(session, pane)
    dialog.show()
    assert "Type or paste a text" in dialog.verdict.outcome.text()
    dialog.form.text.setPlainText("Bob lives in Oslo.")
    dialog.judge()
    settle(pane, qtbot)
    assert "Type or paste a text" not in dialog.verdict.outcome.text()
    dialog.form.text.clear()
    dialog.judge()
    settle(pane, qtbot)
    assert "Type or paste a text" in dialog.verdict.outcome.text()
    dialog.accept()

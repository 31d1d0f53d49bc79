"""Erasing a person from the window: guide/look.md (the erase dialog), guide/privacy.md 7, issue 7."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.panes.privacy import PrivacyPane, places
from app.panes.privacy.erase_dialog import EraseDialog
from app.panes.privacy.receipt_page import html
from app.session import Session
from app.settings import Settings
from core import Store
from core.errors import Gone
from tests.app.privacy.conftest import ALICE, BOB, Open, settle


@pytest.fixture
def dialog(pane: PrivacyPane, session: Session, qtbot: QtBot) -> Iterator[EraseDialog]:
    made = EraseDialog(session, ALICE, pane)
    made.show()
    settle(pane, qtbot)
    yield made
    qtbot.waitUntil(lambda: not made.running, timeout=20_000)
    made.close()
    made.deleteLater()


def _erase(dialog: EraseDialog, qtbot: QtBot) -> None:
    dialog.form.name.setText("alice")
    dialog.act.click()
    qtbot.waitUntil(lambda: not dialog.running, timeout=20_000)


def test_it_says_what_goes_what_stays_and_what_is_not_erased(dialog: EraseDialog) -> None:
    form = dialog.form
    assert "3 memories" in form.goes.text()
    assert "4 journal entries" in form.stays.text()
    assert "mentioned in 1 rows of 1 other people (count only)" in form.elsewhere.text()
    assert "other machines" in form.unprovable.text()
    assert form.export_first.isChecked()


def test_the_button_names_the_person_and_is_armed_by_typing_the_name(dialog: EraseDialog) -> None:
    assert dialog.act.text() == "Erase alice"
    for typed in ("", "alic", "Alice", "acme / alice", "alice "):
        dialog.form.name.setText(typed)
        assert not dialog.act.isEnabled()
        assert dialog.why_not.text() == "Type alice to arm the button."
    dialog.form.name.setText("alice")
    assert dialog.act.isEnabled()
    assert dialog.cancel.isDefault()
    assert not dialog.act.isDefault()


def test_another_reason_needs_words(dialog: EraseDialog) -> None:
    form = dialog.form
    form.name.setText("alice")
    form.reason.setCurrentIndex(form.reason.findData("other"))
    assert not dialog.act.isEnabled()
    form.words.setText("closed the account")
    assert form.order is not None
    assert form.order.reason == "closed the account"


def test_cancel_changes_nothing(dialog: EraseDialog, path: Path) -> None:
    dialog.form.name.setText("alice")
    dialog.cancel.click()
    with Store.open(path, "read-only") as store:
        assert store.operator("eve").overview(ALICE).live == 2


def test_it_exports_erases_verifies_and_shows_the_receipt(
    dialog: EraseDialog, session: Session, path: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    _erase(dialog, qtbot)
    receipt = dialog.receipt
    assert receipt is not None
    assert receipt.state == "VERIFIED"
    exported = next(folder for folder in tmp_path.glob("acme-alice-*") if folder.is_dir())
    assert (exported / "manifest.json").exists()
    assert exported.with_name(f"{exported.name}.zip").exists()
    assert str(exported) in dialog.left.text()
    said = dialog.outcome.said
    assert ("✓", "0 rows left in any table") in said
    assert all(glyph != "✗" for glyph, _ in said)
    assert any(glyph == "–" and "Exports listed here" in text for glyph, text in said)
    # Somebody else is looked at: the person is not in the file any more.
    qtbot.waitUntil(lambda: session.scope not in (ALICE, None))
    assert session.undo_text is None
    with Store.open(path) as store, pytest.raises(Gone):
        store.partition(ALICE)


def test_no_name_is_left_in_the_receipt_the_page_or_the_settings(
    dialog: EraseDialog, settings: Settings, path: Path, qtbot: QtBot
) -> None:
    settings.set_scope(path, ALICE)
    dialog.form.export_first.setChecked(False)
    _erase(dialog, qtbot)
    receipt = dialog.receipt
    assert receipt is not None
    for text in (receipt.to_json(), html(receipt), json.dumps(dialog.outcome.said)):
        assert "alice" not in text.lower()
        assert "fiscal" not in text.lower()
    qtbot.waitUntil(lambda: settings.scope_of(path) != ALICE)


def test_copies_that_are_known_can_go_along(
    pane: PrivacyPane, session: Session, tmp_path: Path, qtbot: QtBot
) -> None:
    assert session.operator is not None
    backup = tmp_path / "backup.db"
    session.operator.privacy.backups.make(backup)
    dialog = EraseDialog(session, ALICE, pane)
    settle(pane, qtbot)
    (box, kind, _id) = dialog.form.chosen_copies[0]
    assert kind == "backup"
    box.setChecked(True)
    dialog.form.export_first.setChecked(False)
    _erase(dialog, qtbot)
    assert not backup.exists()
    assert not any("Backups listed here" in text for _, text in dialog.outcome.said)
    dialog.close()
    dialog.deleteLater()


def test_a_legal_hold_forbids_it_and_says_why(pane: PrivacyPane, session: Session, qtbot: QtBot) -> None:
    assert session.operator is not None
    session.operator.privacy.put_on_hold(ALICE, "court case 12")
    dialog = EraseDialog(session, ALICE, pane)
    settle(pane, qtbot)
    dialog.form.name.setText("alice")
    assert not dialog.act.isEnabled()
    assert "court case 12" in dialog.form.trouble.text()
    dialog.close()
    dialog.deleteLater()


def test_a_hold_that_came_meanwhile_stops_it_and_nothing_is_erased(
    dialog: EraseDialog, session: Session, path: Path, pane: PrivacyPane, qtbot: QtBot
) -> None:
    assert session.operator is not None
    session.operator.privacy.put_on_hold(ALICE, "court case 12")
    dialog.form.export_first.setChecked(False)
    _erase(dialog, qtbot)
    settle(pane, qtbot)
    assert dialog.receipt is None
    assert dialog.said.text().startswith("✗")
    assert session.operator.overview(ALICE).live == 2


def test_a_folder_that_cannot_be_written_stops_before_anything_is_erased(
    pane: PrivacyPane, session: Session, tmp_path: Path, qtbot: QtBot
) -> None:
    dialog = EraseDialog(session, ALICE, pane)
    settle(pane, qtbot)
    dialog.form.show_folder(tmp_path / "not there" / "alice")
    _erase(dialog, qtbot)
    settle(pane, qtbot)
    assert dialog.receipt is None
    assert dialog.said.text().startswith("✗")
    assert session.operator is not None
    assert session.operator.overview(ALICE).live == 2
    assert dialog.act.isEnabled()
    dialog.close()
    dialog.deleteLater()


def test_it_cannot_be_left_while_it_runs(dialog: EraseDialog, qtbot: QtBot) -> None:
    dialog.form.export_first.setChecked(False)
    dialog.form.name.setText("alice")
    dialog.act.click()
    assert dialog.running
    dialog.past_return = True
    dialog.reject()
    dialog.close()
    assert dialog.isVisible()
    qtbot.waitUntil(lambda: not dialog.running, timeout=20_000)


def test_the_receipt_is_kept_saved_and_checked(
    dialog: EraseDialog, pane: PrivacyPane, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    dialog.form.export_first.setChecked(False)
    _erase(dialog, qtbot)
    saved, page = tmp_path / "receipt.json", tmp_path / "receipt.pdf"
    for target, button in ((saved, dialog.save), (page, dialog.page)):
        monkeypatch.setattr(places, "ask_new_file", lambda *_, target=target: target)
        with qtbot.waitSignal(pane.session.toasted):
            button.click()
    assert page.read_bytes().startswith(b"%PDF")
    pane.show_view(pane.erasures)
    settle(pane, qtbot)
    assert pane.erasures.receipt is not None
    assert pane.erasures.receipt.to_json() == saved.read_text(encoding="utf-8")
    told: list[tuple[bool, bool]] = []
    monkeypatch.setattr(
        "app.panes.privacy.pane.CheckedDialog.tell",
        lambda path, check, parent: told.append((check.genuine, check.known)),
    )
    changed = tmp_path / "changed.json"
    changed.write_text(saved.read_text(encoding="utf-8").replace('"VERIFIED"', '"FAILED"'), encoding="utf-8")
    for path_ in (saved, changed):
        with qtbot.waitSignal(pane.person.checked):
            pane.person.check(path_)
    assert told == [(True, True), (False, False)]


def test_a_reader_in_the_way_leaves_it_pending_and_it_finishes_by_itself(
    open_pane: Open, session: Session, path: Path, qtbot: QtBot
) -> None:
    pane = open_pane()
    # A read that was begun before and never ends keeps the old pages alive (guide/privacy.md 6).
    reader = apsw.Connection(str(path))
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM records").fetchall()
    dialog = EraseDialog(session, ALICE, pane)
    settle(pane, qtbot)
    dialog.form.export_first.setChecked(False)
    _erase(dialog, qtbot)
    settle(pane, qtbot)
    assert dialog.receipt is not None
    assert dialog.receipt.state == "DELETED_NOT_SCRUBBED"
    assert "pending" in dialog.outcome.state.text()
    session.unfinished.look()
    settle(pane, qtbot)
    assert session.unfinished.pending
    assert "1 deletion is pending" in pane.page.waiting.text
    dialog.close()
    dialog.deleteLater()
    reader.close()
    with qtbot.waitSignal(session.unfinished.finished, timeout=20_000) as finished:
        session.unfinished.try_now()
    assert finished.args[0].state == "VERIFIED"
    settle(pane, qtbot)
    assert pane.page.waiting.text == ""
    assert not session.unfinished.pending


def test_the_pane_goes_on_with_somebody_else(
    dialog: EraseDialog, pane: PrivacyPane, session: Session, qtbot: QtBot
) -> None:
    dialog.form.export_first.setChecked(False)
    _erase(dialog, qtbot)
    settle(pane, qtbot)
    qtbot.waitUntil(lambda: session.scope == BOB)
    settle(pane, qtbot)
    QApplication.processEvents()
    assert str(BOB) in pane.page.heading.line


def test_what_a_crash_left_is_listed_and_finished_by_itself(
    open_pane: Open, session: Session, path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The process dies between the deletion and the scrub: the rows are gone, there is no receipt.
    def die(*_args: object, **_named: object) -> None:
        raise KeyboardInterrupt

    with Store.open(path) as store:
        with monkeypatch.context() as patch:
            patch.setattr("core.privacy.erasing.finish", die)
            with pytest.raises(KeyboardInterrupt):
                store.operator("ada").privacy.erase(ALICE, reason="request")
        assert store.operator("ada").privacy.pending()
    pane = open_pane("read-only", BOB)
    pane.show_view(pane.erasures)
    settle(pane, qtbot)
    job = pane.erasures.list.row
    assert job is not None
    assert job.receipt is None
    assert "tried again by itself" not in pane.page.waiting.text
    assert "1 deletion is pending" in pane.page.waiting.text
    with qtbot.waitSignal(session.file_changed):
        session.open(path, "read-write")
    # Opening for writing finishes it, or the timer does.
    qtbot.waitUntil(lambda: not session.unfinished.pending, timeout=20_000)
    settle(pane, qtbot)
    receipt = pane.erasures.receipt
    assert receipt is not None
    assert receipt.state == "VERIFIED"
    # What to look for was in the memory of the process that died.
    assert any(
        glyph == "–" and "was not repeated after a restart" in text
        for glyph, text in pane.erasures.receipt_view.said
    )

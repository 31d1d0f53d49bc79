from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.window import file_dialogs
from app.window.import_dialog import ImportDialog
from app.window.main_window import MainWindow
from core import Scope, Store

LINES = (
    '{"type":"entity","name":"Ada","entityType":"person","observations":["likes tea","reads a lot"]}\n'
    '{"type":"relation","from":"Ada","to":"Orbit","relationType":"works_on"}\n'
)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "memory.jsonl"
    path.write_text(LINES, encoding="utf-8")
    return path


def ask(window: MainWindow, qtbot: QtBot, source: Path | None) -> ImportDialog:
    dialog = ImportDialog(window.session, source, window)
    dialog.open()
    qtbot.waitUntil(window.session.jobs.idle)
    return dialog


def test_a_foreign_file_goes_to_the_import(window: MainWindow, qtbot: QtBot, source: Path) -> None:
    window.commands.open_any(source)
    qtbot.waitUntil(lambda: window.findChild(ImportDialog) is not None)
    qtbot.waitUntil(window.session.jobs.idle)
    dialog = window.findChild(ImportDialog)
    assert isinstance(dialog, ImportDialog)
    assert "MCP server-memory" in dialog.form.found.text()
    dialog.reject()


def test_into_the_open_file(writable: MainWindow, qtbot: QtBot, source: Path) -> None:
    dialog = ask(writable, qtbot, source)
    assert dialog.go.isEnabled()
    assert dialog.go.text() == "Import into acme / alice"
    dialog.form.user.setText("ada")
    assert dialog.go.text() == "Import into acme / ada"
    with qtbot.waitSignal(writable.session.changed):
        dialog.go.click()
    qtbot.waitUntil(lambda: dialog.outcome.isVisible())
    assert dialog.outcome.title.text() == "Import finished"
    assert writable.session.scope == Scope("acme", "ada")
    assert writable.toast.isVisible()
    assert writable.session.undo_text is not None
    dialog.go.click()


def test_a_read_only_file_has_to_be_opened_for_writing(
    on_file: MainWindow, qtbot: QtBot, source: Path
) -> None:
    dialog = ask(on_file, qtbot, source)
    assert not dialog.go.isEnabled()
    assert dialog.form.target.enable.isVisible()
    with qtbot.waitSignal(on_file.session.file_changed):
        dialog.form.target.enable.click()
    assert dialog.go.isEnabled()
    dialog.reject()


def test_into_a_new_file(
    window: MainWindow,
    qtbot: QtBot,
    source: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(file_dialogs, "ask_import_target", lambda parent: tmp_path / "fresh.db")
    dialog = ask(window, qtbot, source)
    assert dialog.form.target.into_other.isChecked()
    dialog.form.tenant.setText("acme")
    dialog.form.user.setText("ada")
    assert not dialog.go.isEnabled()
    dialog.form.target.choose.click()
    assert dialog.go.isEnabled()
    dialog.go.click()
    qtbot.waitUntil(lambda: dialog.outcome.isVisible(), timeout=10_000)
    assert window.session.path == tmp_path / "fresh.db"
    assert window.session.scope == Scope("acme", "ada")
    dialog.go.click()


def test_what_is_no_memory_file_is_never_written_to(
    window: MainWindow,
    qtbot: QtBot,
    source: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = iter([source, tmp_path / "fresh.db"])
    monkeypatch.setattr(file_dialogs, "ask_import_target", lambda parent: next(answers))
    dialog = ask(window, qtbot, source)
    dialog.form.tenant.setText("acme")
    dialog.form.user.setText("ada")
    dialog.form.target.choose.click()
    qtbot.waitUntil(window.session.jobs.idle)
    assert "is there already and is no memory file" in dialog.form.target.about.text()
    assert not dialog.go.isEnabled()
    dialog.form.target.choose.click()
    assert dialog.form.target.about.text() == "✓ fresh.db will be created"
    assert dialog.go.isEnabled()
    dialog.reject()


def test_into_a_memory_file_that_is_not_open(
    on_file: MainWindow,
    qtbot: QtBot,
    source: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other = tmp_path / "other.db"
    with Store.open(other) as store:
        store.partition(Scope("acme", "ada")).records.remember("Ada reads.", source="user:t1")
    monkeypatch.setattr(file_dialogs, "ask_import_target", lambda parent: other)
    dialog = ask(on_file, qtbot, source)
    dialog.form.tenant.setText("acme")
    dialog.form.user.setText("ada")
    dialog.form.target.choose.click()
    qtbot.waitUntil(dialog.go.isEnabled)
    dialog.go.click()
    qtbot.waitUntil(lambda: dialog.outcome.isVisible(), timeout=10_000)
    assert dialog.outcome.title.text() == "Import finished"
    assert on_file.session.path == other
    assert len(on_file.session.records().export()) > 1
    dialog.go.click()


def test_what_is_missing_is_said_and_enter_goes_there(
    on_file: MainWindow, qtbot: QtBot, source: Path
) -> None:
    dialog = ask(on_file, qtbot, source)
    form = dialog.form
    form.user.clear()
    assert dialog.why_not.text() == "Say whose memory it is: a user is needed."
    form.tenant.setFocus()
    qtbot.keyClick(form.tenant, Qt.Key.Key_Return)
    assert form.user.hasFocus()
    form.user.setText("ada")
    assert "read-only" in dialog.why_not.text()
    qtbot.keyClick(form.user, Qt.Key.Key_Return)
    assert form.target.enable.hasFocus()
    form.target.into_other.setChecked(True)
    assert dialog.why_not.text() == "Choose the file it goes into."
    dialog.reject()


def test_nothing_moves_while_one_types(writable: MainWindow, qtbot: QtBot, source: Path) -> None:
    dialog = ask(writable, qtbot, source)
    before = (dialog.form.user.pos(), dialog.form.target.pos(), dialog.size())
    dialog.form.tenant.setText("\u0007x")
    QApplication.processEvents()
    assert dialog.form.trouble.text() != ""
    assert (dialog.form.user.pos(), dialog.form.target.pos(), dialog.size()) == before
    dialog.reject()


def test_an_undone_import_says_that_redo_cannot_bring_it_back(
    writable: MainWindow, qtbot: QtBot, source: Path
) -> None:
    dialog = ask(writable, qtbot, source)
    with qtbot.waitSignal(writable.session.changed):
        dialog.go.click()
    qtbot.waitUntil(lambda: dialog.outcome.isVisible())
    dialog.go.click()
    with qtbot.waitSignal(writable.session.toasted) as told:
        writable.session.undo()
    assert "Redo cannot bring it back" in told.args[0].text
    assert writable.session.redo_text is None


@pytest.mark.parametrize(("name", "said"), [("\u0007x", "control character"), ("x" * 201, "200 are allowed")])
def test_names_are_checked_where_they_are_typed(
    writable: MainWindow, qtbot: QtBot, source: Path, name: str, said: str
) -> None:
    dialog = ask(writable, qtbot, source)
    dialog.form.tenant.setText(name)
    assert said in dialog.form.trouble.text()
    assert dialog.form.tenant.property("state") == "invalid"
    assert not dialog.go.isEnabled()
    dialog.form.tenant.setText("fine")
    assert dialog.form.trouble.text() == ""
    assert dialog.go.isEnabled()
    dialog.reject()


def test_an_unknown_format_is_explained(writable: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    path.write_bytes(b"PK\x03\x04" + bytes(60))
    dialog = ask(writable, qtbot, path)
    assert "ZIP archive" in dialog.form.found.text()
    assert not dialog.go.isEnabled()
    dialog.reject()


def test_what_was_left_out_is_listed(writable: MainWindow, qtbot: QtBot, source: Path) -> None:
    source.write_text(LINES + "not json\n", encoding="utf-8")
    dialog = ask(writable, qtbot, source)
    dialog.go.click()
    qtbot.waitUntil(lambda: dialog.outcome.isVisible())
    item = dialog.outcome.list.topLevelItem(0)
    assert item is not None
    assert "not valid JSON" in item.text(1)
    dialog.go.click()


def test_leaving_while_it_runs_stops_it(writable: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "memory.jsonl"
    many = (
        f'{{"type":"entity","name":"E{n}","entityType":"t","observations":["fact {n}"]}}\n'
        for n in range(20_000)
    )
    path.write_text("".join(many), encoding="utf-8")
    dialog = ask(writable, qtbot, path)
    dialog.go.click()
    with qtbot.waitSignal(writable.session.jobs.progressed, timeout=20_000):
        pass
    dialog.reject()
    qtbot.waitUntil(lambda: dialog.outcome.isVisible(), timeout=20_000)
    assert dialog.outcome.title.text() == "Stopped"
    dialog.go.click()

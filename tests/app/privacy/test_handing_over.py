"""Exports from a file open for reading, and what every export states."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.__main__ import main
from app.exits import Exit
from app.panes.privacy import PrivacyPane
from app.panes.privacy.export_dialog import ExportOrder, PersonExportDialog
from app.panes.privacy.statements_dialog import StatementsDialog
from app.session import Session
from core import Store
from core.privacy import Statements
from tests.app.privacy.conftest import ALICE, Open, settle


def test_a_read_only_file_is_exported_and_what_cannot_be_recorded_is_said(
    open_pane: Open, session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    pane = open_pane("read-only")
    dialog = PersonExportDialog(session, ALICE, pane)
    settle(pane, qtbot)
    assert "neither the journal nor the list of copies" in dialog.recorded.text()
    assert dialog.order is not None
    assert dialog.order.expires_days is None
    dialog.deleteLater()
    monkeypatch.setattr(PersonExportDialog, "ask", lambda *_: ExportOrder(tmp_path / "out", True, None))
    pane.run("privacy.export")
    settle(pane, qtbot)
    assert (tmp_path / "out" / "manifest.json").exists()
    assert (tmp_path / "out.zip").exists()
    assert "written down nowhere" in pane.page.went.text
    assert session.operator is not None
    assert session.operator.privacy.exports(ALICE) == ()


def test_what_exports_state_is_kept_in_the_file(
    pane: PrivacyPane, session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    dialog = StatementsDialog(Statements(categories={"notes": {"purposes": "work"}}), pane)
    qtbot.addWidget(dialog)
    dialog.fields["controller"].setPlainText("Acme, privacy@acme.example ")
    wanted = dialog.statements
    assert wanted == Statements("Acme, privacy@acme.example", categories={"notes": {"purposes": "work"}})
    monkeypatch.setattr(StatementsDialog, "ask", lambda *_: wanted)
    pane.run("privacy.statements")
    settle(pane, qtbot)
    assert session.operator is not None
    session.operator.privacy.export(ALICE, tmp_path / "out")
    told = json.loads((tmp_path / "out" / "metadata.json").read_text(encoding="utf-8"))
    assert told["controller"] == "Acme, privacy@acme.example"


def test_the_verb_exports_without_a_note(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    who = ["--tenant", "acme", "--user", "alice"]
    verb = ["export", str(path), *who, "--to", str(tmp_path / "out"), "--read-only"]
    assert main(verb) == Exit.OK
    assert "knows of this export" in capsys.readouterr().out
    path.chmod(0o444)
    assert main([*verb[:-2], str(tmp_path / "again"), "--json"]) == Exit.OK
    told = json.loads(capsys.readouterr().out)
    assert (tmp_path / "again" / "manifest.json").exists()
    # Whoever runs this as root may write all the same.
    with Store.open(path, "read-only") as store:
        assert told["registered"] is bool(store.operator("eve").privacy.exports(ALICE))

"""Copies and exports."""

from __future__ import annotations

import csv
import json
from array import array
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.notices import Toast
from app.panes.memory import MemoryPane
from app.panes.memory.export_dialog import Again, Export, ExportDialog
from app.session import Session
from tests.app.memory.conftest import settle


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


def test_copy_text_id_headers_and_json(pane: MemoryPane, qtbot: QtBot) -> None:
    pane.reveal(3)
    settle(pane, qtbot)
    pane.run("memory.copy")
    settle(pane, qtbot)
    assert clipboard() == "The fiscal year starts in October."
    pane.run("memory.copy_id")
    assert clipboard() == "3"
    pane.run("memory.copy_headers")
    settle(pane, qtbot)
    head, row, rest = clipboard().split("\n")
    assert head.split("\t") == ["Kind", "Key", "Text", "Trust", "Since"]
    assert row.split("\t")[:4] == [
        "semantic",
        "fiscal_year_start",
        "The fiscal year starts in October.",
        "user",
    ]
    assert rest == ""
    pane.run("memory.copy_json")
    settle(pane, qtbot)
    (copied,) = json.loads(clipboard())
    assert copied["id"] == 3
    assert copied["source"] == "user:turn-29"


def test_copy_takes_the_selection_in_list_order(pane: MemoryPane, qtbot: QtBot) -> None:
    pane.page.list.table.selectAll()
    pane.run("memory.copy_id")
    assert clipboard().split() == ["6", "5", "4", "3"]


def test_too_many_for_the_clipboard(pane: MemoryPane, session: Session) -> None:
    told: list[Toast] = []
    session.toasted.connect(told.append)
    pane.out.copy_ids(range(10_001))
    assert "too many for the clipboard" in told[0].text


@pytest.mark.parametrize("format_", ["csv", "json", "jsonl"])
def test_export_raw(pane: MemoryPane, session: Session, tmp_path: Path, qtbot: QtBot, format_: str) -> None:
    target = tmp_path / f"out.{format_}"
    told: list[Toast] = []
    session.toasted.connect(told.append)
    pane.out.write(Export(target, format_, False, False), pane.page.list.model.ids, ())
    settle(pane, qtbot)
    text = target.read_text("utf-8")
    if format_ == "csv":
        rows = list(csv.DictReader(text.splitlines()))
    else:
        rows = json.loads(text) if format_ == "json" else [json.loads(line) for line in text.splitlines()]
    assert [int(row["id"]) for row in rows] == [6, 5, 4, 3]
    assert "superseded_by" in rows[0]
    assert told[-1].text == f"Exported 4 records to {target}"


def test_export_as_shown_has_the_columns_on_screen(pane: MemoryPane, tmp_path: Path, qtbot: QtBot) -> None:
    target = tmp_path / "out.csv"
    pane.out.write(Export(target, "csv", True, True), array("q", [3]), pane.page.list.visible_columns())
    settle(pane, qtbot)
    head, row = target.read_text("utf-8").splitlines()
    assert head == "kind,key,content,trust,recorded_at"
    assert row.startswith("semantic,fiscal_year_start,The fiscal year starts in October.,user,")


def test_export_to_a_missing_folder_fails_with_a_sentence(
    pane: MemoryPane, session: Session, tmp_path: Path, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(session.act_failed):
        pane.out.write(Export(tmp_path / "no" / "out.csv", "csv", False, False), pane.page.list.model.ids, ())
    settle(pane, qtbot)


def test_the_export_dialog_says_what_it_will_write(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = ExportDialog("acme-alice-memory", 3812, 2)
    qtbot.addWidget(dialog)
    assert dialog.chosen.path.name == "acme-alice-memory.csv"
    assert dialog.chosen.selected_only
    dialog.format.setCurrentIndex(2)
    assert dialog.chosen.path.name == "acme-alice-memory.jsonl"
    assert not dialog.replaces
    (tmp_path / "there.jsonl").touch()
    dialog.path.setText(str(tmp_path / "there.jsonl"))
    assert dialog.replaces
    dialog.path.clear()
    assert not dialog.act.isEnabled()


def test_a_file_that_is_there_is_not_replaced_by_enter(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = ExportDialog("acme-alice-memory", 3, 0)
    qtbot.addWidget(dialog)
    dialog.show()
    (tmp_path / "there.csv").touch()
    dialog.path.setFocus()
    dialog.path.setText(str(tmp_path / "there.csv"))
    assert dialog.act.text() == "Replace the file"
    assert not dialog.act.isDefault()
    QTest.keyClick(dialog.path, Qt.Key.Key_Return)
    assert dialog.isVisible()
    dialog.path.setText(str(tmp_path / "new.csv"))
    assert dialog.act.text() == "Export"
    QTest.keyClick(dialog.path, Qt.Key.Key_Return)
    assert dialog.result() == ExportDialog.DialogCode.Accepted


def test_what_cannot_be_written_is_said_before(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = ExportDialog("acme-alice-memory", 3, 0)
    qtbot.addWidget(dialog)
    # A machine without a Documents folder gets one that is there.
    assert dialog.chosen.path.parent.is_dir()
    dialog.path.setText(str(tmp_path / "no" / "out.csv"))
    assert dialog.trouble == f"There is no folder {tmp_path / 'no'}."
    assert not dialog.act.isEnabled()
    dialog.path.setText(str(tmp_path))
    assert dialog.trouble == f"{tmp_path} is a folder."


def test_a_failed_export_asks_again_with_what_was_chosen(
    pane: MemoryPane, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = Export(tmp_path / "no" / "out.json", "json", False, True)
    asked: list[Again] = []

    def ask(
        name: str, matches: int, selected: int, parent: object, again: Again | None = None
    ) -> Export | None:
        if again is None:
            return chosen
        asked.append(again)
        return None

    monkeypatch.setattr("app.panes.memory.taking_out.ExportDialog.ask", ask)
    pane.run("memory.export")
    qtbot.waitUntil(lambda: bool(asked))
    assert asked == [Again(chosen, f"There is no folder {tmp_path / 'no'}.")]
    dialog = ExportDialog("x", 3, 0, None, asked[0])
    qtbot.addWidget(dialog)
    assert dialog.chosen == chosen
    assert dialog.trouble == asked[0].trouble
    settle(pane, qtbot)


def test_as_shown_runs_nothing_in_a_spreadsheet(pane: MemoryPane, tmp_path: Path, qtbot: QtBot) -> None:
    pane.session.records().remember("=1+1", key="sum", source="user:t9")
    pane.refresh()
    settle(pane, qtbot)
    target, ids = tmp_path / "out.csv", pane.page.list.model.ids
    pane.out.write(Export(target, "csv", False, True), ids, pane.page.list.visible_columns())
    settle(pane, qtbot)
    assert "'=1+1" in target.read_text("utf-8")
    pane.out.write(Export(target, "csv", False, False), ids, ())
    settle(pane, qtbot)
    assert "'=1+1" not in target.read_text("utf-8")


def test_what_a_mistyped_filter_does_not_mean_is_not_exported(pane: MemoryPane, qtbot: QtBot) -> None:
    pane.page.filter.set_text("kind:procedural")
    settle(pane, qtbot)
    assert "1 match" in pane.page.line
    pane.page.filter.set_text('kind:procedural "open')
    settle(pane, qtbot)
    assert "1 match the filter before" in pane.page.line
    assert not pane.action("memory.export").isEnabled()
    assert "cannot be read" in pane.action("memory.export").toolTip()
    pane.page.filter.set_text("")
    settle(pane, qtbot)
    assert pane.action("memory.export").isEnabled()

"""Copies and exports."""

from __future__ import annotations

import csv
import json
from array import array
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.notices import Toast
from app.panes.memory import MemoryPane
from app.panes.memory.export_dialog import Export, ExportDialog
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

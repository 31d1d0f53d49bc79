"""The Evaluate view: boards measured off the GUI thread, drawn as table and chart, and written to files."""

from __future__ import annotations

import csv
import json
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from app.evaluate import running
from app.session import Session
from app.settings import Settings
from app.window.evaluate import EvaluateWindow
from core.errors import Invalid
from tests.app.evaluate.test_verb import TALKS


@pytest.fixture
def window(settings: Settings, qtbot: QtBot) -> EvaluateWindow:
    session = Session(settings)
    shown = EvaluateWindow(session)
    qtbot.addWidget(shown)
    shown.show()
    return shown


def measured(window: EvaluateWindow, qtbot: QtBot, board: str) -> None:
    window.form.board.setCurrentIndex(window.form.board.findData(board))
    window.measure()
    qtbot.waitUntil(lambda: not window.measuring, timeout=20_000)


def test_it_begins_empty_and_says_what_to_do(window: EvaluateWindow) -> None:
    assert not window.stack.shows_content
    assert window.measure_button.isEnabled()
    assert not window.export_button.isEnabled()
    assert not window.cancel_button.isVisible()


def test_a_board_is_table_chart_and_detail_of_the_same_numbers(window: EvaluateWindow, qtbot: QtBot) -> None:
    measured(window, qtbot, "everything")
    board = window.board
    assert board is not None
    bars = [row for row in window.chart.bars.rows if not row.divider]
    assert len(bars) == len(board.sheet.rows) == 8
    block = [field.key for field in board.sheet.fields].index("block_tokens")
    drawn = sorted(round(row.total) for row in bars)
    assert drawn == sorted(round(float(row[block] or 0)) for row in board.sheet.rows)
    assert len(window.tables[0].rows) == 8
    assert len(window.tables[1].rows) == len(board.detail.rows) == 40
    assert "48" not in window.said.text()
    assert "held" in window.said.text()


def test_measuring_runs_off_the_gui_thread_and_can_be_stopped(
    window: EvaluateWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, go_on, ended = threading.Event(), threading.Event(), threading.Event()
    threads: list[threading.Thread] = []
    stopped: list[bool] = []

    def slow(wanted: object, *, progress: object, cancelled: Callable[[], bool]) -> object:
        threads.append(threading.current_thread())
        began.set()
        go_on.wait(10)
        stopped.append(cancelled())
        ended.set()
        raise Invalid("board", "needed")

    monkeypatch.setattr("app.window.evaluate.window.measure", slow)
    window.measure()
    assert began.wait(10)
    assert window.cancel_button.isVisible()
    assert not window.measure_button.isEnabled()
    window.cancel_button.click()
    go_on.set()
    assert ended.wait(10)
    assert threads[0] is not threading.main_thread()
    assert stopped == [True]
    assert not window.measuring
    assert window.board is None


def test_another_board_forgets_what_was_shown(window: EvaluateWindow, qtbot: QtBot) -> None:
    measured(window, qtbot, "everything")
    window.form.board.setCurrentIndex(window.form.board.findData("repeats"))
    assert window.board is None
    assert not window.stack.shows_content
    assert not window.export_button.isEnabled()


def test_evidence_needs_a_file_and_says_so(window: EvaluateWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window.form.board.setCurrentIndex(window.form.board.findData("evidence"))
    assert not window.measure_button.isEnabled()
    assert window.measure_button.toolTip() == "Open a file first."
    path = tmp_path / "talks.json"
    path.write_text(json.dumps(TALKS))
    window.form.take_file(path)
    assert window.measure_button.isEnabled()
    measured(window, qtbot, "evidence")
    assert window.board is not None
    assert len(window.board.detail.rows) == 2 * 3


def test_a_file_of_another_form_is_an_error_on_the_page(
    window: EvaluateWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "talks.json"
    path.write_text('{"a": 1}')
    window.form.board.setCurrentIndex(window.form.board.findData("evidence"))
    window.form.take_file(path)
    measured(window, qtbot, "evidence")
    assert window.board is None
    assert not window.stack.shows_content
    assert window.measure_button.isEnabled()


def test_seeds_that_are_no_numbers_cannot_be_measured(window: EvaluateWindow) -> None:
    window.form.seeds.setText("one, two")
    assert not window.measure_button.isEnabled()
    assert "101, 102" in window.measure_button.toolTip()
    window.form.seeds.setText("7,8")
    wanted = window.form.wanted
    assert wanted is not None
    assert wanted.seeds == (7, 8)


def test_exports(window: EvaluateWindow, qtbot: QtBot, tmp_path: Path) -> None:
    measured(window, qtbot, "everything")
    board = window.board
    assert board is not None
    for name in ("b.png", "b.svg", "b.csv", "b.json"):
        window.write(tmp_path / name)
    qtbot.waitUntil(lambda: all((tmp_path / f"b.{end}").exists() for end in ("png", "svg", "csv", "json")))
    assert not QImage(str(tmp_path / "b.png")).isNull()
    assert b"<svg" in (tmp_path / "b.svg").read_bytes()
    assert json.loads((tmp_path / "b.json").read_text()) == json.loads(json.dumps(board.data))
    with (tmp_path / "b.csv").open(newline="") as file:
        header, *rows = csv.reader(file)
    assert header == [field.title for field in board.sheet.fields]
    assert len(rows) == 8
    # Behind the scoreboard the table of the questions is written instead.
    window.tabs.show_view(1)
    window.write(tmp_path / "d.csv")
    qtbot.waitUntil((tmp_path / "d.csv").exists)
    assert len((tmp_path / "d.csv").read_text().splitlines()) == 1 + 40


def test_every_board_of_the_form_can_be_measured(window: EvaluateWindow) -> None:
    offered = [window.form.board.itemData(place) for place in range(window.form.board.count())]
    assert tuple(offered) == running.BOARDS

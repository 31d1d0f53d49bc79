"""Charts as files: what they show is said in them, and nothing of the window is."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtSvg import QSvgRenderer
from pytestqt.qtbot import QtBot

from app.panes.recall import RecallPane
from app.panes.recall.page import COMPARE
from app.theme import theme
from core.evaluation.isolation import SECRET
from tests.app.recall.conftest import NOBODY, ask, settle


def _words(svg: str) -> str:
    """The text elements of a picture, in their order."""
    return " ".join(re.findall(r"<text[^>]*>([^<]*)</text>", svg))


def _pinned(pane: RecallPane, qtbot: QtBot) -> None:
    ask(pane, "vendor invoices", qtbot)
    pane.run("recall.pin")
    settle(pane, qtbot)
    pane.page.setting.k.setValue(3)
    settle(pane, qtbot)


def _write(pane: RecallPane, qtbot: QtBot, path: Path) -> None:
    with qtbot.waitSignal(pane.session.toasted):
        pane.out.write(path)


def test_a_picture_names_question_and_setting(pane: RecallPane, qtbot: QtBot, tmp_path: Path) -> None:
    ask(pane, "vendor invoices", qtbot)
    _write(pane, qtbot, tmp_path / "chart.svg")
    said = _words((tmp_path / "chart.svg").read_text(encoding="utf-8"))
    assert "“vendor invoices”" in said
    assert "meaning 0.40" in said
    assert "k 5 · fit ≥ 0.00" in said
    assert QSvgRenderer(str(tmp_path / "chart.svg")).isValid()


def test_a_picture_marks_no_row(pane: RecallPane, qtbot: QtBot, tmp_path: Path) -> None:
    ask(pane, "vendor invoices", qtbot)
    plot = pane.page.scores.chart.plot
    assert plot is not None
    current = plot.current
    assert current is not None
    _write(pane, qtbot, tmp_path / "chart.png")
    image = QImage(str(tmp_path / "chart.png"))
    marked = theme().tokens.selection.name()
    assert plot.grab().toImage().pixelColor(4, plot.row_rect(0).top() + 2).name() == marked
    colours = {image.pixelColor(8, y).name() for y in range(image.height())}
    assert marked not in colours
    assert plot.current == current


def test_two_settings_are_one_picture_of_both_charts(pane: RecallPane, qtbot: QtBot, tmp_path: Path) -> None:
    _pinned(pane, qtbot)
    _write(pane, qtbot, tmp_path / "both.svg")
    said = _words((tmp_path / "both.svg").read_text(encoding="utf-8"))
    assert "Pinned: " in said
    assert "Now: " in said
    assert ("k 5" in said, "k 3" in said) == (True, True)
    assert pane.study is not None
    # Five bars of the pinned setting and three of the one now, each with its score.
    assert len(re.findall(r"\b\d\.\d{3}\b", said)) == 8
    _write(pane, qtbot, tmp_path / "both.png")
    image = QImage(str(tmp_path / "both.png"))
    heights = [chart.plot.viewport().height() for chart in pane.page.compare.charts if chart.plot]
    assert image.height() > 2 * sum(heights)


def test_captions_say_what_differs_and_the_tip_says_all(pane: RecallPane, qtbot: QtBot) -> None:
    _pinned(pane, qtbot)
    captions = pane.page.compare.captions
    assert [caption.text() for caption in captions] == ["k 5", "k 3"]
    assert "recency" in captions[0].toolTip()


@pytest.mark.parametrize("size", [(1024, 640), (1280, 800)])
def test_both_charts_keep_room_for_bars(pane: RecallPane, qtbot: QtBot, size: tuple[int, int]) -> None:
    pane.resize(size[0] - 180, size[1] - 90)
    _pinned(pane, qtbot)
    for chart in pane.page.compare.charts:
        assert chart.height() >= theme().row_height() * 5


def test_a_pin_can_be_taken_back_and_goes_with_the_person(pane: RecallPane, qtbot: QtBot) -> None:
    _pinned(pane, qtbot)
    assert pane.page.tabs.place == COMPARE
    pane.page.compare.unpin.click()
    assert (pane.pinned, pane.page.compare.stack.page.title) == (None, "No setting is pinned")
    assert pane.handles("recall.export") is None
    _pinned(pane, qtbot)
    assert pane.pinned is not None
    pane.session.set_scope(NOBODY)
    assert pane.pinned is None


def test_the_isolation_picture_and_its_table_are_written(
    pane: RecallPane, qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = pane.check_isolation()
    qtbot.waitUntil(lambda: dialog.report is not None, timeout=20_000)
    for name in ("check.png", "check.svg", "check.csv"):
        with qtbot.waitSignal(pane.session.toasted):
            dialog.write(tmp_path / name)
    said = _words((tmp_path / "check.svg").read_text(encoding="utf-8"))
    assert "Passed" in said
    assert SECRET[:10] in said
    assert not QImage(str(tmp_path / "check.png")).isNull()
    with (tmp_path / "check.csv").open(newline="", encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) == len(dialog.lines())
    dialog.close()


def test_the_pairs_are_written_and_a_bad_file_leaves_nothing_of_the_last(
    pane: RecallPane, qtbot: QtBot, tmp_path: Path
) -> None:
    pairs, bad = tmp_path / "pairs.json", tmp_path / "bad.json"
    same = "Invoices are due in 30 days."
    pairs.write_text(json.dumps([{"a": same, "b": same, "same": True}]))
    bad.write_text("{")
    dialog = pane.tune_dedupe()
    assert not dialog.export_button.isEnabled()
    dialog.read(pairs)
    qtbot.waitUntil(lambda: dialog.tuning is not None)
    model = dialog.table.model()
    assert model.held(0).likeness <= 1.0
    for name in ("tuned.png", "tuned.svg", "tuned.csv"):
        with qtbot.waitSignal(pane.session.toasted):
            dialog.write(tmp_path / name)
    said = _words((tmp_path / "tuned.svg").read_text(encoding="utf-8"))
    assert "pairs.json, 1 pairs" in said
    assert "merged 1 of 1" in said
    with (tmp_path / "tuned.csv").open(newline="", encoding="utf-8") as file:
        assert [row["One text"] for row in csv.DictReader(file)] == [same]
    dialog.read(bad)
    qtbot.waitUntil(lambda: not dialog.stack.shows_content)
    assert (dialog.name.text(), dialog.counts.text(), dialog.tuning) == ("", "", None)
    assert not dialog.export_button.isEnabled()
    dialog.close()

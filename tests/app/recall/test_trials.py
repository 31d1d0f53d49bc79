"""Questions side by side, the isolation check, near-duplicates, and files."""

from __future__ import annotations

import csv
import json
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QCheckBox, QLineEdit, QPushButton, QSlider, QSpinBox, QStackedWidget, QWidget
from pytestqt.qtbot import QtBot

from app.panes.recall import RecallPane, taking_out
from app.panes.recall.page import QUESTIONS
from app.theme import theme
from app.widgets import chart_files
from app.widgets.bar_chart import BarChart, load
from app.widgets.bar_paint import exposed
from app.widgets.bar_plot import BarPlot
from app.widgets.bars import BarRow, Bars, Segment, Swatch
from app.widgets.paged_table import PagedTable
from core import Store
from core.evaluation.isolation import SECRET
from core.memory.records import Records
from tests.app.recall.conftest import ALICE, ask


def test_questions_side_by_side(pane: RecallPane, qtbot: QtBot) -> None:
    ask(pane, "what happened with Globex?", qtbot)
    ask(pane, "how do I reconcile invoices?", qtbot)
    view = pane.page.questions
    pane.page.tabs.show_view(QUESTIONS)
    assert view.field.toPlainText().splitlines() == [
        "what happened with Globex?",
        "how do I reconcile invoices?",
    ]
    with qtbot.waitSignal(pane.asking.compared):
        view.button.click()
    rows = view.chart.bars.rows
    groups = [row.label for row in rows if row.divider]
    assert groups == ["what happened with Globex?", "how do I reconcile invoices?"]
    assert [rows[1].note, rows[1].segments[0].slot] == ["episodic", 1]
    second = next(place for place, row in enumerate(rows) if row.label == groups[1])
    assert [rows[second + 1].note, rows[second + 1].segments[0].slot] == ["procedural", 2]
    assert [swatch.name for swatch in view.chart.bars.legend] == [
        "semantic", "episodic", "procedural", "preference",
    ]  # fmt: skip
    assert len(view.found) == sum(not row.divider for row in rows)


def test_more_questions_than_fit_are_said(pane: RecallPane, qtbot: QtBot) -> None:
    view = pane.page.questions
    pane.page.tabs.show_view(QUESTIONS)
    view.field.setPlainText("\n".join(f"question {number}" for number in range(20)))
    with qtbot.waitSignal(pane.asking.compared):
        view.button.click()
    assert sum(row.divider for row in view.chart.bars.rows) == 12
    assert view.note.text() == "Only the first 12 are compared."


def test_the_isolation_check_passes_and_draws_what_never_happens(pane: RecallPane, qtbot: QtBot) -> None:
    dialog = pane.check_isolation()
    qtbot.waitUntil(lambda: dialog.report is not None, timeout=20_000)
    assert dialog.verdict.text().startswith("✓ Passed: ")
    lines = dialog.lines()
    assert all(line.passed for line in lines)
    assert "this file" in lines[-1].what
    first = dialog.chart.bars.rows[0]
    assert (first.label, first.value) == (SECRET, "1.00")
    assert first.segments[0].hatched
    assert "never scored" in first.note
    dialog.close()


def test_a_leak_fails_the_check(pane: RecallPane, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Records, "facts", lambda self: [SECRET])
    dialog = pane.check_isolation()
    qtbot.waitUntil(lambda: dialog.report is not None, timeout=20_000)
    assert dialog.verdict.text().startswith("✗ Failed")
    assert [line.what for line in dialog.lines() if not line.passed and line.what.endswith("()")] == [
        "facts()"
    ]
    dialog.close()


def test_tuning_counts_merged_and_wrong(pane: RecallPane, qtbot: QtBot, tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.json"
    pairs.write_text(
        json.dumps(
            [
                {"a": "Invoices are due in 30 days.", "b": "In 30 days invoices are due.", "same": True},
                {"a": "Invoices are due in 30 days.", "b": "Orbit reads the queue in UTC.", "same": False},
            ]
        )
    )
    dialog = pane.tune_dedupe()
    assert dialog.stack.page.title == "No pairs yet"
    dialog.read(pairs)
    qtbot.waitUntil(lambda: dialog.tuning is not None)
    assert dialog.counts.text() == "merged 1 of 1 rewordings · wrong 0 of 1 different"
    dialog.threshold.setValue(0)
    assert dialog.counts.text() == "merged 1 of 1 rewordings · wrong 1 of 1 different"
    assert dialog.chart.bars.rows[1].note == "▲ merged wrongly"
    dialog.threshold.setValue(1000)
    dialog.best.click()
    assert dialog.counts.text() == "merged 1 of 1 rewordings · wrong 0 of 1 different"
    # A threshold belongs to one way of comparing, so another one measures anew.
    dialog.by.setCurrentIndex(1)
    qtbot.waitUntil(lambda: dialog.tuning is not None and dialog.tuning.embedder == "hashing-256")
    assert dialog.name.text() == "pairs.json, 2 pairs, embedder hashing-256"
    dialog.read(tmp_path / "nope.json")
    qtbot.waitUntil(lambda: not dialog.stack.shows_content)
    assert "not there" in dialog.stack.page.title
    dialog.close()


def test_png_svg_and_csv(pane: RecallPane, qtbot: QtBot, tmp_path: Path) -> None:
    ask(pane, "vendor invoices", qtbot)
    plot = pane.page.scores.chart.plot
    assert plot is not None
    for name in ("chart.png", "chart.svg", "chart.csv"):
        with qtbot.waitSignal(pane.session.toasted):
            pane.out.write(tmp_path / name)
    assert not QImage(str(tmp_path / "chart.png")).isNull()
    assert QImage.fromData(chart_files.png(plot)).size() == plot.viewport().size() * 2
    assert QSvgRenderer(str(tmp_path / "chart.svg")).isValid()
    assert QSvgRenderer(chart_files.svg(plot, "x")).viewBox().size() == plot.viewport().size()
    with (tmp_path / "chart.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert pane.study is not None
    assert [row["Text"] for row in rows] == [row.record.content for row in pane.study.rows]
    for row in rows:
        if row["Score"]:
            parts = ("Words", "Meaning", "Recency", "Trust", "Import.", "Neighb.")
            assert sum(float(row[part]) for part in parts) == pytest.approx(float(row["Score"]), abs=1e-9)
    assert sorted(each.name for each in tmp_path.glob("chart*")) == ["chart.csv", "chart.png", "chart.svg"]


def test_bars_in_the_svg_are_as_long_as_on_screen(pane: RecallPane, qtbot: QtBot) -> None:
    """At the generator's default resolution they come out 4/3 too long (guide/desktop.md 5.2)."""
    ask(pane, "vendor invoices", qtbot)
    plot = pane.page.scores.chart.plot
    assert plot is not None
    screen = plot.grab().toImage()
    renderer = QSvgRenderer(chart_files.svg(plot, "x"))
    drawn = QImage(QSize(screen.width(), screen.height()), QImage.Format.Format_RGB32)
    drawn.fill(0xFFFFFFFF)
    painter = QPainter(drawn)
    renderer.render(painter)
    painter.end()
    y = plot.row_rect(1).center().y()
    blue = [x for x in range(screen.width()) if screen.pixelColor(x, y).name() == "#4f6ddb"]
    same = [x for x in range(screen.width()) if drawn.pixelColor(x, y).name() == "#4f6ddb"]
    assert blue
    assert abs(blue[-1] - same[-1]) <= 1


def test_a_folder_that_cannot_be_written_to_is_said(pane: RecallPane, qtbot: QtBot, tmp_path: Path) -> None:
    ask(pane, "vendor invoices", qtbot)
    with qtbot.waitSignal(pane.session.act_failed):
        pane.out.write(tmp_path / "no such folder" / "chart.png")


def test_export_asks_for_a_path(
    pane: RecallPane, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(pane, "vendor invoices", qtbot)
    monkeypatch.setattr(taking_out, "ask_path", lambda parent: None)
    pane.run("recall.export")
    monkeypatch.setattr(taking_out, "ask_path", lambda parent: tmp_path / "chart.csv")
    with qtbot.waitSignal(pane.session.toasted):
        pane.run("recall.export")


def test_every_control_has_a_name_and_can_be_reached(pane: RecallPane, qtbot: QtBot) -> None:
    ask(pane, "vendor invoices", qtbot)
    kinds = QPushButton | QCheckBox | QSlider | QLineEdit | PagedTable | BarPlot
    for widget in pane.findChildren(QWidget):
        # The number field brings a line edit of its own, which speaks for it.
        if (
            widget.isVisibleTo(pane)
            and isinstance(widget, kinds)
            and not isinstance(widget.parent(), QSpinBox)
        ):
            interface = QAccessible.queryAccessibleInterface(widget)
            assert widget.accessibleName() or interface.text(QAccessible.Text.Name), widget
    reached, seen = pane.page.query, set()
    pane.page.query.setFocus()
    for _ in range(1000):
        seen.add(reached)
        reached = reached.nextInFocusChain()
    assert {pane.page.ask, pane.page.scores.table, pane.page.setting.k, pane.page.why_not.field} <= seen


def test_a_bar_of_a_question_explains_its_memory(pane: RecallPane, qtbot: QtBot) -> None:
    ask(pane, "what happened with Globex?", qtbot)
    view = pane.page.questions
    pane.page.tabs.show_view(QUESTIONS)
    view.field.setPlainText("what happened with Globex?\nhow do I reconcile invoices?")
    with qtbot.waitSignal(pane.asking.compared):
        view.button.click()
    rows, plot = view.chart.bars.rows, view.chart.plot
    assert plot is not None
    second = [place for place, row in enumerate(rows) if row.divider][1]
    view.chart.choose(rows[second + 1].id)
    qtbot.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=plot.row_rect(second + 1).center())
    why = pane.page.why
    assert why.title.text() == "Why rank 1"
    assert why.row is not None
    assert why.row.record.key == "reconcile"
    assert "for “how do I reconcile invoices?”" in why.reason.text()
    assert view.table.current_id() == rows[second + 1].id
    pane.run("recall.next")
    assert why.title.text() == "Why rank 2"
    assert plot.current == view.table.current_id()
    pane.page.tabs.show_view(0)
    assert why.row == pane.page.scores.current
    assert "for “" not in why.reason.text()


def test_a_conflict_is_marked_in_chart_and_table(open_pane, path: Path, qtbot: QtBot) -> None:
    with Store.open(path, "write") as store:
        records = store.partition(ALICE).records
        for kind, day in (("semantic", "Monday"), ("procedural", "Friday")):
            records.remember(
                f"Payment runs happen on {day}.", key="payment_day", kind=kind, source="user:t20"
            )
    pane = open_pane()
    ask(pane, "when do payment runs happen on the calendar?", qtbot)
    study = pane.study
    assert study is not None
    pair = [row for row in study.kept if row.hit and row.hit.conflicts]
    assert len(pair) == 2
    column = {column.key: column for column in pane.page.scores.table.model().columns}["fate"]
    for row, other in (pair, pair[::-1]):
        note = f"▲ conflict #{other.record.id}"
        bar = next(bar for bar in pane.page.scores.chart.bars.rows if bar.id == row.record.id)
        assert bar.note == note
        assert column.text(row).startswith(note)


def test_of_very_many_bars_the_first_of_each_question_are_drawn(pane: RecallPane, qtbot: QtBot) -> None:
    ask(pane, "vendor invoices", qtbot)
    assert pane.study is not None
    hit = pane.study.hits[0]
    answers = [(f"question {place}", [hit] * 50) for place in range(12)]
    pane.page.questions.show_answers(answers)
    rows = pane.page.questions.chart.bars.rows
    assert sum(row.id is not None for row in rows) == 12 * 16
    assert [row.label for row in rows if row.id is None and not row.divider] == ["34 more in the table"] * 12
    # A bar carries its place in the table, where all of them are.
    assert [row.id for row in rows if row.id is not None][16] == 50
    assert len(pane.page.questions.table.model().ids) == 600


def test_only_the_rows_on_screen_are_drawn_but_all_of_them_in_a_picture(qtbot: QtBot) -> None:
    load()
    chart = BarChart("many")
    qtbot.addWidget(chart)
    chart.resize(400, 300)
    chart.prepare()
    rows = tuple(BarRow(place, f"row {place}", (Segment(1.0, 0),)) for place in range(100))
    chart.show_bars(Bars(rows, (), ""))
    chart.show()
    qtbot.waitExposed(chart)
    plot = chart.plot
    assert plot is not None
    picture = QImage.fromData(chart_files.png(plot))
    last = plot.row_rect(99).center().y()
    bar = theme().tokens.kinds[0]
    assert any(picture.pixelColor(x, 2 * last) == bar for x in range(picture.width()))
    assert [place for place, _ in exposed(rows, QRectF(0, 10.5, 1, 2))] == [10, 11, 12, 13]
    assert list(exposed(rows, QRectF(0, -5, 1, 2))) == []


def test_rows_keep_their_height_when_the_legend_breaks(qtbot: QtBot) -> None:
    load()
    chart = BarChart("narrow")
    other = QWidget()
    stack = QStackedWidget()
    qtbot.addWidget(stack)
    stack.addWidget(chart)
    stack.addWidget(other)
    stack.resize(800, 300)
    stack.show()
    qtbot.waitExposed(stack)
    rows = tuple(BarRow(place, f"row {place}", (Segment(1.0, 0),)) for place in range(5))
    chart.show_bars(Bars(rows, tuple(Swatch(f"a rather long name {n}", n) for n in range(6)), "score"))
    plot = chart.plot
    assert plot is not None
    for width, behind in ((800, False), (400, False), (200, True), (500, True), (900, False), (300, True)):
        if behind:
            stack.setCurrentWidget(other)
            qtbot.wait(40)
        stack.resize(width, 300)
        stack.setCurrentWidget(chart)
        qtbot.wait(40)
        tops = [plot.row_rect(place).top() for place in range(5)]
        steps = {after - before for before, after in pairwise(tops)}
        assert all(abs(step - theme().row_height()) <= 1 for step in steps), (width, steps)

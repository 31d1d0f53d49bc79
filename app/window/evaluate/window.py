"""The Evaluate view: measure a scoreboard, see it as table and chart, look behind every number."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from app.evaluate.board import Board, Sheet
from app.evaluate.running import measure
from app.session import Session
from app.theme import theme
from app.widgets import chart_files
from app.widgets.bar_chart import BarChart, load
from app.widgets.card import Card
from app.widgets.short_table import ShortTable
from app.widgets.state_page import StateStack
from app.widgets.view_tabs import ViewTabs
from app.window import file_dialogs
from app.window.evaluate.charts import Line, bars_of, columns_of, lines_of
from app.window.evaluate.form import EvaluateForm
from app.wording import Sentence, number, sentence
from core.store.faults import reported

if TYPE_CHECKING:
    from app.jobs import Job, JobProgress, Token

_KINDS = {"PNG (*.png)": ".png", "SVG (*.svg)": ".svg", "CSV (*.csv)": ".csv", "JSON (*.json)": ".json"}


class EvaluateWindow(QDialog):
    """Stands beside the main window; every board is measured in files of its own, off the GUI thread."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.setWindowTitle(self.tr("Evaluate"))
        self._session = session
        self._job: Job | None = None
        self.board: Board | None = None
        about = QLabel(
            self.tr(
                "What memory answers, leaks, saves and costs, measured in temporary files with the bundled "
                "embedder, a scripted model and no network. The open file is not touched."
            )
        )
        about.setWordWrap(True)
        about.setProperty("role", "muted")
        self.form = EvaluateForm()
        self.measure_button = QPushButton(self.tr("&Measure"))
        self.measure_button.setProperty("role", "primary")
        self.measure_button.setDefault(True)
        self.measure_button.clicked.connect(self.measure)
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.cancel_button.setAutoDefault(False)
        self.cancel_button.clicked.connect(self.cancel)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(self.tr("Progress"))
        self.said = QLabel()
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self.said.setWordWrap(True)
        self.chart = BarChart(self.tr("Scoreboard"))
        self._tables = [QWidget(), QWidget()]
        self.tables: list[ShortTable[Line]] = []
        self._split = QSplitter(Qt.Orientation.Vertical)
        self._split.setChildrenCollapsible(False)
        self._split.setHandleWidth(8)
        self._split.addWidget(Card(self.chart))
        self._result = QVBoxLayout()
        self._detail = QVBoxLayout()
        for holder, box in zip(self._tables, (self._result, self._detail), strict=True):
            box.setContentsMargins(0, 0, 0, 0)
            holder.setLayout(box)
        self._split.addWidget(self._tables[0])
        self._split.setStretchFactor(0, 3)
        self._split.setStretchFactor(1, 2)
        self.tabs = ViewTabs()
        self.tabs.add(self.tr("Scoreboard"), self._split)
        self.tabs.add(self.tr("Behind it"), self._tables[1])
        self.stack = StateStack(self.tabs)
        self.export_button = QPushButton(self.tr("&Export…"))
        self.export_button.setAutoDefault(False)
        self.export_button.clicked.connect(self.export)
        close = QPushButton(self.tr("Close"))
        close.setAutoDefault(False)
        close.clicked.connect(self.close)
        run = QHBoxLayout()
        run.setSpacing(8)
        run.addWidget(self.measure_button)
        run.addWidget(self.cancel_button)
        run.addWidget(self.progress, 1)
        run.addStretch()
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(self.export_button)
        foot.addWidget(close)
        page = QVBoxLayout(self)
        page.setContentsMargins(24, 20, 24, 16)
        page.setSpacing(10)
        page.addWidget(about)
        page.addWidget(self.form)
        page.addLayout(run)
        page.addWidget(self.said)
        page.addWidget(self.stack, 1)
        page.addLayout(foot)
        self.form.changed.connect(self._on_form)
        self.form.board_chosen.connect(self._clear)
        session.jobs.progressed.connect(self._on_progressed)
        theme().changed.connect(self._size)
        self._size()
        self._clear()

    @property
    def measuring(self) -> bool:
        """Whether a board is being measured."""
        return self._job is not None

    @Slot()
    def measure(self) -> None:
        """Measures what the form asks for."""
        wanted = self.form.wanted
        if wanted is None or self.measuring:
            return
        label = self.tr("measuring")

        def work(token: Token) -> Board:
            load()
            return measure(
                wanted,
                progress=lambda done, total: token.progress(done, total, label),
                cancelled=lambda: token.cancelled,
            )

        self.progress.setRange(0, 0)
        self._job = self._session.jobs.read(
            work, self._show, failed=self._on_failed, key="evaluate", owner=self, label=label
        )
        self._on_form()

    @Slot()
    def cancel(self) -> None:
        """Stops measuring; nothing is shown of a board that was not measured to its end."""
        if self._job is not None:
            self._session.jobs.cancel(self._job)
            self._job = None
            self._on_form()

    def export(self) -> None:
        """Asks where to, then writes the chart, the table or everything as JSON."""
        if self.board is None:
            return
        path = file_dialogs.ask_export(self, self.tr("Export the scoreboard"), self.board.id, _KINDS)
        if path is not None:
            self.write(path)

    def write(self, path: Path) -> None:
        """Writes what the ending of the name says."""
        board, plot = self.board, self.chart.plot
        if board is None or plot is None:
            return
        match path.suffix.lower():
            case ".csv":
                data = _csv(board.detail if self.tabs.place else board.sheet)
            case ".json":
                data = (json.dumps(board.data, ensure_ascii=False, indent=1) + "\n").encode()
            case ".svg":
                data = chart_files.svg(plot, f"Mnemoscope: {board.id}")
            case _:
                data = chart_files.png(plot)

        def work(token: Token) -> None:
            with reported(path):
                chart_files.write(path, data)

        self._session.jobs.read(
            work,
            lambda _: self._session.toast(self.tr("Exported to {0}").format(path)),
            failed=self._session.act_failed.emit,
            owner=self,
        )

    def closeEvent(self, event: QCloseEvent) -> None:
        self.cancel()
        super().closeEvent(event)

    def _show(self, board: Board) -> None:
        self._job = None
        self.board = board
        self.said.setText(board.said)
        self.said.show()
        self.chart.show_bars(bars_of(board.picture))
        for table in self.tables:
            table.hide()
            table.deleteLater()
        self.tables = [
            self._table(board.sheet, f"evaluate-{board.id}", self.tr("Scoreboard")),
            self._table(board.detail, f"evaluate-{board.id}-detail", self.tr("Behind it")),
        ]
        self._result.addWidget(self.tables[0])
        self._detail.addWidget(self.tables[1])
        self.stack.show_content()
        self._on_form()

    def _table(self, sheet: Sheet, name: str, title: str) -> ShortTable[Line]:
        table: ShortTable[Line] = ShortTable(
            columns_of(sheet), name, lambda line: line.place, self._session.settings
        )
        table.table.setAccessibleName(title)
        table.show_rows(lines_of(sheet))
        return table

    def _on_failed(self, error: Exception) -> None:
        self._job = None
        self.board = None
        self.said.hide()
        told: Sentence = sentence(error)
        self.stack.show_error(told)
        self._on_form()

    @Slot()
    def _clear(self) -> None:
        self.cancel()
        self.board = None
        self.said.hide()
        self.stack.show_empty(
            self.tr("Not measured yet"),
            self.tr("Measure draws the scoreboard here, with every question behind it."),
        )
        self._on_form()

    @Slot()
    def _on_form(self) -> None:
        lacking = self.form.lacking
        self.measure_button.setEnabled(not lacking and not self.measuring)
        self.measure_button.setToolTip(lacking)
        self.form.setEnabled(not self.measuring)
        self.cancel_button.setVisible(self.measuring)
        self.progress.setVisible(self.measuring)
        self.export_button.setEnabled(self.board is not None)

    @Slot(object)
    def _on_progressed(self, progress: JobProgress) -> None:
        if progress.job is self._job and progress.total:
            self.progress.setRange(0, progress.total)
            self.progress.setValue(progress.done)
            self.progress.setFormat(f"{number(progress.done)} / {number(progress.total)}")

    @Slot()
    def _size(self) -> None:
        unit = theme().row_height()
        self.resize(unit * 32, unit * 22)


def _csv(sheet: Sheet) -> bytes:
    return chart_files.table([field.title for field in sheet.fields], sheet.rows)

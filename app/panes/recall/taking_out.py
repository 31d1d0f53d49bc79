"""The charts of the pane on their way to files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from app.panes.recall.page import COMPARE, PROMPT, QUESTIONS, RecallPage
from app.session import Session
from app.widgets import chart_files
from app.widgets.bar_chart import BarChart
from app.widgets.column import Column
from app.widgets.copy_formats import plain
from app.widgets.paged_model import PagedModel
from core.errors import StorageFailure


class TakingOut(QObject):
    """Writes the chart on screen as PNG or SVG, or the table of its numbers as CSV."""

    def __init__(self, session: Session, page: RecallPage, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._page = page
        self._window = parent

    @property
    def bars(self) -> BarChart | None:
        """The chart that would be written; None while there is none."""
        page = self._page
        if not page.stack.shows_content or page.tabs.place == PROMPT:
            return None
        chart = {COMPARE: page.compare.charts[1], QUESTIONS: page.questions.chart}.get(
            page.tabs.place, page.scores.chart
        )
        return chart if chart.bars.rows else None

    def export(self) -> None:
        """Asks where to, then writes."""
        path = ask_path(self._window)
        if path is not None:
            self.write(path)

    def write(self, path: Path) -> None:
        """Writes what the ending of the name says."""
        chart = self.bars
        if chart is None or chart.plot is None:
            return
        make: Callable[[], bytes]
        if path.suffix.lower() == ".csv":
            header, rows = self._numbers()
            make = lambda: chart_files.table(header, rows)  # noqa: E731
        else:
            # Pictures are drawn where widgets live; only the disk is waited for elsewhere.
            svg = path.suffix.lower() == ".svg"
            drawn = chart_files.svg(chart.plot, "Mnemoscope") if svg else chart_files.png(chart.plot)
            make = lambda: drawn  # noqa: E731
        self._session.jobs.read(
            lambda token: _write(path, make()),
            lambda _: self._session.toast(
                self.tr("Exported to {0}; it holds memory text in the clear").format(path)
            ),
            failed=self._session.act_failed.emit,
            owner=self,
        )

    def _numbers(self) -> tuple[list[str], list[list[object]]]:
        page = self._page
        table = {COMPARE: page.compare.table, QUESTIONS: page.questions.table}.get(
            page.tabs.place, page.scores.table
        )
        model = table.model()
        if not isinstance(model, PagedModel):
            return [], []
        columns: Sequence[Column[Any]] = model.columns
        held = [model.held(place) for place in range(len(model.ids))]
        rows = [[plain(column.raw(row)) for column in columns] for row in held if row is not None]
        return [column.title for column in columns], rows


def ask_path(parent: QWidget) -> Path | None:
    """Where to write; None when the person cancelled."""
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    filters = {"PNG (*.png)": ".png", "SVG (*.svg)": ".svg", "CSV (*.csv)": ".csv"}
    name, chosen = QFileDialog.getSaveFileName(
        parent, parent.tr("Export the chart"), str(Path(folder or ".") / "recall"), ";;".join(filters)
    )
    if not name:
        return None
    path = Path(name)
    wanted = filters.get(chosen, ".png")
    return path if path.suffix.lower() in filters.values() else path.with_name(f"{path.name}{wanted}")


def _write(path: Path, data: bytes) -> None:
    try:
        chart_files.write(path, data)
    except OSError as error:
        raise StorageFailure(path=str(path), errno=error.errno) from None

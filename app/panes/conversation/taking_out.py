"""The charts of the pane on their way to files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QStandardPaths
from PySide6.QtWidgets import QFileDialog, QGraphicsView, QWidget

from app.panes.conversation.chart import Chart
from app.panes.conversation.page import (
    BUDGET,
    MAP,
    MESSAGES,
    NEEDLE,
    NUMBERS,
    STRATEGIES,
    ConversationPage,
)
from app.session import Session
from app.widgets import chart_files
from app.widgets.column import Column
from app.widgets.copy_formats import plain
from app.widgets.short_table import ShortTable
from core.errors import StorageFailure


class TakingOut(QObject):
    """Writes the chart on screen as PNG or SVG, or the table of its numbers as CSV."""

    def __init__(self, session: Session, page: ConversationPage, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._page, self._window = session, page, parent

    @property
    def plot(self) -> QGraphicsView | None:
        """The chart that would be drawn; None where only a table stands."""
        page = self._page
        if page.for_the_room:
            big: QGraphicsView | None = page.stakeholder.chart.plot
            return big
        charts: dict[int, Chart[Any]] = {
            BUDGET: page.budget.chart,
            MAP: page.map.chart,
            NEEDLE: page.needle.chart,
        }
        chart = charts.get(page.tabs.place)
        found: QGraphicsView | None = chart.plot if chart is not None else None
        return found

    @property
    def table(self) -> ShortTable[Any] | None:
        """The table of the numbers on screen."""
        page = self._page
        tables: dict[int, ShortTable[Any]] = {
            BUDGET: page.numbers.table,
            NUMBERS: page.numbers.table,
            MAP: page.messages.table,
            MESSAGES: page.messages.table,
            NEEDLE: page.needle.table,
            STRATEGIES: page.strategies.table,
        }
        return page.numbers.table if page.for_the_room else tables.get(page.tabs.place)

    def export(self) -> None:
        """Asks where to, then writes."""
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        pictures = {"PNG (*.png)": ".png", "SVG (*.svg)": ".svg"} if self.plot is not None else {}
        filters = {**pictures, "CSV (*.csv)": ".csv"}
        name, chosen = QFileDialog.getSaveFileName(
            self._window,
            self.tr("Export the chart"),
            str(Path(folder or ".") / "conversation"),
            ";;".join(filters),
        )
        if name:
            path = Path(name)
            known = path.suffix.lower() in filters.values()
            self.write(path if known else path.with_name(f"{path.name}{filters.get(chosen, '.csv')}"))

    def write(self, path: Path) -> None:
        """Writes what the ending of the name says."""
        make = self._make(path.suffix.lower())
        if make is None:
            return
        self._session.jobs.read(
            lambda token: _write(path, make()),
            lambda _: self._session.toast(
                self.tr("Exported to {0}; it may hold memory text in the clear").format(path)
            ),
            failed=self._session.act_failed.emit,
            owner=self,
        )

    def _make(self, suffix: str) -> Callable[[], bytes] | None:
        if suffix == ".csv":
            table = self.table
            if table is None:
                return None
            columns: Sequence[Column[Any]] = table.model.columns
            header = [column.title for column in columns]
            rows = [[plain(column.raw(row)) for column in columns] for row in table.rows]
            return lambda: chart_files.table(header, rows)
        if self.plot is None:
            return None
        # Pictures are drawn where widgets live; only the disk is waited for elsewhere.
        drawn = chart_files.svg(self.plot, "Mnemoscope") if suffix == ".svg" else chart_files.png(self.plot)
        return lambda: drawn


def _write(path: Path, data: bytes) -> None:
    try:
        chart_files.write(path, data)
    except OSError as error:
        raise StorageFailure(path=str(path), errno=error.errno) from None

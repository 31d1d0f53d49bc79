"""A picture of charts, or the numbers of their table, on the way to a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from app.panes.recall.picture import Picture
from app.session import Session
from app.widgets import chart_files
from app.widgets.column import Column
from app.widgets.copy_formats import plain
from app.widgets.paged_model import PagedModel
from app.widgets.paged_table import PagedTable
from core.errors import StorageFailure


@dataclass(frozen=True, slots=True)
class Export:
    """What can be written: the picture, and the table of the same numbers.

    Attributes:
        said: the sentence after writing, with a place for the path.
    """

    picture: Picture
    table: PagedTable
    said: str


def ask_path(parent: QWidget, name: str = "recall") -> Path | None:
    """Where to write; None when the person cancelled."""
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    filters = {"PNG (*.png)": ".png", "SVG (*.svg)": ".svg", "CSV (*.csv)": ".csv"}
    title = QCoreApplication.translate("recall", "Export the chart")
    given, chosen = QFileDialog.getSaveFileName(
        parent, title, str(Path(folder or ".") / name), ";;".join(filters)
    )
    if not given:
        return None
    path = Path(given)
    wanted = filters.get(chosen, ".png")
    return path if path.suffix.lower() in filters.values() else path.with_name(f"{path.name}{wanted}")


def write(session: Session, owner: QWidget, path: Path, export: Export) -> None:
    """Writes what the ending of the name says, and tells when it is done."""
    make: Callable[[], bytes]
    if path.suffix.lower() == ".csv":
        header, rows = numbers(export.table)
        make = lambda: chart_files.table(header, rows)  # noqa: E731
    else:
        # Pictures are drawn where widgets live; only the disk is waited for elsewhere.
        drawn = export.picture.svg() if path.suffix.lower() == ".svg" else export.picture.png()
        make = lambda: drawn  # noqa: E731
    session.jobs.read(
        lambda token: _write(path, make()),
        lambda _: session.toast(export.said.format(path)),
        failed=session.act_failed.emit,
        owner=owner,
    )


def numbers(table: PagedTable) -> tuple[list[str], list[list[object]]]:
    """Head and rows of a table, as they are and not as they are shown."""
    model = table.model()
    if not isinstance(model, PagedModel):
        return [], []
    columns: Sequence[Column[Any]] = model.columns
    held = [model.held(place) for place in range(len(model.ids))]
    rows = [[plain(column.raw(row)) for column in columns] for row in held if row is not None]
    return [column.title for column in columns], rows


def _write(path: Path, data: bytes) -> None:
    try:
        chart_files.write(path, data)
    except OSError as error:
        raise StorageFailure(path=str(path), errno=error.errno) from None

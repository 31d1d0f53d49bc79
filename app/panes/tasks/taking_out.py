"""A task on its way to a file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from app.session import Session
from app.widgets import chart_files
from core.errors import StorageFailure
from core.memory.tasks import OperatorTasks
from core.memory.tasks.exporting import as_json, as_markdown


class TakingOut(QObject):
    """Writes one task with its whole log, as JSON or as Markdown."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._window = parent

    def export(self, task: str) -> None:
        """Asks where to, then writes."""
        path = ask_path(self._window)
        if path is not None:
            self.write(task, path)

    def write(self, task: str, path: Path) -> None:
        """Writes what the ending of the name says."""
        operator, scope = self._session.operator, self._session.scope
        if operator is None or scope is None:
            return
        self._session.jobs.read(
            lambda token: _write(operator.tasks(scope), task, path),
            lambda _: self._session.toast(
                self.tr("Exported to {0}; it holds memory text in the clear").format(path)
            ),
            failed=self._session.act_failed.emit,
            owner=self,
        )


def ask_path(parent: QWidget) -> Path | None:
    """Where to write; None when the person cancelled."""
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    filters = {"JSON (*.json)": ".json", "Markdown (*.md)": ".md"}
    name, chosen = QFileDialog.getSaveFileName(
        parent, parent.tr("Export the task"), str(Path(folder or ".") / "task"), ";;".join(filters)
    )
    if not name:
        return None
    path = Path(name)
    wanted = filters.get(chosen, ".json")
    return path if path.suffix.lower() in filters.values() else path.with_name(f"{path.name}{wanted}")


def _write(tasks: OperatorTasks, name: str, path: Path) -> None:
    found, log = tasks.get(name), tasks.log(name, limit=-1)
    text = as_markdown(found, log) if path.suffix.lower() == ".md" else as_json(found, log)
    try:
        chart_files.write(path, text.encode())
    except OSError as error:
        raise StorageFailure(path=str(path), errno=error.errno) from None

"""Records on their way out of the pane: to the clipboard and to files."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from app.jobs import Token
from app.panes.memory.export_dialog import Again, Export, ExportDialog
from app.session import Session
from app.widgets.column import Column
from app.widgets.copy_formats import as_json, as_table
from app.wording import number, sentence
from core.errors import ErrorCode, MnemoscopeError
from core.memory.records import Record

# A clipboard is no place for more; the export takes any number.
MOST = 10_000
_STEP = 500
# Columns of the list by the names core exports them under.
_EXPORTED = {
    "text": "content",
    "since": "recorded_at",
    "seen": "seen_at",
    "expires": "expires_at",
}


class TakingOut(QObject):
    """Copies the selected records, exports the selected or the matching ones."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._window = parent

    def copy_text(self, ids: Sequence[int]) -> None:
        """The contents, one after the other."""
        self._copy(ids, lambda records: "\n\n".join(record.content for record in records))

    def copy_table(self, ids: Sequence[int], columns: Sequence[Column[Record]]) -> None:
        """The columns on screen under their titles, separated by tabs."""
        self._copy(ids, lambda records: as_table(columns, records))

    def copy_json(self, ids: Sequence[int], columns: Sequence[Column[Record]]) -> None:
        """All columns as a JSON list."""
        self._copy(ids, lambda records: as_json(columns, records))

    def copy_ids(self, ids: Sequence[int]) -> None:
        """The numbers, one a line."""
        if self._few_enough(len(ids)):
            self._put("\n".join(str(record) for record in ids), len(ids))

    def export(
        self,
        matches: array[int],
        selected: array[int],
        columns: Sequence[Column[Record]],
        again: Again | None = None,
    ) -> None:
        """Asks what and where to, then writes the file in the background."""
        scope = self._session.scope
        name = f"{scope.tenant}-{scope.user}" if scope is not None else "records"
        safe = "".join(c if c.isalnum() or c in "-_." else "_" for c in name)
        counts = (f"{safe}-memory", len(matches), len(selected), self._window)
        chosen = ExportDialog.ask(*counts) if again is None else ExportDialog.ask(*counts, again)
        if chosen is None:
            return

        def failed(error: Exception) -> None:
            # The choices are not lost over a folder that cannot be written to.
            self.export(matches, selected, columns, Again(chosen, _trouble(error, chosen.path)))

        self.write(chosen, selected if chosen.selected_only else matches, columns, failed)

    def write(
        self,
        chosen: Export,
        ids: array[int],
        columns: Sequence[Column[Record]],
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        """Writes ``ids`` as ``chosen`` says."""
        records = self._session.records()
        label = self.tr("Exporting records")
        names = [_EXPORTED.get(column.key, column.key) for column in columns]

        def work(token: Token) -> int:
            def progress(done: int, total: int) -> None:
                token.raise_if_cancelled()
                token.progress(done, total, label)

            if chosen.as_shown:
                return records.write_file(
                    chosen.path, chosen.format, ids, names, progress=progress, spreadsheet=True
                )
            return records.write_file(chosen.path, chosen.format, ids, progress=progress)

        self._session.jobs.read(
            work,
            lambda count: self._exported(count, chosen.path),
            failed=failed or self._session.act_failed.emit,
            owner=self,
            label=label,
        )

    def _exported(self, count: int, path: Path) -> None:
        said = self.tr("Exported {0} records to {1}").format(number(count), path)
        self._session.toast(said)

    def _copy(self, ids: Sequence[int], write: Callable[[list[Record]], str]) -> None:
        if not ids or not self._few_enough(len(ids)):
            return
        records, wanted = self._session.records(), array("q", ids)
        label = self.tr("Copying records")

        def work(token: Token) -> str:
            found: list[Record] = []
            for start in range(0, len(wanted), _STEP):
                token.raise_if_cancelled()
                token.progress(start, len(wanted), label)
                page = records.page(wanted[start : start + _STEP])
                found += [record for record in page if record is not None]
            return write(found)

        self._session.jobs.read(
            work,
            lambda text: self._put(text, len(wanted)),
            failed=self._session.act_failed.emit,
            key="memory.copy",
            owner=self,
        )

    def _few_enough(self, count: int) -> bool:
        if count <= MOST:
            return True
        text = self.tr("{0} records are too many for the clipboard; export takes any number")
        self._session.toast(text.format(number(count)))
        return False

    def _put(self, text: str, count: int) -> None:
        # The clipboard cannot hold NUL, and half a surrogate pair would end the program there.
        clean = text.replace("\0", "\ufffd").encode("utf-8", "replace").decode("utf-8")
        QGuiApplication.clipboard().setText(clean)
        said = self.tr("Copied 1 record") if count == 1 else self.tr("Copied {0} records")
        self._session.toast(said.format(number(count)))


def _trouble(error: Exception, path: Path) -> str:
    # The sentences about files speak of reading one; a folder that went is what this means here.
    if isinstance(error, MnemoscopeError) and error.code is ErrorCode.NOT_FOUND:
        return QCoreApplication.translate("memory", "There is no folder {0}.").format(path.parent)
    said = sentence(error)
    return f"{said.text or said.title} {said.advice}"

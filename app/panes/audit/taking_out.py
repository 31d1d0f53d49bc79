"""Entries on their way out of the pane: to the clipboard and to files."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from app.jobs import Token
from app.session import Session
from app.widgets.column import Column
from app.widgets.copy_formats import as_table
from app.wording import number
from core.audit import Landmark
from core.handles.journal import JournalEntry
from core.handles.journal_file import JournalFormat
from core.scope import Scope

MOST = 10_000
_STEP = 500
_SUFFIX = {
    ".csv": JournalFormat.CSV,
    ".json": JournalFormat.JSON,
    ".jsonl": JournalFormat.JSONL,
}


def ask_file(parent: QWidget, name: str) -> Path | None:
    """Where the entries go, or None; a known ending decides the format, CSV is the default."""
    kinds = ";;".join((_tr("CSV (*.csv)"), _tr("JSON (*.json)"), _tr("JSON Lines (*.jsonl)")))
    chosen, kind = QFileDialog.getSaveFileName(parent, _tr("Export the journal"), f"{name}.csv", kinds)
    if not chosen:
        return None
    path = Path(chosen)
    if path.suffix in _SUFFIX:
        return path
    wanted = next((suffix for suffix in _SUFFIX if f"*{suffix})" in kind), ".csv")
    return path.with_name(path.name + wanted)


class TakingOut(QObject):
    """Copies the selected entries, exports those that are listed."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._window = parent

    def export(self, seqs: array[int], about: Scope | None) -> None:
        """Asks for a file and writes the listed entries; reasons go along for ``about`` alone."""
        store = self._session.store
        name = f"{store.path.stem}-journal" if store is not None else "journal"
        path = ask_file(self._window, name)
        if path is not None:
            self.write(path, seqs, about)

    def write(self, path: Path, seqs: array[int], about: Scope | None) -> None:
        """Writes the file in the background."""
        operator = self._session.operator
        if operator is None:
            return
        journal, label = operator.audit, self.tr("Exporting the journal")

        def work(token: Token) -> Landmark:
            def progress(done: int, total: int) -> None:
                token.raise_if_cancelled()
                token.progress(done, total, label)

            return journal.write_file(path, _SUFFIX[path.suffix], seqs, about, progress)

        def written(head: Landmark) -> None:
            said = self.tr("Exported {0} entries to {1}. The head was #{2}, {3}….")
            self._session.toast(said.format(number(len(seqs)), path, head.seq, head.hash.hex()[:8]))

        self._session.jobs.read(work, written, failed=self._session.act_failed.emit, owner=self, label=label)

    def copy(self, seqs: Sequence[int], columns: Sequence[Column[JournalEntry]], about: Scope | None) -> None:
        """The columns on screen under their titles, separated by tabs."""
        operator = self._session.operator
        if operator is None or not seqs:
            return
        if len(seqs) > MOST:
            text = self.tr("{0} entries are too many for the clipboard; export takes any number")
            self._session.toast(text.format(number(len(seqs))))
            return
        journal, wanted = operator.audit, array("q", seqs)

        def work(token: Token) -> str:
            found: list[JournalEntry] = []
            for start in range(0, len(wanted), _STEP):
                token.raise_if_cancelled()
                found += [entry for entry in journal.page(wanted[start : start + _STEP], about) if entry]
            return as_table(columns, found)

        said = self.tr("Copied 1 entry") if len(wanted) == 1 else self.tr("Copied {0} entries")
        self._session.jobs.read(
            work,
            lambda text: self.put(text, said.format(number(len(wanted)))),
            failed=self._session.act_failed.emit,
            key="audit.copy",
            owner=self,
        )

    def put(self, text: str, said: str) -> None:
        """Puts ``text`` on the clipboard and says so."""
        QGuiApplication.clipboard().setText(text.replace("\0", "\ufffd"))
        self._session.toast(said)


def _tr(text: str) -> str:
    return QCoreApplication.translate("audit", text)

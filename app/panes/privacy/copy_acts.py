"""Making and removing copies, and bringing a person back from an archive."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.jobs import Token
from app.panes.privacy import places
from app.panes.privacy.copies_view import Copy
from app.panes.privacy.restore_dialog import RestoreDialog
from app.panes.privacy.statements_dialog import StatementsDialog
from app.panes.privacy.told import Told
from app.session import Session
from app.widgets.hidden_characters import one_line, revealed
from app.widgets.question import Question
from app.wording import day, number
from app.wording.privacy import step_words

if TYPE_CHECKING:
    from core.privacy import Statements
    from core.privacy.archive import ArchiveInfo
    from core.privacy.restoring import Restored
    from core.scope import Scope


class CopyActs(QObject):
    """Backups of the whole file, exports of a person, archives."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._window = parent

    def back_up(self) -> None:
        """Asks where to and writes a compact copy of the whole file."""
        store, operator = self._session.store, self._session.operator
        if store is None or operator is None:
            return
        name = f"{store.path.stem}-{self._session.now():%Y-%m-%d}.backup.db"
        title = self.tr("Back up the whole file")
        path = places.ask_new_file(self._window, title, name, self.tr("Memory files (*.db)"))
        if path is not None:
            self._session.act(
                lambda: operator.privacy.backups.make(path),
                says=lambda copy: self.tr("Backed up to {0}").format(copy.path),
                owner=self,
            )

    def state(self) -> None:
        """Reads what exports state, asks, and keeps it."""
        operator = self._session.operator
        if operator is None:
            return
        privacy = operator.privacy

        def ask(statements: Statements) -> None:
            wanted = StatementsDialog.ask(statements, self._window.window())
            if wanted is not None and wanted != statements:
                said = self.tr("Every export of this file states it from now on")
                self._session.act(lambda: Told(privacy.state(wanted)), says=lambda _: said, owner=self)

        self._session.jobs.read(
            lambda token: privacy.statements(),
            ask,
            failed=self._session.act_failed.emit,
            key="privacy.statements",
            owner=self,
        )

    def remove(self, copy: Copy) -> None:
        """Deletes the files of a copy, after naming them."""
        operator, scope = self._session.operator, self._session.scope
        if operator is None or not RemoveCopy.ask(copy, self._window.window()):
            return
        privacy = operator.privacy

        def work() -> Told:
            if copy.kind == "backup":
                return Told(privacy.backups.remove(copy.id))
            assert scope is not None
            return Told(privacy.remove_export(scope, copy.id))

        said = self.tr("Deleted {0}").format(copy.path)
        self._session.act(work, says=lambda _: said, owner=self)

    def restore(self) -> None:
        """Asks for an archive and says what it is before anything is written."""
        path = places.ask_archive(self._window)
        if path is not None:
            self.inspect(path)

    def inspect(self, path: Path) -> None:
        """Looks into an archive and asks whether to bring it back."""
        operator = self._session.operator
        if operator is None:
            return
        privacy = operator.privacy
        self._session.jobs.read(
            lambda token: privacy.inspect_archive(path),
            lambda info: self._inspected(path, info),
            failed=self._session.act_failed.emit,
            key="privacy.archive",
            owner=self,
            label=self.tr("Reading the archive"),
        )

    def _inspected(self, path: Path, info: ArchiveInfo) -> None:
        scope = RestoreDialog.ask(info, self._window.window())
        if scope is not None:
            self.bring_back(path, scope)

    def bring_back(self, path: Path, scope: Scope) -> None:
        """Restores or imports the archive under that name."""
        operator = self._session.operator
        if operator is None:
            return
        privacy = operator.privacy

        def work(token: Token) -> Restored:
            return privacy.restore(
                path,
                scope=scope,
                progress=lambda step, done, total: token.progress(done, total, step_words(step)),
                cancelled=lambda: token.cancelled,
            )

        def done(_: Restored) -> None:
            self._session.set_scope(scope)

        self._session.act_at_length(
            work, done=done, says=lambda restored: self._says(restored, scope), owner=self
        )

    def _says(self, restored: Restored, scope: Scope) -> str:
        name, rows = one_line(str(scope)), number(restored.rows)
        if restored.mode == "restore":
            said = self.tr("Restored {0}: {1} rows, row for row").format(name, rows)
        else:
            said = self.tr("Imported into {0}: {1} stored, {2} wait for review")
            said = said.format(name, rows, number(restored.held))
        left = (
            (restored.refused, self.tr("{0} refused")),
            (restored.masked, self.tr("{0} texts masked")),
        )
        told = [text.format(number(count)) for count, text in left if count]
        return ", ".join([said, *told])


class RemoveCopy(Question):
    """Asks before the files of a copy are deleted."""

    def __init__(self, copy: Copy, parent: QWidget | None = None) -> None:
        what = self.tr("backup") if copy.kind == "backup" else self.tr("export")
        super().__init__(
            self.tr("Delete the {0} of {1}").format(what, day(copy.at)),
            self.tr("Delete {0}").format(what),
            parent,
            destructive=True,
        )
        self.add_text(revealed(str(copy.path), 300))
        if copy.there:
            self.add_text(self.tr("The files are deleted for good. There is no undo."), "danger")
        else:
            self.add_text(self.tr("Nothing lies there any more; only the note of it goes."))

    @classmethod
    def ask(cls, copy: Copy, parent: QWidget | None = None) -> bool:
        """True when it shall go."""
        dialog = cls(copy, parent)
        try:
            return dialog.exec() == cls.DialogCode.Accepted
        finally:
            dialog.deleteLater()

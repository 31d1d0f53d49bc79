"""Acts on a person as a whole: handing over, erasing, finishing, checking."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.jobs import Token
from app.panes.privacy import places
from app.panes.privacy.erase_dialog import EraseDialog
from app.panes.privacy.export_dialog import ExportOrder, PersonExportDialog
from app.session import Session
from app.widgets.hidden_characters import one_line
from app.wording import number
from app.wording.privacy import step_words

if TYPE_CHECKING:
    from core.privacy.exporting import Exported
    from core.privacy.receipt import ReceiptCheck
    from core.scope import Scope


class PersonActs(QObject):
    """Asks, names what will happen, and carries it out through the session.

    Signals:
        exported: an export was written, where.
        erased: a receipt was made.
        checked: a receipt out of a file was looked at, its name and the answer.
    """

    exported = Signal(object)
    erased = Signal(object)
    checked = Signal(object, object)

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._window = parent

    def export(self) -> None:
        """Asks where to and writes everything held about the person."""
        scope = self._session.scope
        if scope is None:
            return
        order = PersonExportDialog.ask(self._session, scope, self._window.window())
        if order is not None:
            self.write(scope, order)

    def write(self, scope: Scope, order: ExportOrder) -> None:
        """Writes the export as ordered."""
        operator = self._session.operator
        if operator is None:
            return
        privacy = operator.privacy

        def work(token: Token) -> Exported:
            return privacy.export(
                scope,
                order.folder,
                archive=order.archive,
                expires_days=order.expires_days,
                progress=lambda step, done, total: token.progress(done, total, step_words(step)),
                cancelled=lambda: token.cancelled,
            )

        def says(exported: Exported) -> str:
            said = self.tr("Exported {0}: {1} rows, to {2}")
            return said.format(one_line(str(scope)), number(exported.rows), exported.folder)

        if self._session.writable:
            self._session.act_at_length(work, done=self.exported.emit, says=says, owner=self)
            return

        def done(exported: Exported) -> None:
            self._session.toast(says(exported))
            self.exported.emit(exported)

        label = self.tr("Exporting {0}").format(one_line(str(scope)))
        failed = self._session.act_failed.emit
        self._session.jobs.read(work, done, failed=failed, key="privacy.export", owner=self, label=label)

    def erase_again(self) -> None:
        """Opens it for the first of those who came back with an old copy."""
        returned = self._session.unfinished.returned
        if returned:
            self._session.set_scope(returned[0].scope)
            self.erase()

    def erase(self) -> None:
        """Opens the dialog that erases the person."""
        scope = self._session.scope
        if scope is None or not self._session.may_leave():
            return
        receipt = EraseDialog.ask(self._session, scope, self._window.window())
        if receipt is not None:
            self.erased.emit(receipt)

    def finish(self) -> None:
        """Tries again to finish what waited for another program."""
        self._session.unfinished.try_now()

    def check_receipt(self) -> None:
        """Asks for a file and says whether it is a receipt of this installation."""
        path = places.ask_receipt(self._window)
        if path is not None:
            self.check(path)

    def check(self, path: Path) -> None:
        """Checks one file."""
        operator = self._session.operator
        if operator is None:
            return
        privacy = operator.privacy

        def answered(check: ReceiptCheck) -> None:
            self.checked.emit(path, check)

        self._session.jobs.read(
            lambda token: privacy.check_receipt(path),
            answered,
            failed=self._session.act_failed.emit,
            key="privacy.check",
            owner=self,
        )

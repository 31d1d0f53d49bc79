"""A receipt on paper: which printers there are, the dialog of the system, and the printing itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget

from app.session import Session

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

    from core.privacy import Receipt


class Printing(QObject):
    """Asks the print service away from the window, for it may be on another machine and slow.

    Signals:
        changed: it is known now whether there is a printer.
    """

    changed = Signal()

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._window = parent
        self.names: tuple[str, ...] | None = None

    @property
    def why_not(self) -> str:
        """Why nothing can be printed now; empty when it can."""
        if self.names is None:
            return _tr("Printers are still being looked for.")
        if not self.names:
            return _tr("No printer is set up on this machine; Save as PDF keeps the same page.")
        return ""

    def look(self) -> None:
        """Find out which printers there are."""
        self._session.jobs.read(
            lambda token: printer_names(), self._found, failed=lambda _: self._found(()), owner=self
        )

    def print(self, receipt: Receipt | None) -> None:
        """Asks which printer and prints; Qt lays out documents on the thread of the window only."""
        if receipt is None or self.why_not:
            return
        printer = ask_printer(self._window)
        if printer is None:
            return
        from PySide6.QtPrintSupport import QPrinter

        from app.panes.privacy.receipt_page import put_on

        name = printer.printerName() or printer.outputFileName()
        put_on(printer, receipt)
        if printer.printerState() == QPrinter.PrinterState.Error:
            self._session.toast(_tr("{0} refused the receipt; Save as PDF keeps the same page").format(name))
        else:
            self._session.toast(_tr("Sent the receipt to {0}").format(name))

    def _found(self, names: tuple[str, ...]) -> None:
        self.names = names
        self.changed.emit()


def printer_names() -> tuple[str, ...]:
    """The printers the system knows; asks the print service, so it may take long."""
    from PySide6.QtPrintSupport import QPrinterInfo

    return tuple(QPrinterInfo.availablePrinterNames())


def ask_printer(parent: QWidget) -> QPrinter | None:
    """The printer that was chosen in the dialog of the system, or None."""
    from PySide6.QtPrintSupport import QPrintDialog, QPrinter

    from app.panes.privacy.receipt_page import page_layout

    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setPageLayout(page_layout())
    printer.setDocName(_tr("Receipt of an erasure"))
    printer.setCreator("Mnemoscope")
    dialog = QPrintDialog(printer, parent)
    try:
        return printer if dialog.exec() == QDialog.DialogCode.Accepted else None
    finally:
        dialog.deleteLater()


def _tr(text: str) -> str:
    return QCoreApplication.translate("privacy", text)

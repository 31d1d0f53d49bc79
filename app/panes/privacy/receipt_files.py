"""Receipts on their way to files, and receipts from files that are checked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.panes.privacy import places
from app.session import Session
from core.store.faults import reported

if TYPE_CHECKING:
    from core.privacy import Receipt


class ReceiptFiles(QObject):
    """Saves a receipt as JSON or as a page; no name of the person is in the file name either."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._window = parent

    def save_json(self, receipt: Receipt | None) -> None:
        """Asks for a file and writes the receipt that can be checked later."""
        if receipt is None:
            return
        title, name = self.tr("Save receipt"), f"receipt-{receipt.job}.json"
        path = places.ask_new_file(self._window, title, name, self.tr("Receipts (*.json)"))
        if path is not None:
            self._write(path, lambda: _json(receipt, path))

    def save_pdf(self, receipt: Receipt | None) -> None:
        """Asks for a file and writes the page."""
        if receipt is None:
            return
        title, name = self.tr("Save the receipt as a page"), f"receipt-{receipt.job}.pdf"
        path = places.ask_new_file(self._window, title, name, self.tr("PDF (*.pdf)"))
        if path is not None:
            from app.panes.privacy.receipt_page import pdf

            page = pdf(receipt)
            self._write(path, lambda: _put(path, page))

    def _write(self, path: Path, write: Callable[[], object]) -> None:
        self._session.jobs.read(
            lambda token: write(),
            lambda _: self._told(path),
            failed=self._session.act_failed.emit,
            owner=self,
        )

    def _told(self, path: Path) -> None:
        self._session.toast(self.tr("Saved the receipt to {0}").format(path))


def _json(receipt: Receipt, path: Path) -> None:
    # The question already asked whether to replace what is there.
    path.unlink(missing_ok=True)
    receipt.write(path)


def _put(path: Path, page: bytes) -> None:
    with reported(path):
        path.write_bytes(page)

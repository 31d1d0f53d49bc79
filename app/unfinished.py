"""Erasures that wait for another program to let go of the file: finished by themselves, without a pane."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.jobs import Jobs
from core import Store

if TYPE_CHECKING:
    from core.handles import Operator
    from core.privacy import Pending, Receipt, Returned

log = logging.getLogger(__name__)

RETRY_MS = 5_000
# A deletion is followed by others often enough to wait a little before the file is written anew.
SOON_MS = 1_000
_PATIENCE = 0.5


class Unfinished(QObject):
    """Looks after the pending erasures of the open file.

    Those who were erased and came back with an old copy of the file are unfinished as well, but
    only a person decides to erase them again.

    Signals: ``changed`` (there are more of them, fewer, or other ones), ``finished`` (a Receipt
    that is not pending any more).
    """

    changed = Signal()
    finished = Signal(object)

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._store: Store | None = None
        self._operator: Operator | None = None
        self._busy = False
        self.pending: tuple[Pending, ...] = ()
        self.returned: tuple[Returned, ...] = ()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.try_now)

    @property
    def waiting(self) -> tuple[Pending, ...]:
        """Those a person should know of: of somebody erased, or with another program in the way."""
        return tuple(each for each in self.pending if each.what == "person" or each.blocking)

    def start_with(self, store: Store | None, operator: Operator | None) -> None:
        """Another file is open, or none."""
        self._store, self._operator = store, operator
        self._timer.stop()
        self._busy = False
        self._show((), ())
        self.look()

    def look(self) -> None:
        """Read again what is pending; what is there is tried again in a while."""
        operator = self._operator
        if operator is None:
            return
        self._jobs.read(
            lambda token: (operator.privacy.pending(), operator.privacy.returned()),
            lambda answer: self._looked(*answer),
            # A file that cannot be read says so elsewhere.
            failed=lambda _: None,
            key="unfinished.look",
            owner=self,
        )

    @Slot()
    def try_now(self) -> None:
        """Finish what can be finished now."""
        store, operator = self._store, self._operator
        if store is None or operator is None or not store.writable or self._busy or not self.pending:
            return
        self._busy = True

        def work(_: object) -> tuple[tuple[Receipt, ...], tuple[Pending, ...]]:
            return operator.privacy.finish(_PATIENCE), operator.privacy.pending()

        self._jobs.write(work, self._tried, failed=self._failed, owner=self)

    def _tried(self, answer: tuple[tuple[Receipt, ...], tuple[Pending, ...]]) -> None:
        receipts, pending = answer
        self._busy = False
        waiting = {each.job for each in pending}
        self._looked(pending, self.returned)
        for receipt in receipts:
            if receipt.job not in waiting:
                self.finished.emit(receipt)

    def _failed(self, error: Exception) -> None:
        self._busy = False
        log.info("a pending erasure could not be finished: %s", type(error).__name__)
        self._timer.start(RETRY_MS)

    def _looked(self, pending: tuple[Pending, ...], returned: tuple[Returned, ...]) -> None:
        known = {each.job for each in self.pending}
        self._show(pending, returned)
        if not pending or self._store is None or not self._store.writable:
            self._timer.stop()
        elif not {each.job for each in pending} <= known:
            self._timer.start(SOON_MS)
        elif not self._timer.isActive():
            self._timer.start(RETRY_MS)

    def _show(self, pending: tuple[Pending, ...], returned: tuple[Returned, ...]) -> None:
        if (pending, returned) != (self.pending, self.returned):
            self.pending, self.returned = pending, returned
            self.changed.emit()

"""Keeping what is shown in step with the file: one look a second, unless it is held."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.jobs import Jobs
from app.watch import Look, Watch

POLL_MS = 1000


class Live(QObject):
    """Looks at the open file on a reader.

    Signals: ``seen`` (the kinds of things others changed), ``replaced`` (once per opening),
    ``blinded`` (an error: changes are not seen for now), ``sighted`` (they are).
    """

    seen = Signal(object)
    replaced = Signal()
    blinded = Signal(object)
    sighted = Signal()

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._watch: Watch | None = None
        self._told_replaced = False
        self._looking = self._again = False
        self.paused = False
        self.last_update = time.monotonic()
        self._timer = QTimer(self)
        self._timer.setInterval(POLL_MS)
        self._timer.timeout.connect(self._on_tick)

    def start_with(self, watch: Watch | None) -> None:
        """Another file is open, or none."""
        self._watch = watch
        self._told_replaced = False
        self._looking = self._again = False
        self.touch()
        if watch is None:
            self._timer.stop()
        else:
            self._timer.start()

    def touch(self) -> None:
        """What is shown was just read."""
        self.last_update = time.monotonic()

    def look(self) -> None:
        """Look now, held or not."""
        watch = self._watch
        if watch is None:
            return
        # What a look found counts as seen, so no answer may be dropped for a newer one.
        self._again = self._looking
        if not self._looking:
            self._looking = True
            self._jobs.read(lambda token: watch.look(), self._looked, failed=self._failed)

    def _looked(self, look: Look) -> None:
        if look.watch is not self._watch:
            return
        self._over()
        self.sighted.emit()
        if look.replaced and not self._told_replaced:
            self._told_replaced = True
            self.replaced.emit()
        if look.kinds:
            self.seen.emit(look.kinds)

    def _failed(self, error: Exception) -> None:
        if self._watch is not None:
            self._over()
            self.blinded.emit(error)

    def _over(self) -> None:
        self._looking = False
        if self._again:
            self.look()

    @Slot()
    def _on_tick(self) -> None:
        if not self.paused:
            self.look()

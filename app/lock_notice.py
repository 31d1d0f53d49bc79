"""What is said while another process keeps an act of ours from being carried out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app import file_banners
from app.jobs import Jobs
from app.notices import Banner
from core.errors import Locked
from core.store.holders import Holder, holders


class LockNotice(QObject):
    """Keeps the sentence about a lock true: it changes when the lock is gone.

    Signals: ``said`` (a Banner to show), ``taken_back`` (the act is being tried again).
    """

    said = Signal(object)
    taken_back = Signal()

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._banner: Banner | None = None
        self._again: Callable[[], object] | None = None

    def begin(self, error: Exception, again: Callable[[], object]) -> None:
        """An act was refused because of a lock; ``again`` tries it once more."""

        def run() -> None:
            self.taken_back.emit()
            again()

        # Only where the system names who holds the file can it be seen that they are done.
        named = isinstance(error, Locked) and bool(error.data.get("holders"))
        self._banner = file_banners.locked(error, run)
        self._again = run if named else None
        self.said.emit(self._banner)

    def look(self, path: Path, shown: Banner | None) -> None:
        """Ask whether the lock is still there, if what is ``shown`` speaks of it."""
        banner, again = self._banner, self._again
        if shown is None or shown is not banner or again is None:
            return

        def looked(found: tuple[Holder, ...]) -> None:
            in_use = any(holder.holds != "reader" for holder in found)
            if not in_use and banner is self._banner:
                self._banner = None
                self.said.emit(file_banners.free_again(again))

        self._jobs.read(
            lambda token: holders(path), looked, failed=lambda error: None, key="lock.holders", owner=self
        )

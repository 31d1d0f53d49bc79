"""Checking the chain away from the window, and what the last check still says."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from PySide6.QtCore import QObject, Signal, Slot

from app.jobs import Job, Token
from app.session import Session
from core.audit import Landmark, Verification


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found, and when.

    Attributes:
        known: the entry that was the last one when the file was opened here.
        passes: the chain still holds that entry; None where none is known.
    """

    found: Verification
    at: datetime
    known: Landmark | None
    passes: bool | None

    @property
    def intact(self) -> bool:
        """Every entry fits, and none that was known is missing."""
        return self.found.ok and self.passes is not False


class Verifying(QObject):
    """Runs one check at a time.

    Signals:
        changed: a check began, ended or came to nothing.
    """

    changed = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._job: Job | None = None
        self.checked: Checked | None = None
        self.error: Exception | None = None
        session.jobs.finished.connect(self._on_finished)

    @property
    def running(self) -> bool:
        """True while the chain is being recomputed."""
        return self._job is not None

    def holds(self, seq: int) -> bool | None:
        """What the last check says of one entry; once the chain is broken nothing else counts."""
        if self.checked is None or self.running:
            return None
        found = self.checked.found
        if found.broken_at is not None:
            return False if seq == found.broken_at else None
        return True if self.checked.intact and seq <= found.entries else None

    def forget(self) -> None:
        """Another file is open: nothing is known of it."""
        self._job, self.checked, self.error = None, None, None
        self.changed.emit()

    def start(self) -> None:
        """Recompute the chain from its first entry."""
        session = self._session
        if self.running or session.operator is None or session.path is None:
            return
        journal, known = session.operator.audit, session.settings.journal_seen(session.path)
        label = self.tr("Checking the chain")

        def work(token: Token) -> Checked:
            def progress(done: int, total: int) -> None:
                token.raise_if_cancelled()
                token.progress(done, total, label)

            found = journal.verify(progress)
            passes = None if known is None else journal.passes(known)
            return Checked(found, datetime.now(UTC), known, passes)

        job = session.jobs.read(
            work,
            lambda checked: self._ended(job, checked, None),
            failed=lambda error: self._ended(job, None, error),
            key="audit.verify",
            owner=self,
            label=label,
        )
        self._job = job
        self.error = None
        self.changed.emit()

    def stop(self) -> None:
        """End the check that is running; the one before still counts."""
        if self._job is not None:
            self._session.jobs.cancel(self._job)

    def _ended(self, job: Job, checked: Checked | None, error: Exception | None) -> None:
        if job is self._job:
            self._job = None
            if checked is not None:
                self.checked = checked
            self.error = error
            self.changed.emit()

    @Slot(object)
    def _on_finished(self, job: Job) -> None:
        # A cancelled read answers nobody.
        if job is self._job:
            self._job = None
            self.changed.emit()

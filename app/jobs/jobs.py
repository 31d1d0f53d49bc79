"""The dispatcher: takes work, keeps track of it, and brings every answer to the GUI thread."""

from __future__ import annotations

import itertools
import logging
import time
from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, Signal, Slot

from app.jobs.job import Job, JobProgress, Token
from app.jobs.lane import Lane
from core.errors import MnemoscopeError

log = logging.getLogger(__name__)

T = TypeVar("T")
READERS = 2
ASKERS = 2
SHUTDOWN_SECONDS = 2.0


class Jobs(QObject):
    """Runs functions on worker threads and brings their answers back to the GUI thread.

    Signals: ``progressed(JobProgress)``, ``started(Job)``, ``finished(Job)``,
    ``failed_unhandled(Exception)``. All arrive on the GUI thread.
    """

    progressed = Signal(object)
    started = Signal(object)
    finished = Signal(object)
    failed_unhandled = Signal(object)
    _delivered = Signal(object)
    _reported = Signal(object)

    def __init__(self, parent: QObject | None = None, *, readers: int = READERS) -> None:
        super().__init__(parent)
        self.interrupt: Callable[[int], None] | None = None
        self._numbers = itertools.count(1)
        self._newest: dict[str, Job] = {}
        self._active: set[Job] = set()
        self._asks: set[Job] = set()
        self._closing = False
        self._delivered.connect(self._on_delivered, Qt.ConnectionType.QueuedConnection)
        self._reported.connect(self._on_reported, Qt.ConnectionType.QueuedConnection)
        self._reader = Lane("reader", readers, self._deliver)
        self._writer = Lane("writer", 1, self._deliver)
        self._asker = Lane("asker", ASKERS, self._deliver)

    def read(
        self,
        fn: Callable[[Token], T],
        then: Callable[[T], None],
        *,
        failed: Callable[[Exception], None] | None = None,
        key: str | None = None,
        owner: QObject | None = None,
        label: str | None = None,
        waits: bool = False,
    ) -> Job:
        """Run ``fn`` on a reader; of all jobs with one ``key`` only the newest answers.

        Args:
            waits: it may wait for a server, and is run where that holds up no other read.
        """
        job = self._make(fn, then, failed, writes=False, key=key, owner=owner, label=label)
        if key is not None:
            older = self._newest.get(key)
            self._newest[key] = job
            if older is not None:
                self.cancel(older)
        self._start(job, self._asker if waits else self._reader)
        return job

    def write(
        self,
        fn: Callable[[Token], T],
        then: Callable[[T], None],
        *,
        failed: Callable[[Exception], None] | None = None,
        owner: QObject | None = None,
        label: str | None = None,
    ) -> Job:
        """Run ``fn`` on the one writer, after all writes asked for before it."""
        job = self._make(fn, then, failed, writes=True, key=None, owner=owner, label=label)
        self._start(job, self._writer)
        return job

    def ask(
        self,
        fn: Callable[[Token], T],
        then: Callable[[T], None],
        *,
        failed: Callable[[Exception], None] | None = None,
        owner: QObject | None = None,
    ) -> Job:
        """Run ``fn``, which waits for a server, where it holds up neither reads nor writes.

        Its answer is delivered also after it was told to stop: what it did until then stands.
        """
        job = self._make(fn, then, failed, writes=True, key=None, owner=owner, label=None)
        self._asks.add(job)
        self._start(job, self._asker)
        return job

    def stop_asking(self) -> None:
        """Tell every job of `ask` to stop: its file is about to be closed."""
        for job in list(self._asks):
            job.token.cancel()

    def cancel(self, job: Job) -> None:
        """Ask ``job`` to stop and end the statement it is running."""
        job.cancel(self.interrupt)

    def cancel_reads(self) -> None:
        """Stop every read: their file is about to be closed."""
        for job in [job for job in self._active if not job.writes]:
            self.cancel(job)

    def idle(self) -> bool:
        """True when no job waits, runs or is on its way back."""
        return not self._active

    def active(self) -> list[Job]:
        """The jobs that have not been delivered, oldest first."""
        return sorted(self._active, key=lambda job: job.number)

    def shutdown(self) -> bool:
        """Take no more jobs, stop the reads, let writes end; at most two seconds.

        Returns False when a thread was still busy and had to be left behind.
        """
        if self._closing:
            return True
        self._closing = True
        self.cancel_reads()
        self.stop_asking()
        for lane in (self._reader, self._writer, self._asker):
            lane.close()
        deadline = time.monotonic() + SHUTDOWN_SECONDS
        ended = self._writer.join(deadline - 0.4)
        if not ended:
            for job in list(self._active):
                self.cancel(job)
        ended = all(lane.join(deadline) for lane in (self._writer, self._reader, self._asker))
        self._active.clear()
        self._asks.clear()
        if not ended:
            log.warning("a worker thread was still busy after %s s", SHUTDOWN_SECONDS)
        return ended

    def _make(
        self,
        fn: Callable[[Token], T],
        then: Callable[[T], None],
        failed: Callable[[Exception], None] | None,
        *,
        writes: bool,
        key: str | None,
        owner: QObject | None,
        label: str | None,
    ) -> Job:
        if owner is None:
            bound = getattr(then, "__self__", None)
            owner = bound if isinstance(bound, QObject) else None
        job = Job(next(self._numbers), fn, then, failed, writes=writes, key=key, owner=owner, label=label)
        job.token = Token(lambda done, total, text: self._report(job, done, total, text))
        return job

    def _start(self, job: Job, lane: Lane) -> None:
        if self._closing:
            job.token.cancel()
            return
        self._active.add(job)
        self.started.emit(job)
        lane.put(job)

    def _report(self, job: Job, done: int, total: int | None, label: str) -> None:
        if not self._closing:
            self._reported.emit(JobProgress(job, label, done, total))

    def _deliver(self, job: Job) -> None:
        if not self._closing:
            self._delivered.emit(job)

    @Slot(object)
    def _on_reported(self, progress: JobProgress) -> None:
        if progress.job in self._active and not progress.job.token.cancelled:
            self.progressed.emit(progress)

    @Slot(object)
    def _on_delivered(self, job: Job) -> None:
        self._active.discard(job)
        self._asks.discard(job)
        superseded = False
        if job.key is not None:
            superseded = self._newest.get(job.key) is not job
            if not superseded:
                del self._newest[job.key]
        try:
            if not superseded and job.wanted:
                self._answer(job)
        finally:
            # Results may be large and callbacks hold widgets: a delivered job keeps neither.
            job.result = None
            job.then = job.fn = _nothing
            job.failed = None
            self.finished.emit(job)

    def _answer(self, job: Job) -> None:
        error = job.error
        if error is None:
            job.then(job.result)
        elif job.failed is not None:
            job.failed(error)
        elif job.token.cancelled and isinstance(error, MnemoscopeError):
            return
        else:
            self.failed_unhandled.emit(error)


def _nothing(_: object) -> None:
    return None

"""One piece of work, and what its function gets to hold."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import shiboken6
from PySide6.QtCore import QObject

from core.errors import Cancelled

PROGRESS_INTERVAL = 0.05


@dataclass(frozen=True, slots=True)
class JobProgress:
    """How far a job has come; ``total`` is None while nobody knows."""

    job: Job
    label: str
    done: int
    total: int | None


class Token:
    """What a running function gets: whether to stop, and where to report how far it is."""

    def __init__(self, report: Callable[[int, int | None, str], None]) -> None:
        self._report = report
        self._cancelled = threading.Event()
        self._last = 0.0

    @property
    def cancelled(self) -> bool:
        """True once somebody asked to stop."""
        return self._cancelled.is_set()

    def cancel(self) -> None:
        """Ask the function to stop."""
        self._cancelled.set()

    def progress(self, done: int, total: int | None, label: str) -> None:
        """Report progress; at most twenty reports a second are passed on, and the last one."""
        now = time.monotonic()
        if now - self._last >= PROGRESS_INTERVAL or (total is not None and done >= total):
            self._last = now
            self._report(done, total, label)

    def raise_if_cancelled(self) -> None:
        """Leave the function when somebody asked to stop.

        Raises:
            Cancelled: the job was cancelled.
        """
        if self.cancelled:
            raise Cancelled


class Job:
    """One piece of work, from the moment it is asked for until its answer was delivered."""

    def __init__(
        self,
        number: int,
        fn: Callable[[Token], Any],
        then: Callable[[Any], None],
        failed: Callable[[Exception], None] | None,
        *,
        writes: bool,
        key: str | None,
        owner: QObject | None,
        label: str | None,
    ) -> None:
        self.number = number
        self.writes = writes
        self.key = key
        self.label = label
        self.owner = owner
        self.fn = fn
        self.then = then
        self.failed = failed
        self.token = Token(lambda done, total, label: None)
        self.result: Any = None
        self.error: Exception | None = None
        self._lock = threading.Lock()
        self._thread: int | None = None

    def run(self) -> None:
        """Call the function in the present thread and keep its result or its error."""
        with self._lock:
            self._thread = threading.get_ident()
        try:
            self.token.raise_if_cancelled()
            self.result = self.fn(self.token)
        except Exception as error:
            self.error = error
        finally:
            with self._lock:
                self._thread = None

    def cancel(self, interrupt: Callable[[int], None] | None = None) -> None:
        """Ask the job to stop; ``interrupt`` ends the statement its thread is running."""
        self.token.cancel()
        # The lock keeps the interrupt from hitting the next job of the same thread.
        with self._lock:
            if self._thread is not None and interrupt is not None:
                interrupt(self._thread)

    @property
    def wanted(self) -> bool:
        """False when the answer has nobody left to go to."""
        if self.token.cancelled and not self.writes:
            return False
        return self.owner is None or shiboken6.isValid(self.owner)

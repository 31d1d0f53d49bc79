"""Keeping alive what this process says about itself: the leases of the steps it works on."""

from __future__ import annotations

import logging
import threading
import weakref
from typing import ClassVar

from core.clock import Clock
from core.errors import ErrorCode, MnemoscopeError
from core.memory.tasks.owner import LEASE, RENEWED_EVERY, Owner
from core.store import Database, task_rows

_LOG = logging.getLogger(__name__)


class Keeper:
    """Renews the leases of one open file, from a thread that lives as long as there is one to renew."""

    _keepers: ClassVar[weakref.WeakKeyDictionary[Database, Keeper]] = weakref.WeakKeyDictionary()
    _guard: ClassVar[threading.Lock] = threading.Lock()

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held: set[tuple[int, int]] = set()
        self._thread: threading.Thread | None = None
        self._wake = threading.Event()

    @classmethod
    def of(cls, database: Database) -> Keeper:
        """The keeper of an open file; it ends when the file is closed."""
        with cls._guard:
            keeper = cls._keepers.get(database)
            if keeper is None:
                keeper = cls._keepers[database] = cls()
                database.before_closing(keeper.end)
            return keeper

    def hold(self, database: Database, clock: Clock, scope: int, task: int) -> None:
        """Renew the lease of this task from now on."""
        with self._lock:
            self._held.add((scope, task))
            if self._thread is None:
                self._wake.clear()
                self._thread = threading.Thread(
                    target=self._run, args=(database, clock), name="task leases", daemon=True
                )
                self._thread.start()

    def let_go(self, scope: int, task: int) -> None:
        """Renew it no more."""
        with self._lock:
            self._held.discard((scope, task))

    def end(self) -> None:
        """Stop, and wait until the thread has."""
        with self._lock:
            self._held.clear()
            thread = self._thread
        self._wake.set()
        if thread is not None and thread is not threading.current_thread():
            thread.join()

    def _run(self, database: Database, clock: Clock) -> None:
        process = Owner.this().process
        while not self._wake.wait(RENEWED_EVERY):
            with self._lock:
                held = sorted(self._held)
                if not held:
                    self._thread = None
                    return
            for scope, task in held:
                try:
                    with database.write() as tx:
                        kept = task_rows.renew(tx, scope, task, process, clock() + LEASE)
                except MnemoscopeError as error:
                    # Another's lock passes; the next renewal comes before the lease ends.
                    _LOG.warning("a lease was not renewed: %s", error.code)
                    kept = error.code is not ErrorCode.CLOSED
                if not kept:
                    self.let_go(scope, task)

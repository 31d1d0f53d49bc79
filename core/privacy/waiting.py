"""Needles of erasures that are not scrubbed yet, for as long as this process and the file are open."""

from __future__ import annotations

import threading
from weakref import WeakKeyDictionary

from core.privacy.others import Fingerprint
from core.privacy.proof import Proof
from core.store import Database


class Waiting:
    """What a later search needs, by job; it is never written anywhere."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: WeakKeyDictionary[Database, dict[str, tuple[Proof, Fingerprint | None]]] = (
            WeakKeyDictionary()
        )

    def keep(self, database: Database, job: str, proof: Proof, fingerprint: Fingerprint | None) -> None:
        """Take in what was gathered before the rows went."""
        with self._lock:
            self._kept.setdefault(database, {})[job] = (proof, fingerprint)

    def of(self, database: Database, job: str) -> tuple[Proof | None, Fingerprint | None]:
        """What is still known; nothing after a restart."""
        with self._lock:
            return self._kept.get(database, {}).get(job, (None, None))

    def drop(self, database: Database, job: str) -> None:
        """Forget a job that is done."""
        with self._lock:
            self._kept.get(database, {}).pop(job, None)


WAITING = Waiting()

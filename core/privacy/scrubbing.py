"""Getting deleted bytes out of the file: every page written anew, the WAL cut to nothing."""

from __future__ import annotations

import time
from dataclasses import dataclass

from core.errors import ErrorCode, Locked, StorageFailure
from core.store import Database
from core.store.holders import Holder, holders

_PAUSE = 0.05


@dataclass(frozen=True, slots=True)
class Scrubbed:
    """How far it came.

    Attributes:
        clean: no old page is left in the file or its WAL.
        blocking: who holds an old snapshot open, where that is known.
        problem: why the file could not be written anew, a full disk for one.
    """

    clean: bool
    blocking: tuple[Holder, ...]
    seconds: float
    problem: ErrorCode | None = None


def scrub(database: Database, patience: float) -> Scrubbed:
    """Rewrite the file and empty its WAL, waiting so many seconds for readers to leave.

    Any reader with an open snapshot keeps the WAL from being cut, although the rewriting succeeds
    (guide/privacy.md 6); only an empty WAL counts. The file is not written anew before readers are
    gone, for each time would add all of it to the WAL.
    """
    began = time.monotonic()
    rewritten = False
    while True:
        blocking: tuple[Holder, ...] | None = None
        try:
            if _wal_is_empty(database):
                if rewritten:
                    return Scrubbed(True, (), time.monotonic() - began)
                database.rewrite()
                rewritten = True
                continue
        except Locked:
            blocking = holders(database.file)
        except StorageFailure as error:
            return Scrubbed(False, (), time.monotonic() - began, error.code)
        if time.monotonic() - began >= patience:
            return Scrubbed(False, blocking or holders(database.file), time.monotonic() - began)
        time.sleep(_PAUSE)


def _wal_is_empty(database: Database) -> bool:
    return database.empty_wal() and not database.sizes().get("-wal", 0)

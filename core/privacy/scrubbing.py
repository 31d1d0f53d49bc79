"""Getting deleted bytes out of the file: every page written anew, the WAL cut to nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from core.errors import Locked
from core.store import Database
from core.store.holders import Holder, holders

_PAUSE = 0.05


@dataclass(frozen=True, slots=True)
class Scrubbed:
    """How far it came.

    Attributes:
        clean: no old page is left in the file or its WAL.
        blocking: who holds an old snapshot open, where that is known.
    """

    clean: bool
    blocking: tuple[Holder, ...]
    seconds: float


def scrub(database: Database, patience: float, tick: Callable[[], None] | None = None) -> Scrubbed:
    """Rewrite the file and empty its WAL, waiting so many seconds for readers to leave.

    Any reader with an open snapshot keeps the WAL from being cut, although the rewriting succeeds
    (guide/privacy.md 6); only an empty WAL counts.
    """
    began = time.monotonic()
    rewritten = False
    while True:
        try:
            if not rewritten:
                database.rewrite()
                rewritten = True
            if database.empty_wal() and not database.sizes().get("-wal", 0):
                return Scrubbed(True, (), time.monotonic() - began)
        except Locked as error:
            blocking = error.data.get("holders", ())
            if time.monotonic() - began >= patience:
                return Scrubbed(False, tuple(blocking), time.monotonic() - began)  # type: ignore[arg-type]
        if time.monotonic() - began >= patience:
            return Scrubbed(False, holders(database.file), time.monotonic() - began)
        if tick is not None:
            tick()
        time.sleep(_PAUSE)

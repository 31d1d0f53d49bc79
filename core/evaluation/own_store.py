"""A store of a trial's own, deleted afterwards; nothing of the user's file is touched."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.clock import system_clock
from core.gate import Settings
from core.handles import Partition, Store
from core.recall import Embedder
from core.scope import Scope
from core.store import Database, Mode

SCOPE = Scope("world", "user")
# Contact data is given to be kept, and the sessions of months pass in seconds.
SETTINGS = Settings(allow_contact=True, hourly_writes=0)


@contextmanager
def own_database() -> Iterator[Database]:
    """An open file in a folder that goes with it."""
    with tempfile.TemporaryDirectory(prefix="mnemoscope-trial-") as folder:
        database = Database.open(Path(folder) / "trial.db", Mode.WRITE)
        try:
            yield database
        finally:
            database.close()


@contextmanager
def own_partition(embedder: Embedder | None = None) -> Iterator[Partition]:
    """The memory of one person in a file of its own."""
    with own_database() as database, Store(database, system_clock, embedder) as store:
        yield store.partition(SCOPE, "writer", SETTINGS)

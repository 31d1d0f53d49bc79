"""The open file, and the two handles it gives out."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from core import audit
from core.audit import Actor, Role
from core.clock import Clock, system_clock, to_datetime
from core.errors import ErrorCode, Invalid, MnemoscopeError, NotAStore
from core.gate import Settings
from core.gate.canonical import lone_surrogate
from core.handles.operator import Operator
from core.handles.partition import Partition
from core.memory.ground import DEFAULTS, Ground
from core.recall import Embedder, Recall
from core.scope import Scope
from core.store import Database, Mode, erasure_rows, meta
from core.store.database import AGENT_BUSY_TIMEOUT
from core.store.partitioning import unscoped

_MAX_NAME = 200
_RESUMING = "mnemoscope"
"""The name in the journal of what nobody asked for just now."""
_DEMO_CLOCK = "demo_clock_behind"
_DISTANCE = re.compile(r"-?\d{1,15}")


class Store:
    """One memory file.

    It may be used from any thread. Handles keep it open; close it, or use it as a context
    manager, when the last one is done with.
    """

    def __init__(self, database: Database, clock: Clock, embedder: Embedder | None = None) -> None:
        self._database = database
        self._clock = clock
        self._recall = Recall(embedder)

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        mode: str = Mode.WRITE,
        *,
        clock: Clock | None = None,
        busy_timeout: float = AGENT_BUSY_TIMEOUT,
        embedder: Embedder | None = None,
    ) -> Self:
        """Open a memory file.

        Args:
            mode: ``write`` creates a missing file and migrates an old one; ``read-write`` and
                ``read-only`` take an existing, current one; ``copy`` reads a private copy,
                for files in folders that cannot be written to.
            clock: gives the present in microseconds of UTC; the computer's by default.
            busy_timeout: seconds to wait for another process's lock.
            embedder: what turns texts into vectors; the bundled table by default.

        Raises:
            NotFound, NotAStore, SchemaMismatch, Locked, ReadOnly, Corrupt, StorageFailure:
                why it was refused; the file and its neighbours are as they were.
        """
        try:
            wanted = Mode(mode)
        except ValueError:
            raise Invalid("mode", "unknown", value=mode, known=[each.value for each in Mode]) from None
        database = Database.open(Path(path), wanted, busy_timeout=busy_timeout)
        try:
            store = cls(database, clock or _clock_of(database), embedder)
            if wanted.writable:
                store.resume()
        except BaseException:
            database.close()
            raise
        return store

    def resume(self) -> None:
        """Go on with deletions that a crash or a reader left unfinished; what still cannot be, waits."""
        with self._database.read() as connection:
            waiting = erasure_rows.pending(connection)
        if waiting:
            # Whoever opens the file wants to work; the next one to open it, or a timer, tries again.
            with suppress(MnemoscopeError):
                self.operator(_RESUMING).privacy.finish(0)

    @property
    def path(self) -> Path:
        """Where the file is."""
        return self._database.path

    @property
    def mode(self) -> Mode:
        """How it was opened."""
        return self._database.mode

    @property
    def writable(self) -> bool:
        """Whether writes are possible."""
        return self._database.mode.writable

    @property
    def is_demo(self) -> bool:
        """Whether this is the demo file."""
        return self.meta(_DEMO_CLOCK) is not None

    def mark_demo(self, clock_behind: int) -> None:
        """Mark a file as the demo, whose present lies that many microseconds behind the real one."""
        with self._database.write() as tx:
            meta.write(tx, _DEMO_CLOCK, str(clock_behind))

    def partition(self, scope: Scope, agent: str = "agent", settings: Settings = DEFAULTS) -> Partition:
        """The handle of an agent's process on one person's memory.

        Args:
            scope: chosen by the host's authentication, never by the query.
            agent: the name the journal knows the process by.
            settings: what the host decided for this person, such as that contact data may be kept.

        Raises:
            Invalid: an empty or over-long agent's name.
            Gone: the person was erased and may not come back by name yet.
        """
        actor = _actor(Role.AGENT, agent)
        ground = Ground(self._database, scope, actor, self._clock, self._recall, settings)
        ground.require_welcome()
        return Partition(ground)

    def operator(self, name: str) -> Operator:
        """The handle of a person at the desk.

        Raises:
            Invalid: an empty or over-long name; every act must be somebody's.
        """
        return Operator(self._database, _actor(Role.OPERATOR, name).name, self._clock, self._recall)

    def now(self) -> datetime:
        """The present by this file's clock; in the demo that is the story's."""
        return to_datetime(self._clock())

    def meta(self, name: str) -> str | None:
        """A fact about the file by name."""
        with self._database.read() as connection:
            return meta.read(connection, name)

    def data_version(self) -> int:
        """Moves when any other connection commits; compare two values, nothing else."""
        return self._database.data_version()

    def changes_since(self, seq: int) -> tuple[int, frozenset[str]]:
        """The newest journal number, and what kinds of object changed after ``seq``."""
        with self._database.read() as connection:
            return audit.touched_since(connection, seq)

    def interrupt(self, thread_id: int) -> None:
        """Stop what that thread is reading; it raises `Cancelled` there."""
        self._database.interrupt(thread_id)

    def same_file(self) -> bool:
        """Whether the path still names the file that was opened."""
        return self._database.same_file()

    def unscoped(self) -> list[str]:
        """Tables, indexes and open partitions that are not held to one scope; empty when all are."""
        with self._database.read() as connection:
            return unscoped(connection) + self._recall.strays(connection)

    def likeness(self, first: str, second: str) -> float:
        """The cosine of two texts by the embedder in use."""
        return self._recall.likeness(first, second)

    def check(self) -> list[str]:
        """What SQLite's quick check finds wrong; empty when the file is sound. Takes seconds per GB."""
        return self._database.problems()

    def close(self) -> None:
        """Close the file; further calls do nothing."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _actor(role: Role, name: object) -> Actor:
    bare = name.strip() if isinstance(name, str) else ""
    if not bare or len(bare) > _MAX_NAME or lone_surrogate(bare) is not None:
        raise Invalid(role.value, "name")
    return Actor(role, bare)


def _clock_of(database: Database) -> Clock:
    """The computer's clock, or in the demo file the story's, going on from where it was built."""
    with database.read() as connection:
        behind = meta.read(connection, _DEMO_CLOCK)
    if behind is None:
        return system_clock
    if not _DISTANCE.fullmatch(behind):
        raise NotAStore(ErrorCode.TAMPERED, path=str(database.path))
    distance = int(behind)
    return lambda: system_clock() - distance

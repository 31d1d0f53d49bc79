"""The open file: one connection per thread, short transactions, and the change signal."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from pathlib import Path
from typing import ClassVar, Self

import apsw

from core.errors import ErrorCode, MnemoscopeError, Moved, ReadOnly, SchemaMismatch, StorageFailure
from core.store import schema, sniff, statement
from core.store.connection import connect, inspect, pragma
from core.store.copies import PrivateCopy
from core.store.creation import create, migrate
from core.store.faults import reported, translated
from core.store.filesystem import network_type

AGENT_BUSY_TIMEOUT = 30.0
ENDINGS = ("", "-wal", "-shm", "-journal")
"""The endings of the files a store consists of while it is in use."""
_WAL_PATIENCE = 200  # milliseconds
_PATIENCE = 0.5  # seconds; a commit is let through, a long read is not


class Mode(StrEnum):
    """How a file is opened; only WRITE creates or migrates."""

    WRITE = "write"
    READ_WRITE = "read-write"
    READ_ONLY = "read-only"
    COPY = "copy"

    @property
    def writable(self) -> bool:
        """Whether writes are possible at all."""
        return self in {Mode.WRITE, Mode.READ_WRITE}


class Database:
    """An open store, usable from any thread: each gets a connection of its own.

    A connection belongs to the thread that first asks for it. It is closed with the database,
    or handed on when a later thread is given the same identity by the system.
    """

    # SQLite forbids even to close a connection that was carried over a fork, so those are kept.
    _of_the_parent: ClassVar[list[apsw.Connection]] = []

    def __init__(
        self,
        path: Path,
        mode: Mode,
        busy_timeout: float,
        copy: PrivateCopy | None,
        identity: tuple[int, int],
    ) -> None:
        self.path = path
        self.mode = mode
        self._file = copy.path if copy else path
        self._copy = copy
        self._busy_timeout = busy_timeout
        self._lock = threading.Lock()
        self._connections: dict[int, apsw.Connection] = {}
        self._watcher: apsw.Connection | None = None
        self._watch_lock = threading.Lock()
        self._process = os.getpid()
        self._closed = False
        self._before_closing: list[Callable[[], None]] = []
        self._identity = identity
        self._connection()

    @classmethod
    def open(cls, path: Path, mode: Mode, *, busy_timeout: float = AGENT_BUSY_TIMEOUT) -> Self:
        """Open the store at ``path``.

        A refused file, and everything beside it, stays exactly as it was.

        Raises:
            NotFound: no such file and the mode does not create.
            NotAStore: empty, encrypted, foreign, tampered with, or a folder.
            SchemaMismatch: written by a newer program, or by an older one in a mode that
                does not migrate.
            Locked, ReadOnly, Corrupt, StorageFailure: what SQLite or the system reports; also a
                mode that writes on a network file system, where a WAL cannot be shared.
        """
        path = path.absolute()
        if mode.writable and (network := network_type(path)) is not None:
            raise StorageFailure(ErrorCode.NETWORK_FILE_SYSTEM, path=str(path), type=network)
        copy = None
        with translated(path), reported(path):
            if mode is Mode.WRITE and not path.exists():
                create(path)
            with sniff.guard:
                sniff.require_store(path)
                _require_known_version(path, mode)
                # SQLite opens such a file without a word and fails at the first write.
                if mode.writable and not os.access(path, os.W_OK):
                    raise ReadOnly(path=str(path))
                unknown, at_rest = sniff.header(path) is not None, sniff.at_rest(path)
                if unknown and at_rest:
                    inspect(path, at_rest=True)
                if mode is Mode.COPY:
                    copy = PrivateCopy(path)
                identity = sniff.register(copy.path if copy else path)
        try:
            with translated(path), reported(path):
                if unknown and not at_rest and copy is None:
                    inspect(path, at_rest=False, busy_timeout=busy_timeout)
                if mode is Mode.WRITE:
                    migrate(path, busy_timeout=busy_timeout)
            return cls(path, mode, busy_timeout, copy, identity)
        except BaseException:
            sniff.unregister(identity)
            if copy is not None:
                copy.remove()
            raise

    @property
    def file(self) -> Path:
        """The file SQLite has open: the path itself, or the private copy."""
        return self._file

    @contextmanager
    def read(self) -> Iterator[apsw.Connection]:
        """One consistent snapshot; joins the transaction this thread is already in."""
        with translated(self.path):
            connection = self._connection()
            if connection.in_transaction:
                yield connection
                return
            connection.execute("BEGIN DEFERRED")
            try:
                yield connection
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    @contextmanager
    def write(self) -> Iterator[apsw.Connection]:
        """One short transaction that takes the write lock at once and commits at the end.

        Raises:
            ReadOnly: the store was not opened for writing.
            Moved: the file was renamed, replaced or deleted since it was opened.
            Gone: a trigger refused a row of an erased person.
            Locked, StorageFailure: what SQLite reports; nothing was written.
        """
        if not self.mode.writable:
            raise ReadOnly(path=str(self.path))
        with translated(self.path):
            connection = self._connection()
            if connection.in_transaction:
                raise RuntimeError("a write transaction may not contain another")
            self._require_same_file()
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                # Some failures (a full disk) have rolled back by themselves.
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    def data_version(self) -> int:
        """A number that moves when any other connection commits; compare, do not interpret."""
        with self._watch_lock, translated(self.path):
            self._require_open()
            if self._watcher is None:
                self._watcher = connect(self._file, writable=False, busy_timeout=self._busy_timeout)
            return pragma(self._watcher, "data_version")

    def empty_wal(self) -> bool:
        """Fold the WAL into the file and cut it to nothing; False when a reader stands in the way.

        What was deleted stays readable in the WAL until then. It is tried for a moment only: the
        last connection to close does it as well.
        """
        with translated(self.path):
            connection = self._connection()
            connection.set_busy_timeout(_WAL_PATIENCE)
            try:
                busy = statement.number(connection, "PRAGMA wal_checkpoint(TRUNCATE)")
            finally:
                connection.set_busy_timeout(round(self._busy_timeout * 1000))
        return busy == 0

    def rewrite(self) -> None:
        """Write every page of the file anew, so that none keeps a byte of what was deleted.

        Deleted bytes stay in the gaps of pages that split, whatever ``secure_delete`` says
        (guide/privacy.md 5.3), and the samples of ``sqlite_stat4`` are values. Writers wait for
        about five seconds per GB.
        """
        with translated(self.path):
            self._require_same_file()
            connection = self._connection()
            if statement.rows(connection, "SELECT 1 FROM sqlite_schema WHERE name LIKE 'sqlite_stat%'"):
                statement.rows(connection, "ANALYZE")
            statement.rows(connection, "VACUUM")

    def sizes(self) -> dict[str, int]:
        """Bytes of the file and of what SQLite keeps beside it, by the ending of the name."""
        found = {}
        for ending in ENDINGS:
            with suppress(OSError):
                found[ending] = Path(f"{self._file}{ending}").stat().st_size
        return found

    def interrupt(self, thread_id: int) -> None:
        """Stop the statement that thread is running, if it runs one; it raises Cancelled."""
        with self._lock:
            connection = self._connections.get(thread_id)
        if connection is not None:
            connection.interrupt()

    def problems(self) -> list[str]:
        """What ``PRAGMA quick_check`` finds; empty when the file is sound. Slow on large files."""
        with self.read() as connection:
            try:
                rows = connection.execute("PRAGMA quick_check(20)").fetchall()
            except apsw.CorruptError as error:  # too damaged to be walked through
                return [str(error)]
        return [str(text) for (text,) in rows if text != "ok"]

    def same_file(self) -> bool:
        """Whether the path still names the file that was opened."""
        try:
            status = self._file.stat()
        except OSError:
            return False
        return (status.st_dev, status.st_ino) == self._identity

    def before_closing(self, act: Callable[[], None]) -> None:
        """Call this when the file is about to be closed, so that a thread that writes to it can end."""
        with self._lock:
            self._before_closing.append(act)

    def close(self) -> None:
        """Close every connection; further calls do nothing."""
        with self._lock:
            acts, self._before_closing = self._before_closing, []
        # A thread of the parent does not exist here, and would be waited for in vain.
        for act in acts if os.getpid() == self._process else ():
            act()
        with self._lock:
            if self._closed:
                return
            self._closed = True
            # Only a connection that may write can fold the WAL in and remove it, so those close last.
            connections = [*([self._watcher] if self._watcher else []), *self._connections.values()]
            self._connections.clear()
        if os.getpid() != self._process:
            self._of_the_parent.extend(connections)
            return
        for connection in connections:
            _close(connection)
        sniff.unregister(self._identity)
        if self._copy is not None:
            self._copy.remove()

    def _connection(self) -> apsw.Connection:
        self._require_open()
        thread = threading.get_ident()
        with self._lock:
            connection = self._connections.get(thread)
        if connection is None:
            # A thread started outside `threading` is listed among the living only once it asked for itself.
            threading.current_thread()
            with translated(self.path):
                connection = connect(self._file, writable=self.mode.writable, busy_timeout=self._busy_timeout)
            with self._lock:
                self._forget_ended_threads()
                self._connections[thread] = connection
        return connection

    def _forget_ended_threads(self) -> None:
        alive = {thread.ident for thread in threading.enumerate()}
        for thread in [ident for ident in self._connections if ident not in alive]:
            _close(self._connections.pop(thread))

    def _require_open(self) -> None:
        if self._closed:
            raise MnemoscopeError(ErrorCode.CLOSED, path=str(self.path))
        if os.getpid() != self._process:
            # A connection carried over a fork would corrupt the file (sqlite.org/howtocorrupt.html 2.6).
            raise MnemoscopeError(ErrorCode.CLOSED, path=str(self.path), forked=True)

    def _require_same_file(self) -> None:
        # Writes to a renamed file succeed and are lost (guide/privacy.md 9).
        if not self.same_file():
            raise Moved(path=str(self.path))


def _close(connection: apsw.Connection) -> None:
    """Close a connection that another thread may be using: it gets a moment, then it is stopped."""
    patience = time.monotonic() + _PATIENCE
    while True:
        try:
            connection.close(force=True)
            return
        except apsw.ThreadingViolationError:
            if time.monotonic() > patience:
                connection.interrupt()
            time.sleep(0.001)


def _require_known_version(path: Path, mode: Mode) -> None:
    version = sniff.version_on_disk(path)
    if version is None:
        return
    known = schema.CURRENT_VERSION
    if version > known:
        raise SchemaMismatch(path=str(path), found=version, known=known)
    if version < known and mode is not Mode.WRITE:
        raise SchemaMismatch(ErrorCode.SCHEMA_TOO_OLD, path=str(path), found=version, known=known)

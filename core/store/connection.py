"""One SQLite connection, opened in the order guide/privacy.md 1 and 10 prescribe."""

from __future__ import annotations

import time
from pathlib import Path

import apsw

from core.errors import ErrorCode, NotAStore, SchemaMismatch, StorageFailure
from core.store import schema, statement

MAX_VALUE_BYTES = 50_000_000
_INSPECTION_SECONDS = 5.0
_STEPS_BETWEEN_CHECKS = 10_000

# Read back and asserted on every connection: a single one without them re-creates residue.
_SETTINGS = {
    "secure_delete": 1,
    "synchronous": 2,  # FULL
    "temp_store": 2,  # MEMORY
    "foreign_keys": 1,
    "trusted_schema": 0,
    "cell_size_check": 1,
}


def connect(path: Path, *, writable: bool, busy_timeout: float) -> apsw.Connection:
    """Open an existing store of the current version; the file is never created.

    Args:
        busy_timeout: seconds to wait for another process's lock.

    Raises:
        NotAStore: foreign application id, or a schema that is not exactly ours (tampered).
        SchemaMismatch: newer than this program, or older.
        apsw.Error: whatever SQLite reports; the caller translates.
    """
    flags = apsw.SQLITE_OPEN_READWRITE if writable else apsw.SQLITE_OPEN_READONLY
    connection = apsw.Connection(str(path), flags=flags)
    try:
        harden(connection)
        connection.set_busy_timeout(round(busy_timeout * 1000))
        version = _inspect(connection)
        if version < schema.CURRENT_VERSION:
            raise SchemaMismatch(ErrorCode.SCHEMA_TOO_OLD, found=version, known=schema.CURRENT_VERSION)
        settle(connection)
        if writable:
            _use_wal(connection)
        else:
            connection.execute("PRAGMA query_only = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def inspect(path: Path, *, at_rest: bool, busy_timeout: float = 0) -> None:
    """Refuse what `connect` would refuse, older versions aside, and change nothing.

    Args:
        at_rest: nothing stands beside the file. It is then read without locks and without the
            ``-wal`` and ``-shm`` files an ordinary connection leaves; the caller sees to it
            that this process has it open nowhere. Otherwise it is opened for reading only,
            for such a connection folds no WAL into a file that is refused.

    Raises:
        NotAStore, SchemaMismatch, apsw.Error: as `connect`.
    """
    name, flags = str(path), apsw.SQLITE_OPEN_READONLY
    if at_rest:
        name, flags = f"{path.as_uri()}?immutable=1", flags | apsw.SQLITE_OPEN_URI
    connection = apsw.Connection(name, flags=flags)
    try:
        harden(connection)
        connection.set_busy_timeout(round(busy_timeout * 1000))
        _inspect(connection)
    finally:
        connection.close()


def harden(connection: apsw.Connection) -> None:
    """What must hold before the first statement reads a page of a stranger's file."""
    connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
    connection.config(apsw.SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0)
    connection.limit(apsw.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)
    connection.transaction_mode = "IMMEDIATE"


def settle(connection: apsw.Connection) -> None:
    """Set the per-connection settings and assert that SQLite took them.

    Raises:
        StorageFailure: a setting did not take, so erasing could leave residue.
    """
    for name, wanted in _SETTINGS.items():
        statement.rows(connection, f"PRAGMA {name} = {wanted}")
        if pragma(connection, name) != wanted:
            raise StorageFailure(ErrorCode.IO, setting=name, wanted=wanted)


def pragma(connection: apsw.Connection, name: str) -> int:
    """The integer value of a PRAGMA of our own naming."""
    return statement.number(connection, f"PRAGMA {name}")


def _use_wal(connection: apsw.Connection) -> None:
    # A file restored from a backup is not in WAL mode, for VACUUM INTO writes none.
    if statement.rows(connection, "PRAGMA journal_mode") != [("wal",)]:
        statement.rows(connection, "PRAGMA journal_mode = WAL")


def _inspect(connection: apsw.Connection) -> int:
    deadline = time.monotonic() + _INSPECTION_SECONDS
    connection.set_progress_handler(lambda: time.monotonic() > deadline, _STEPS_BETWEEN_CHECKS)
    try:
        if pragma(connection, "application_id") != schema.APPLICATION_ID:
            raise NotAStore(ErrorCode.FOREIGN)
        version = pragma(connection, "user_version")
        if version > schema.CURRENT_VERSION:
            raise SchemaMismatch(found=version, known=schema.CURRENT_VERSION)
        if schema.snapshot(connection) != schema.expected(version):
            raise NotAStore(ErrorCode.TAMPERED)
        return version
    finally:
        connection.set_progress_handler(None)

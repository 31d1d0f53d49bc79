"""How a file comes into being and how an older one is brought up to date."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from pathlib import Path

import apsw

from core.store import schema
from core.store.connection import harden, pragma, settle
from core.store.copies import vacuum_into
from core.store.faults import reported


def create(path: Path) -> bool:
    """Create a store at ``path`` unless something is there; whether this call created it.

    The file is set up under another name and linked into place, so nobody ever sees a half-made
    store, and of two processes that create at once exactly one wins.

    Raises:
        NotFound: the folder does not exist.
        ReadOnly, StorageFailure: the folder refuses (read_only_folder, no_access, disk_full, io).
    """
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}.new")
    with reported(path.parent):
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    try:
        with reported(path.parent):
            _set_up(draft)
            # link() refuses to replace an existing file, which rename() would do silently.
            try:
                os.link(draft, path)
            except FileExistsError:
                return False
    finally:
        for leftover in (draft, Path(f"{draft}-wal"), Path(f"{draft}-shm"), Path(f"{draft}-journal")):
            leftover.unlink(missing_ok=True)
    _sync_folder(path.parent)
    return True


def migrate(
    path: Path, scripts: Sequence[str] = schema.MIGRATIONS, *, busy_timeout: float = 0
) -> Path | None:
    """Bring the file to the newest version; returns the backup made first, None if up to date.

    The steps and the new version number are one transaction: a crash leaves the old version.

    Raises:
        apsw.Error: whatever SQLite reports; the caller translates.
    """
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
    try:
        harden(connection)
        connection.set_busy_timeout(round(busy_timeout * 1000))
        settle(connection)
        found = pragma(connection, "user_version")
        if found >= len(scripts):
            return None
        backup = path.with_name(f"{path.name}.version-{found}.{secrets.token_hex(4)}.backup")
        try:
            vacuum_into(path, backup)
        except BaseException:
            backup.unlink(missing_ok=True)
            raise
        with connection:
            # Another process may have migrated while the backup was written.
            start = pragma(connection, "user_version")
            for script in scripts[start:]:
                connection.execute(script)
            connection.execute(f"PRAGMA user_version = {len(scripts)}")
        return backup
    finally:
        connection.close()


def _set_up(path: Path) -> None:
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
    try:
        harden(connection)
        settle(connection)
        connection.execute("PRAGMA journal_mode = WAL").fetchall()
        with connection:
            connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
            for script in schema.MIGRATIONS:
                connection.execute(script)
            connection.execute(f"PRAGMA user_version = {schema.CURRENT_VERSION}")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    finally:
        connection.close()


def _sync_folder(folder: Path) -> None:
    """Make the new name durable; without it a power cut can undo the link (privacy.md 8.1)."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except PermissionError:  # a folder that may be written to but not listed
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

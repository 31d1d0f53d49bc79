"""Private copies of a store, made without disturbing whoever has it open."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

import apsw

from core.errors import Locked
from core.store import sniff
from core.store.connection import harden, settle

_ATTEMPTS = 3
_PREFIX = "mnemoscope-copy-"


class PrivateCopy:
    """A copy of a database and its WAL in a folder only this user may enter.

    It holds personal data, so `remove` deletes it as soon as it is closed.
    """

    def __init__(self, original: Path) -> None:
        _remove_orphans()
        self.folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))
        self.path = self.folder / original.name
        try:
            if sniff.header(original) is None:
                vacuum_into(original, self.path)
            else:
                _copy_with_wal(original, self.path)
        except BaseException:
            self.remove()
            raise

    def remove(self) -> None:
        """Delete the copy; every connection to it must be closed."""
        shutil.rmtree(self.folder, ignore_errors=True)


def _remove_orphans() -> None:
    """Delete copies whose process was killed before it could: they hold personal data."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        owner = folder.name.removeprefix(_PREFIX).partition("-")[0]
        if owner.isdigit() and not _is_running(int(owner)):
            shutil.rmtree(folder, ignore_errors=True)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def vacuum_into(original: Path, target: Path) -> None:
    """A compact copy without free-page residue (guide/privacy.md 5.4)."""
    connection = apsw.Connection(str(original), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        harden(connection)
        settle(connection)
        connection.execute("VACUUM INTO ?", (str(target),))
    finally:
        connection.close()
    target.chmod(0o600)


def _copy_with_wal(original: Path, target: Path) -> None:
    wal = Path(f"{original}-wal")
    for _ in range(_ATTEMPTS):
        Path(f"{target}-wal").unlink(missing_ok=True)
        before = _state(original, wal)
        shutil.copyfile(original, target)
        if before[1] is not None:
            with suppress(FileNotFoundError):  # its last user closed it meanwhile; tried again
                shutil.copyfile(wal, f"{target}-wal")
        if _state(original, wal) == before:
            target.chmod(0o600)
            return
    raise Locked(path=str(original), attempts=_ATTEMPTS)


def _state(*paths: Path) -> tuple[tuple[int, int] | None, ...]:
    return tuple(_size_and_time(path) for path in paths)


def _size_and_time(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_size, status.st_mtime_ns

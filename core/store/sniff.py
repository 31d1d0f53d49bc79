"""Looking at a file before SQLite does, so that a refused file stays exactly as it was.

Opening a stranger's WAL database leaves ``-wal`` and ``-shm`` files beside it, even read-only
(guide/interop.md 3.2). Reading 100 bytes with ``open`` leaves nothing, but would drop the POSIX
locks of a database this process has open (guide/privacy.md 2.6); such paths are answered from
the registry instead.
"""

from __future__ import annotations

import os
import stat
import threading
from collections import Counter
from pathlib import Path

from core.errors import ErrorCode, NotAStore
from core.store.faults import reported
from core.store.schema import APPLICATION_ID

MAGIC = b"SQLite format 3\x00"

guard = threading.RLock()
"""Held while this process looks at a file or begins to open it, so that the two never meet."""

_open_here: Counter[tuple[int, int]] = Counter()


def register(path: Path) -> tuple[int, int]:
    """Note that SQLite is about to hold ``path`` open in this process; its device and inode.

    Raises:
        NotFound, StorageFailure: it is not there or out of reach.
    """
    with reported(path):
        status = path.stat()
    identity = (status.st_dev, status.st_ino)
    with guard:
        _open_here[identity] += 1
    return identity


def unregister(identity: tuple[int, int]) -> None:
    """The opposite of `register`, once per call of it."""
    with guard:
        _open_here[identity] -= 1
        if _open_here[identity] <= 0:
            del _open_here[identity]


def header(path: Path, size: int = 100) -> bytes | None:
    """The first ``size`` bytes, or None when this process has the file open through SQLite.

    Raises:
        NotFound: there is no such file.
        NotAStore: it is a folder or no regular file.
        StorageFailure: it may not be read.
    """
    with guard, reported(path):
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise NotAStore(ErrorCode.IS_FOLDER, path=str(path))
        if not stat.S_ISREG(status.st_mode):
            raise NotAStore(ErrorCode.NOT_A_DATABASE, path=str(path))
        if (status.st_dev, status.st_ino) in _open_here:
            return None
        with path.open("rb") as file:
            return file.read(size)


def require_store(path: Path) -> None:
    """Return when the file carries our application id, without letting SQLite near it.

    Raises:
        NotAStore: empty, no SQLite file (or an encrypted one), or another program's database.
    """
    first = header(path)
    if first is None:
        return
    problem = _problem(first)
    if problem is not None:
        raise NotAStore(problem, path=str(path))


def at_rest(path: Path) -> bool:
    """Whether nothing stands beside the file: nobody has it open, and all of it is in it."""
    return not any(os.path.lexists(f"{path}{suffix}") for suffix in ("-wal", "-shm", "-journal"))


def _problem(first: bytes) -> ErrorCode | None:
    if not first:
        return ErrorCode.EMPTY_FILE
    if not first.startswith(MAGIC) or len(first) < 100:
        return ErrorCode.NOT_A_DATABASE
    if int.from_bytes(first[68:72], "big") != APPLICATION_ID:
        return ErrorCode.FOREIGN
    return None


def version_on_disk(path: Path) -> int | None:
    """The header's ``user_version`` when it can be trusted: nothing newer stands beside the file."""
    if not at_rest(path):
        return None
    first = header(path)
    return None if first is None or len(first) < 64 else int.from_bytes(first[60:64], "big")

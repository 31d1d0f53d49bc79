"""Looking at a file before SQLite does, so that a refused file stays exactly as it was.

Opening a stranger's WAL database leaves ``-wal`` and ``-shm`` files beside it, even read-only
(guide/interop.md 3.2). Reading 100 bytes with ``open`` leaves nothing, but would drop the POSIX
locks of a database this process has open (guide/privacy.md 2.6); such paths are answered from
the registry instead.
"""

from __future__ import annotations

import stat
import threading
from collections import Counter
from pathlib import Path

from core.errors import ErrorCode, MnemoscopeError, NotAStore, NotFound, StorageFailure
from core.store.schema import APPLICATION_ID

MAGIC = b"SQLite format 3\x00"

_lock = threading.Lock()
_open_here: Counter[tuple[int, int]] = Counter()


def register(path: Path) -> tuple[int, int]:
    """Note that SQLite holds ``path`` open in this process; returns its device and inode."""
    status = path.stat()
    identity = (status.st_dev, status.st_ino)
    with _lock:
        _open_here[identity] += 1
    return identity


def unregister(identity: tuple[int, int]) -> None:
    """The opposite of `register`, once per call of it."""
    with _lock:
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
    # The lock spans stat and read, so no connection of ours can begin in between.
    with _lock:
        try:
            status = path.stat()
            if stat.S_ISDIR(status.st_mode):
                raise NotAStore(ErrorCode.IS_FOLDER, path=str(path))
            if not stat.S_ISREG(status.st_mode):
                raise NotAStore(ErrorCode.NOT_A_DATABASE, path=str(path))
            if (status.st_dev, status.st_ino) in _open_here:
                return None
            with path.open("rb") as file:
                return file.read(size)
        except FileNotFoundError:
            raise NotFound(path=str(path)) from None
        except PermissionError:
            raise StorageFailure(ErrorCode.NO_ACCESS, path=str(path)) from None
        except OSError as error:
            raise StorageFailure(ErrorCode.IO, path=str(path), errno=error.errno) from None


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
        raise NotAStore(problem, path=str(path), size=path.stat().st_size)


def looks_like_store(path: Path) -> bool:
    """Whether `require_store` would let the file through."""
    try:
        require_store(path)
    except MnemoscopeError:
        return False
    return True


def _problem(first: bytes) -> ErrorCode | None:
    if not first:
        return ErrorCode.EMPTY_FILE
    if not first.startswith(MAGIC) or len(first) < 100:
        return ErrorCode.NOT_A_DATABASE
    if int.from_bytes(first[68:72], "big") != APPLICATION_ID:
        return ErrorCode.FOREIGN
    return None


def version_on_disk(path: Path) -> int | None:
    """The header's ``user_version`` when it can be trusted: no unread WAL stands beside the file."""
    wal = Path(f"{path}-wal")
    if wal.exists() and wal.stat().st_size > 0:
        return None
    first = header(path)
    return None if first is None or len(first) < 64 else int.from_bytes(first[60:64], "big")

"""What lies in a folder, byte for byte, to show that nothing was created, changed or lost."""

from __future__ import annotations

import contextlib
import hashlib
import stat
from pathlib import Path
from typing import NamedTuple


class Trace(NamedTuple):
    """One entry of a folder."""

    mode: int
    size: int
    modified: int
    digest: str | None


def traces(folder: Path) -> dict[str, Trace]:
    """Every entry of a folder. Only while this process has none of them open in SQLite."""
    return {path.name: _trace(path) for path in sorted(folder.iterdir())}


def _trace(path: Path) -> Trace:
    status = path.lstat()
    digest = None
    # A pipe would never end, a folder has no bytes of its own.
    if stat.S_ISREG(status.st_mode):
        with contextlib.suppress(OSError):
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return Trace(status.st_mode, status.st_size, status.st_mtime_ns, digest)

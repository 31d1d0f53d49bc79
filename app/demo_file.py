"""Where the demo file lies: a private folder in the system's temporary folder."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from core import MnemoscopeError, Scope, Store

NAME = "demo.memory.db"


def demo_file(*, reset: bool = False) -> tuple[Path, Scope]:
    """The demo file, built where it is missing or broken or ``reset``; and whom to show first."""
    from core.demo import build, story

    path = _folder() / NAME
    if reset or not _sound(path):
        _remove(path)
        return path, build(path)
    return path, story().first


def _folder() -> Path:
    """A folder only this account can enter; somebody else's of that name is not used."""
    account = os.getuid() if hasattr(os, "getuid") else "user"
    folder = Path(tempfile.gettempdir()) / f"mnemoscope-demo-{account}"
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        status = folder.lstat()
        mine = not hasattr(os, "getuid") or status.st_uid == os.getuid()
        if not (stat.S_ISDIR(status.st_mode) and mine and status.st_mode & 0o077 == 0):
            return Path(tempfile.mkdtemp(prefix="mnemoscope-demo-"))
    return folder


def _sound(path: Path) -> bool:
    """True when a finished demo of this version lies there."""
    try:
        with Store.open(path, "read-only") as store:
            return store.is_demo
    except MnemoscopeError:
        return False


def _remove(path: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)

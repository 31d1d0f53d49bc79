"""Which processes hold locks on a store (Linux: ``/proc/locks``; guide/privacy.md 6)."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

# Lock bytes of the WAL index, sqlite.org/walformat.html: writer, checkpointer, recovery, readers.
_WRITER, _CHECKPOINTER, _RECOVERY, _FIRST_READER, _LAST_READER = 120, 121, 122, 123, 127
_WEIGHT = ("writer", "recovery", "checkpointer", "reader")


@dataclass(frozen=True, slots=True)
class Holder:
    """One process and the weightiest lock it holds: writer, recovery, checkpointer or reader."""

    pid: int
    program: str
    holds: str


def holders(path: Path) -> tuple[Holder, ...]:
    """The other processes that hold a lock on the store; empty where the system cannot tell."""
    try:
        inode = Path(f"{path}-shm").stat().st_ino
        lines = Path("/proc/locks").read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeDecodeError):
        return ()
    held: dict[int, set[str]] = {}
    for pid, start in _locks_on(inode, lines):
        if pid != os.getpid() and (holds := _meaning(start)) is not None:
            held.setdefault(pid, set()).add(holds)
    # A writer reads too, and is one process all the same: what weighs most stands for it.
    found = [Holder(pid, _program(pid), min(locks, key=_WEIGHT.index)) for pid, locks in held.items()]
    return tuple(sorted(found, key=lambda holder: (holder.holds != "writer", holder.pid)))


def _locks_on(inode: int, lines: list[str]) -> list[tuple[int, int]]:
    """``(pid, first byte)`` of the locks on ``inode``, from the lines of ``/proc/locks``."""
    found = []
    for line in lines:
        fields = line.split()
        if len(fields) >= 8 and fields[5].rpartition(":")[2] == str(inode):
            found.append((int(fields[4]), int(fields[6])))
    return found


def _meaning(byte: int) -> str | None:
    match byte:
        case _ if byte == _WRITER:
            return "writer"
        case _ if byte == _CHECKPOINTER:
            return "checkpointer"
        case _ if byte == _RECOVERY:
            return "recovery"
        case _ if _FIRST_READER <= byte <= _LAST_READER:
            return "reader"
        case _:
            return None


def _program(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return "unknown"

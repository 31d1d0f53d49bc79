"""Which process works on a running step, and whether it still lives."""

from __future__ import annotations

import json
import os
import socket
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Self

from core.store.task_rows import LeaseRow

LEASE = 30_000_000
"""How long a process is believed after it was last heard of, in microseconds."""

RENEWED_EVERY = 10.0
"""Seconds between two renewals."""


@dataclass(frozen=True, slots=True)
class Owner:
    """One process of one machine.

    Attributes:
        began: when it began, in the machine's own count; a number given to a later process differs.
        space: the boot and the namespace the number is counted in; elsewhere it means nothing.
    """

    host: str
    pid: int
    began: str
    space: str

    @classmethod
    def this(cls) -> Self:
        """The process that asks."""
        pid = os.getpid()
        return cls(socket.gethostname()[:200], pid, _began(pid) or "", _space())

    @classmethod
    def of(cls, row: LeaseRow) -> Self | None:
        """The owner a lease names; None when it names none."""
        try:
            pid, began, space = json.loads(row.process)
            return cls(row.host, int(pid), str(began), str(space))
        except (ValueError, TypeError):
            return None

    @property
    def process(self) -> str:
        """The column that tells it from every other process."""
        return json.dumps([self.pid, self.began, self.space])

    @property
    def is_dead(self) -> bool:
        """Whether this machine knows that it ended; what runs elsewhere is only known by its lease."""
        if self.space != _space():
            return False
        if self.began:
            return _began(self.pid) != self.began
        if os.name != "posix":
            return False
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return True
        except OSError:
            return False
        return False


def is_gone(row: LeaseRow | None, now: int) -> bool:
    """Whether nobody works on the step any more: no lease, a dead owner, or one not heard of in time.

    Whoever asks is alive, whatever its own lease says.
    """
    owner = None if row is None else Owner.of(row)
    if row is None or owner is None:
        return True
    return owner != Owner.this() and (owner.is_dead or row.until <= now)


def _began(pid: int) -> str | None:
    """The start time in ``/proc``; None for an ended process, and where there is no ``/proc``."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return None
    # The program's name stands in brackets and may hold anything.
    fields = status.rpartition(")")[2].split()
    return None if fields[0] in "ZX" else fields[19]


@cache
def _space() -> str:
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        return f"{boot} {Path('/proc/self/ns/pid').readlink()}"
    except OSError:
        return socket.gethostname()

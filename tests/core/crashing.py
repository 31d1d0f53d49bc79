"""Writers that are killed at any moment, and what the file says afterwards."""

from __future__ import annotations

import random
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from core import Scope, Store
from tests.core.processes import ROOT, command

WRITERS = 4
_PATIENCE = 30.0

_WRITER = """
import os, sys
from core import Scope, Store
# One append per acknowledged write; a kill of this process loses nothing the kernel already has.
log = os.open(sys.argv[2], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
store = Store.open(sys.argv[1], "read-write")
records = store.partition(Scope("acme", sys.argv[3])).records
number = 0
while True:
    number += 1
    result = records.remember(
        f"Fact {number} of {os.getpid()}.", key=f"key_{number % 7}" if number % 2 else None, source="user:t1"
    )
    os.write(log, f"{result.record.id}\\n".encode())
"""


@dataclass(frozen=True, slots=True)
class Toll:
    """What a loop of kills cost.

    Attributes:
        died: messages of writers that ended by themselves instead of by a kill.
        lost: acknowledged writes that are not in the file.
        torn: writes without their journal entry, or entries without their write.
        doubled: keys with more than one current value.
        problems: what SQLite's quick check names.
    """

    died: list[bytes]
    acknowledged: int
    lost: int
    torn: int
    doubled: int
    problems: list[str]
    chain_intact: bool


def kill_writers(path: Path, kills: int, seed: int) -> Toll:
    """Let four processes write one new store and kill one after another, each while it writes."""
    Store.open(path).close()
    chance = random.Random(seed)
    running = [_start(path, number) for number in range(WRITERS)]
    died: list[bytes] = []
    try:
        for kill in range(kills):
            victim = kill % WRITERS
            _wait_for_a_write(path, victim)
            time.sleep(chance.random() * 0.02)
            running[victim].send_signal(signal.SIGKILL)
            _, error = running[victim].communicate()
            if running[victim].returncode != -signal.SIGKILL:
                died.append(error)
            running[victim] = _start(path, victim)
    finally:
        for process in running:
            process.kill()
            process.communicate()
    return _count(path, died)


def _count(path: Path, died: list[bytes]) -> Toll:
    lost = told = written = doubled = 0
    with Store.open(path) as store:
        for number in range(WRITERS):
            records = store.partition(Scope("acme", f"user-{number}")).records
            acknowledged = {int(line) for line in _log(path, number).read_text().split()}
            kept = {row["id"] for row in records.export()}
            keyed = [record.key for record in records.facts()]
            told += len(acknowledged)
            lost += len(acknowledged - kept)
            written += len(kept)
            doubled += len(keyed) - len(set(keyed))
        audit = store.operator("ada").audit
        # One entry per write and one per scope.
        torn = abs(audit.count() - written - WRITERS)
        return Toll(died, told, lost, torn, doubled, store.check(), audit.verify().ok)


def _start(path: Path, number: int) -> subprocess.Popen[bytes]:
    program = command(_WRITER, path, _log(path, number), f"user-{number}")
    return subprocess.Popen(program, cwd=ROOT, stderr=subprocess.PIPE)


def _wait_for_a_write(path: Path, number: int) -> None:
    """Not before it has written since its start, so that each kill meets a writer at work."""
    log = _log(path, number)
    before = log.stat().st_size if log.exists() else 0
    patience = time.monotonic() + _PATIENCE
    while (log.stat().st_size if log.exists() else 0) == before and time.monotonic() < patience:
        time.sleep(0.005)


def _log(path: Path, number: int) -> Path:
    return path.with_name(f"acknowledged-{number}")

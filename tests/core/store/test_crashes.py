"""Killing writers at any moment: every acknowledged write is there, and the chain holds."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest

from core import Scope, Store
from tests.core.processes import ROOT, command

WRITERS = 4
KILLS = 50

WRITER = """
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


def writer(path: Path, number: int) -> subprocess.Popen[bytes]:
    log = path.with_name(f"acknowledged-{number}")
    return subprocess.Popen(command(WRITER, path, log, f"user-{number}"), cwd=ROOT, stderr=subprocess.PIPE)


def acknowledged(path: Path, number: int) -> set[int]:
    log = path.with_name(f"acknowledged-{number}")
    return {int(line) for line in log.read_text().split()} if log.exists() else set()


@pytest.mark.slow
def test_fifty_kills_over_four_writers_lose_nothing(path: Path) -> None:
    Store.open(path).close()
    chance = random.Random(50)
    running = [writer(path, number) for number in range(WRITERS)]
    failures: list[bytes] = []
    try:
        for kill in range(KILLS):
            victim = kill % WRITERS
            # Not before it has written since its start, so that each kill meets a writer at work.
            before = len(acknowledged(path, victim))
            patience = time.monotonic() + 30
            while len(acknowledged(path, victim)) == before and time.monotonic() < patience:
                time.sleep(0.005)
            time.sleep(chance.random() * 0.02)
            running[victim].send_signal(signal.SIGKILL)
            _, error = running[victim].communicate()
            if running[victim].returncode != -signal.SIGKILL:
                failures.append(error)
            running[victim] = writer(path, victim)
    finally:
        for process in running:
            process.kill()
            process.communicate()
    assert failures == []

    with Store.open(path) as store:
        assert store.check() == []
        audit = store.operator("ada").audit
        assert audit.verify().ok
        written = 0
        for number in range(WRITERS):
            records = store.partition(Scope("acme", f"user-{number}")).records
            told = acknowledged(path, number)
            kept = {row["id"] for row in records.export()}
            assert told <= kept
            assert len(told) >= KILLS // WRITERS
            written += len(kept)
            keyed = [record.key for record in records.facts()]
            assert len(keyed) == len(set(keyed)) == 7
        # One entry per write and one per scope: nothing was torn from its entry.
        assert audit.count() == written + WRITERS
    assert os.listdir(path.parent).count(f"{path.name}-wal") == 0  # noqa: PTH208

"""A file another process is busy with: the wait ends in an error that names the process."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import Store
from core.errors import ErrorCode, Locked
from tests.core.hands import ALICE
from tests.core.processes import started

HOLD = """
import sys, apsw
connection = apsw.Connection(sys.argv[1])
for statement in sys.argv[2:]:
    connection.execute(statement).fetchall()
print("held", flush=True)
sys.stdin.readline()
"""


def test_the_writer_is_named(path: Path) -> None:
    Store.open(path).close()
    with started(HOLD, path, "BEGIN IMMEDIATE") as other:
        assert other.stdout is not None
        other.stdout.readline()
        with Store.open(path, busy_timeout=0.1) as store, pytest.raises(Locked) as raised:
            store.partition(ALICE).records.remember("Alice lives in Bergen.", source="user:t1")
        assert raised.value.code == ErrorCode.LOCKED
        held = [(holder.pid, holder.holds) for holder in raised.value.data["holders"]]  # type: ignore[attr-defined]
        # It reads as well, and is named once: a person counts processes, not locks.
        assert held == [(other.pid, "writer")]
        assert "python" in raised.value.data["holders"][0].program  # type: ignore[index]
        other.communicate("\n")


def test_nothing_was_written_and_the_next_try_succeeds(path: Path) -> None:
    with Store.open(path, busy_timeout=0.1) as store:
        records = store.partition(ALICE).records
        with started(HOLD, path, "BEGIN IMMEDIATE") as other:
            assert other.stdout is not None
            other.stdout.readline()
            with pytest.raises(Locked):
                records.remember("Alice lives in Bergen.", source="user:t1")
            assert records.export() == []
            other.communicate("\n")
        assert records.remember("Alice lives in Bergen.", source="user:t1").outcome == "stored"


def test_reading_goes_on_while_another_process_writes(path: Path) -> None:
    with Store.open(path, busy_timeout=0.1) as store:
        records = store.partition(ALICE).records
        records.remember("Alice lives in Bergen.", key="city", source="user:t1")
        with started(HOLD, path, "BEGIN IMMEDIATE", "DELETE FROM records") as other:
            assert other.stdout is not None
            other.stdout.readline()
            assert len(records.facts()) == 1
            other.communicate("\n")


def test_opening_a_file_that_is_held_whole(path: Path) -> None:
    Store.open(path).close()
    with started(HOLD, path, "PRAGMA locking_mode = EXCLUSIVE", "BEGIN EXCLUSIVE") as other:
        assert other.stdout is not None
        other.stdout.readline()
        for mode in ("write", "read-write", "read-only"):
            with pytest.raises(Locked):
                Store.open(path, mode, busy_timeout=0.1)
        other.communicate("\n")
    Store.open(path).close()

"""Erasing a person and proving it: bytes left, late writes, kills, time, and what others notice."""

from __future__ import annotations

import hashlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import apsw

from core import Store
from core.privacy import ReceiptState
from core.privacy.needles import Needles
from core.privacy.search import search
from core.store.inventory import INVENTORY
from tests.bench.privacy_file import VICTIM, build
from tests.bench.report import Report
from tests.core.planting import plant
from tests.core.privacy.histories import erase_one, kill_at_random, without_one_table, without_rewriting
from tests.core.processes import ROOT, command

HISTORIES, KILLS, LATE = 50, 40, 2_000
_NEEDLES = 10_000
_MB = 1_000_000


def main() -> int:
    """Run the bench; the exit code."""
    report = Report("privacy")
    # What counts bytes and rows does not wait for a disk; what counts seconds does.
    ram = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    for measures, where in (
        ((_histories, _broken, _kills, _archive), ram),
        ((_large, _search, _window, _chain), None),
    ):
        for measure in measures:
            with tempfile.TemporaryDirectory(dir=where) as folder:
                measure(report, Path(folder))
    return report.finish()


def _histories(report: Report, folder: Path) -> None:
    alone = [erase_one(folder / f"a{seed}.db", seed) for seed in range(HISTORIES // 2)]
    beside = [erase_one(folder / f"b{seed}.db", seed, writers=2) for seed in range(HISTORIES // 2)]
    tolls = alone + beside
    report.row(
        "markers planted in all histories", sum(toll.markers for toll in tolls), 500, higher_is_better=True
    )
    report.row("markers in the bytes before", sum(toll.before for toll in tolls), 500, higher_is_better=True)
    report.row(f"bytes left over {HISTORIES} histories", sum(toll.left for toll in tolls), 0)
    report.row("histories verified", sum(toll.state is ReceiptState.VERIFIED for toll in tolls), HISTORIES,
               higher_is_better=True)  # fmt: skip
    report.row("tables in which others' rows changed", sum(toll.others_changed for toll in tolls), 0)
    report.row("writes of others kept meanwhile", sum(toll.kept for toll in beside), 1, higher_is_better=True)
    report.row(
        "late writes refused by name", sum(toll.refused for toll in beside), LATE, higher_is_better=True
    )


def _broken(report: Report, folder: Path) -> None:
    for name, broken in (("no rewriting", without_rewriting), ("one table skipped", without_one_table)):
        with broken():
            tolls = [erase_one(folder / f"{name}{seed}.db", 100 + seed) for seed in range(5)]
        caught = sum(toll.state is ReceiptState.FAILED and toll.left > 0 for toll in tolls)
        report.row(f"broken erasers caught of 5 ({name})", caught, 5, higher_is_better=True)


def _kills(report: Report, folder: Path) -> None:
    ends = [kill_at_random(folder / f"k{seed}.db", seed, longest=1.4) for seed in range(KILLS)]
    report.row(f"kill -9 at {KILLS} moments: untouched", sum(untouched for untouched, _, _ in ends))
    report.row("half done", sum(bool(left) or not well for _, left, well in ends), 0)


def _large(report: Report, folder: Path) -> None:
    for size, people, rows in ((100, 500 + 1, 250), (200, 1_000, 250)):
        path = folder / f"{size}.db"
        markers = build(path, people, rows, padding=35)
        copy = folder / "copy.db"
        shutil.copyfile(path, copy)
        alone = _seconds(lambda copy=copy: plant(copy, "PRAGMA temp_store = MEMORY", "VACUUM"))
        copy.unlink()
        scope = plant(path, f"SELECT scope FROM subjects WHERE user = '{VICTIM.user}'")[0][0]
        before, megabytes = _hash_of_others(path, scope), path.stat().st_size / _MB
        with Store.open(path, "read-write") as store:
            began = time.perf_counter()
            receipt = store.operator("ada").privacy.erase(VICTIM, reason="request")
            took = time.perf_counter() - began
            refused = _late(path, scope)
        left = _count(path, markers)
        report.row(f"{megabytes:.0f} MB, one of {people} people: bytes left", left, 0)
        report.row("  verified", int(receipt.state is ReceiptState.VERIFIED), 1, higher_is_better=True)
        report.row("  rows of others changed", int(_hash_of_others(path, scope) != before), 0)
        report.row("  erase and verify for each 100 MB", 100 * took / megabytes, 10, "s", competitor=alone)
        report.row("  as many times VACUUM alone", took / alone, unit="×")
        report.row("  late writes refused by number", refused, LATE, higher_is_better=True)
        for step, seconds in receipt.body["seconds"].items():
            report.row(f"    {step}", seconds, unit="s")


def _late(path: Path, scope: int) -> int:
    """How many writes by number the file itself refuses."""
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
    connection.set_busy_timeout(5_000)
    refused = 0
    for number in range(LATE):
        try:
            connection.execute(
                "INSERT INTO journal_notes(scope, seq, note) VALUES (?, ?, 'late')", (scope, number)
            )
        except apsw.ConstraintError:
            refused += 1
    connection.close()
    return refused


def _hash_of_others(path: Path, scope: int) -> str:
    """One hash of every row of everybody else, computed past our code."""
    digest = hashlib.blake2b()
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    for table in INVENTORY:
        if table.scoped and table.name != "tombstones":
            for row in connection.execute(
                f"SELECT * FROM {table.name} WHERE scope <> ? ORDER BY 1, 2, 3", (scope,)
            ):
                digest.update(repr(row).encode())
    connection.close()
    return digest.hexdigest()


def _count(path: Path, markers: list[str]) -> int:
    """How many markers grep finds in the files of the closed store."""
    listed = path.with_name("markers")
    listed.write_text("\n".join(markers))
    found = 0
    for ending in ("", "-wal", "-shm", "-journal"):
        if Path(f"{path}{ending}").exists():
            done = subprocess.run(
                ["grep", "-a", "-i", "-c", "-F", "-f", str(listed), f"{path}{ending}"],
                capture_output=True, text=True, check=False, env={"LC_ALL": "C"},
            )  # fmt: skip
            found += int(done.stdout or 0)
    return found


def _search(report: Report, folder: Path) -> None:
    path = folder / "search.db"
    build(path, 400, 250, padding=55)
    chance = random.Random(3)
    words = [
        "".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=chance.randint(8, 18)))
        for _ in range(_NEEDLES)
    ]
    needles = Needles.of(words)
    listed = folder / "needles"
    listed.write_bytes(b"\n".join(pattern for pattern in needles.patterns if b"\n" not in pattern))
    size = path.stat().st_size / _MB
    best = min(search(path, needles.patterns).seconds for _ in range(3))
    grep = min(
        _seconds(lambda: subprocess.run(
            ["grep", "-a", "-c", "-F", "-f", str(listed), str(path)],
            capture_output=True, check=False, env={"LC_ALL": "C"},
        ))
        for _ in range(3)
    )  # fmt: skip
    report.row(f"search of {size:.0f} MB, {_NEEDLES} needles, {len(needles.patterns)} patterns", size / best, 150,
               "MB/s", higher_is_better=True, competitor=size / grep)  # fmt: skip


def _window(report: Report, folder: Path) -> None:
    """A thread that wants to draw every 5 ms while a person of 100,000 records is erased."""
    path = folder / "window.db"
    build(path, 502, 20, victims_rows=100_000, padding=12)
    done = threading.Event()
    with Store.open(path, "read-write") as store:
        desk = store.operator("ada")

        def erase() -> None:
            desk.privacy.erase(VICTIM, reason="request")
            done.set()

        worker = threading.Thread(target=erase)
        gaps: list[float] = []
        worker.start()
        last = time.perf_counter()
        while not done.is_set():
            time.sleep(0.005)
            now = time.perf_counter()
            gaps.append(now - last)
            last = now
        worker.join()
    gaps.sort()
    report.row("erasing 100,000 records: longest gap of the window", 1_000 * gaps[-1], 50, "ms")
    report.row("  99.9 % of the gaps", 1_000 * gaps[int(len(gaps) * 0.999)], unit="ms")


_EXPORT = """
import sys, time
from pathlib import Path
from core import Store
from tests.bench.privacy_file import VICTIM

def peak():
    # The peak that getrusage tells begins with that of the process this one was started from.
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0])

with Store.open(sys.argv[1], "read-write") as store:
    began, before = time.perf_counter(), peak()
    out = store.operator("ada").privacy.export(VICTIM, sys.argv[2])
print(peak() - before, time.perf_counter() - began, out.rows)
"""


def _archive(report: Report, folder: Path) -> None:
    grown = {}
    for count in (50_000, 1_000_000):
        path = folder / f"{count}.db"
        build(path, 501, 0, victims_rows=count, padding=8)
        out = folder / f"out{count}"
        done = subprocess.run(
            command(_EXPORT, path, out), cwd=ROOT, capture_output=True, text=True, check=True
        )
        kilobytes, seconds, _ = done.stdout.split()
        grown[count] = int(kilobytes) / 1_000
        report.row(f"exporting {count:,} records as folder and zip", float(seconds), unit="s")
        shutil.rmtree(out)
    report.row("  memory it takes at 1,000,000", grown[1_000_000], 64, "MB", competitor=grown[50_000])


def _chain(report: Report, folder: Path) -> None:
    from core import audit
    from core.store import subjects

    path = folder / "chain.db"
    with Store.open(path) as store:
        with store._database.write() as tx:  # noqa: SLF001
            actor = audit.actor_id(tx, audit.Actor(audit.Role.OPERATOR, "bench"))
            subject, _ = subjects.admit(tx, "acme", "alice", 0)
            for number in range(100_000):
                audit.append(tx, actor, subject, audit.Entry(audit.Action.STORE, "record", number), number)
        took = min(_seconds(store.operator("ada").audit.verify) for _ in range(3))
    report.row("verifying 100,000 journal entries", took, 2, "s")


def _seconds(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


if __name__ == "__main__":
    sys.exit(main())

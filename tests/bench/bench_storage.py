"""The storage path: rows a second, one-row commits against a bare commit, four writers at once."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import apsw

from core import Scope, Store
from core.clock import system_clock
from core.store import Database, Mode
from tests.bench.report import Report
from tests.bench.seeding import row, seed, write_batch

BULK = 200_000
COMMITS = 1_500
WRITERS = 4
WRITES_EACH = 300

_WRITER = """
import sys
from core import Scope, Store
from core.errors import Locked
path, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
busy = 0
with Store.open(path, "read-write") as store:
    records = store.partition(Scope("bench", name)).records
    for number in range(count):
        try:
            records.remember(f"note {number} of {name}", source="user:t1")
        except Locked:
            busy += 1
print(busy)
"""


def main() -> int:
    """Run the bench; the exit code."""
    report = Report("storage")
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        _bulk(report, root)
        _single(report, root)
        _together(report, root)
    return report.finish()


def _bulk(report: Report, root: Path) -> None:
    started = time.perf_counter()
    seed(root / "bulk.db", Scope("bench", "bulk"), BULK)
    rate = BULK / (time.perf_counter() - started)
    report.row(f"storage path, {BULK} rows", rate, 20_000, "rows/s", higher_is_better=True)


def _single(report: Report, root: Path) -> None:
    """Turn by turn in one run, so that both meet the same disk."""
    database = Database.open(root / "single.db", Mode.WRITE)
    bare = _bare(root / "bare.db")
    scope, now = Scope("bench", "single"), system_clock()
    ours, theirs = [], []
    for number in range(COMMITS):
        started = time.perf_counter()
        write_batch(database, scope, (number,), now)
        ours.append(time.perf_counter() - started)
        values = row(number, number, now, 1)
        started = time.perf_counter()
        with bare:
            bare.execute(f"INSERT INTO rows VALUES (?{', ?' * (len(values) - 1)})", values)
        theirs.append(time.perf_counter() - started)
    database.close()
    bare.close()
    report.row(
        "one-row commit with journal entry / bare WAL+FULL commit of the same row",
        median(ours) / median(theirs),
        1.5,
        "×",
    )
    report.row(
        "one-row commit with journal entry", median(ours) * 1000, None, "ms", competitor=median(theirs) * 1000
    )


def _bare(path: Path) -> apsw.Connection:
    connection = apsw.Connection(str(path))
    connection.transaction_mode = "IMMEDIATE"
    connection.execute("PRAGMA journal_mode = WAL").fetchall()
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA secure_delete = ON").fetchall()
    names = ", ".join(f"c{number}" for number in range(len(row(0, 0, 0, 0))))
    connection.execute(f"CREATE TABLE rows({names})")
    return connection


def _together(report: Report, root: Path) -> None:
    path = root / "together.db"
    Store.open(path).close()
    started = time.perf_counter()
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", _WRITER, str(path), f"w{number}", str(WRITES_EACH)],
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(WRITERS)
    ]
    busy = sum(int(writer.communicate()[0]) for writer in writers)
    elapsed = time.perf_counter() - started
    with Store.open(path, "read-only") as store:
        operator = store.operator("bench")
        kept = sum(summary.records for summary in operator.scopes())
        intact = operator.audit.verify().ok
    report.row(f"busy errors, {WRITERS} writer processes", busy, 0)
    report.row("writes lost", WRITERS * WRITES_EACH - kept, 0)
    report.row("journal intact", int(intact), 1, higher_is_better=True)
    report.row("remember, four writers together", WRITERS * WRITES_EACH / elapsed, None, "records/s")


if __name__ == "__main__":
    sys.exit(main())

"""Recall: quality on questions with known evidence, and speed beside FTS5, faiss and sqlite-vec.

One run, one process, CPU time, BLAS on one thread. The competitors come with the ``bench`` extra;
one that is not installed is named and left out.
"""

from __future__ import annotations

import os
import sys

# Before numpy: two threads gain nothing where one core reads as fast as the memory gives.
os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ["OMP_NUM_THREADS"] = "1"

import importlib
import subprocess
import tempfile
import time
from pathlib import Path
from types import ModuleType

from tests.bench.report import Report

_START = """
import time
from core import Scope, Store
store = Store.open({path!r})
records = store.partition(Scope('a', 'b')).records
first = time.perf_counter(); records.remember('one', source='user:t'); second = time.perf_counter()
records.remember('two', source='user:t'); third = time.perf_counter()
print((second - first) * 1000, (third - second) * 1000)
"""


def main() -> int:
    from tests.bench import recall_quality, recall_speed

    report = Report("recall")
    with tempfile.TemporaryDirectory(prefix="bench-recall-all-") as folder:
        tempfile.tempdir = folder
        started = time.perf_counter()
        recall_quality.measure(report)
        recall_speed.measure(
            report, _competitor("faiss", "faiss-cpu"), _competitor("sqlite_vec", "sqlite-vec")
        )
        first_write(report, Path(folder))
        tempfile.tempdir = None
        report.row("the whole run", time.perf_counter() - started, None, "s")
    return report.finish()


def first_write(report: Report, folder: Path) -> None:
    """What the first write of a process costs, numpy and the table included."""
    times = []
    for number in range(5):
        path = str(folder / f"start-{number}.db")
        command = [sys.executable, "-c", _START.format(path=path)]
        times.append([float(each) for each in subprocess.check_output(command, text=True).split()])
    times.sort()
    report.row("first write of a process, wall", times[2][0], None, "ms", competitor=times[2][1])


def _competitor(module: str, package: str) -> ModuleType | None:
    try:
        return importlib.import_module(module)
    except ImportError:
        print(f"not compared with {package}: it is not installed (pip install -e .[bench])")
        return None


if __name__ == "__main__":
    sys.exit(main())

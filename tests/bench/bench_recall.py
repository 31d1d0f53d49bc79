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
import statistics
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
moments = [time.perf_counter()]
for act in (lambda: records.remember('one', source='user:t'), lambda: records.remember('two', source='user:t'),
            lambda: records.recall('two'), lambda: records.recall('one')):
    act()
    moments.append(time.perf_counter())
print(*((after - before) * 1000 for before, after in zip(moments, moments[1:])))
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
        first_acts(report, Path(folder))
        tempfile.tempdir = None
        report.row("the whole run", time.perf_counter() - started, None, "s")
    return report.finish()


def first_acts(report: Report, folder: Path) -> None:
    """What a process pays once: numpy and the table come with its first question, not with a write."""
    times = []
    for number in range(5):
        path = str(folder / f"start-{number}.db")
        command = [sys.executable, "-c", _START.format(path=path)]
        times.append([float(each) for each in subprocess.check_output(command, text=True).split()])
    write, next_write, question, next_question = (
        statistics.median(each) for each in zip(*times, strict=True)
    )
    report.row(
        "first write of a process, wall (beside it the second)", write, None, "ms", competitor=next_write
    )
    report.row("first question, wall (beside it the second)", question, None, "ms", competitor=next_question)


def _competitor(module: str, package: str) -> ModuleType | None:
    try:
        return importlib.import_module(module)
    except ImportError:
        print(f"not compared with {package}: it is not installed (pip install -e .[bench])")
        return None


if __name__ == "__main__":
    sys.exit(main())

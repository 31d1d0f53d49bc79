"""Importing a memory graph: records a second with everything judged, and how long writers wait."""

from __future__ import annotations

import json
import sys
import tempfile
import threading
import time
from pathlib import Path

from core import Scope, Store
from tests.bench.report import Report

ENTITIES = 4_000
OBSERVATIONS = 5


def main() -> int:
    """Run the bench; the exit code."""
    report = Report("import")
    with tempfile.TemporaryDirectory() as folder:
        graph = Path(folder) / "memory.jsonl"
        graph.write_text("\n".join(_lines()), encoding="utf-8")
        with Store.open(Path(folder) / "import.db") as store:
            _import(report, store, graph)
    return report.finish()


def _import(report: Report, store: Store, graph: Path) -> None:
    operator, scope = store.operator("bench"), Scope("bench", "import")
    waits: list[float] = []
    done = threading.Event()
    writer = threading.Thread(target=_other_writer, args=(store, done, waits))
    writer.start()
    wall, cpu = time.perf_counter(), time.process_time()
    result = operator.import_path(scope, graph)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    done.set()
    writer.join()
    again = operator.import_path(scope, graph)
    report.row("records stored", result.stored, ENTITIES * OBSERVATIONS, higher_is_better=True)
    report.row("records a second of CPU", result.stored / cpu, 300, "records/s", higher_is_better=True)
    report.row("records a second", result.stored / wall, None, "records/s")
    report.row("longest wait of another writer meanwhile", max(waits) * 1000, None, "ms")
    report.row("records stored by importing the same file again", again.stored, 0)


def _other_writer(store: Store, done: threading.Event, waits: list[float]) -> None:
    records = store.partition(Scope("bench", "other")).records
    number = 0
    while not done.is_set():
        started = time.perf_counter()
        records.remember(f"other note {number}", source="agent:other")
        waits.append(time.perf_counter() - started)
        number += 1
        time.sleep(0.01)


def _lines() -> list[str]:
    return [
        json.dumps(
            {
                "type": "entity",
                "name": f"Entity {number}",
                "entityType": "person",
                "observations": [f"observation {each} of entity {number}" for each in range(OBSERVATIONS)],
            }
        )
        for number in range(ENTITIES)
    ]


if __name__ == "__main__":
    sys.exit(main())

"""A small agent that works on one task of the demo: a process of its own, which may be killed.

Each step is real work on the file: it recalls what memory says about the step and reports what it
found. What it says on its output is for who started it; what it did stands in the file.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from core.demo.tasks import AGENT
from core.handles import Partition, Store
from core.memory.tasks import InvalidUpdate, Step
from core.scope import Scope


def work(partition: Partition, name: str, pace: float) -> None:
    """Go through the task from its first unfinished step; stop where a person has to decide."""
    tasks = partition.tasks
    while (step := tasks.next_step(name)) is not None:
        try:
            tasks.apply(name, {"step": step.id, "status": "running"})
            print(f"running {step.id}", flush=True)
            found = _look_up(partition, step, pace)
            tasks.apply(name, {"step": step.id, "status": "done", "output": found, "evidence": "tool:recall"})
            print(f"done {step.id}", flush=True)
        except InvalidUpdate as refused:
            print(f"refused {refused.problems[0].code}", flush=True)
            return


def _look_up(partition: Partition, step: Step, pace: float) -> str:
    hits = partition.records.recall(step.name, k=3)
    # Slow enough to be watched, and to be met in the middle of a step.
    time.sleep(pace)
    ids = ", ".join(f"#{hit.record.id}" for hit in hits)
    return f"Memory has {len(hits)} notes about it: {ids}." if hits else "Memory has nothing about it."


def main(arguments: Sequence[str]) -> int:
    """Run as a program: FILE TENANT USER TASK SECONDS; the exit code."""
    path, tenant, user, name, pace = arguments
    with Store.open(path, "read-write") as store:
        work(store.partition(Scope(tenant, user), agent=AGENT), name, float(pace))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""A thousand kill -9 over four agents of one task: nothing lost, skipped or doubled."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.bench.report import Report
from tests.core.tasks.killing import AGENTS, kill_agents

KILLS = 1_000


def main() -> int:
    """Run the bench; the exit code."""
    report = Report("tasks")
    with tempfile.TemporaryDirectory() as folder:
        toll = kill_agents(Path(folder) / "tasks.db", KILLS, seed=1_000)
    report.row(
        f"starts and ends acknowledged over {KILLS} kills of {AGENTS} agents",
        toll.acknowledged,
        KILLS,
        higher_is_better=True,
    )
    # A bench in which no kill met a running step would show nothing.
    report.row("steps a kill interrupted", toll.interrupted, KILLS // 20, higher_is_better=True)
    report.row("acknowledged updates lost", toll.lost, 0)
    report.row("steps begun before their turn", toll.skipped, 0)
    report.row("moments with two running steps", toll.doubled, 0)
    report.row("plans that differ from their log", toll.apart, 0)
    report.row("problems quick_check names", len(toll.problems), 0)
    report.row("agents that failed by themselves", len(toll.died), 0)
    report.row("journal intact", int(toll.chain_intact), 1, higher_is_better=True)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())

"""A thousand kill -9 over four writers of one file: what was acknowledged is there."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.bench.report import Report
from tests.core.crashing import WRITERS, kill_writers

KILLS = 1_000


def main() -> int:
    """Run the bench; the exit code."""
    report = Report("crash")
    with tempfile.TemporaryDirectory() as folder:
        toll = kill_writers(Path(folder) / "crash.db", KILLS, seed=1_000)
    report.row(
        f"writes acknowledged over {KILLS} kills of {WRITERS} writers",
        toll.acknowledged,
        KILLS,
        higher_is_better=True,
    )
    report.row("acknowledged writes lost", toll.lost, 0)
    report.row("writes and journal entries apart", toll.torn, 0)
    report.row("keys with two current values", toll.doubled, 0)
    report.row("problems quick_check names", len(toll.problems), 0)
    report.row("writers that failed by themselves", len(toll.died), 0)
    report.row("journal intact", int(toll.chain_intact), 1, higher_is_better=True)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())

"""How long until the window stands and shows the demo, and what was imported for it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from tests.bench.report import Report

RUNS = 5
LATER = ("numpy", "pyqtgraph", "openai")

_CHILD = f"""
import json, sys, time
from app.application import Options, open_first, start
application = start(["mnemoscope"])
begun = time.perf_counter()
from app.session import Session
from app.settings import Settings
from app.theme import theme
from app.window.main_window import MainWindow
settings = Settings()
theme().apply(application, settings.theme, settings.zoom)
session = Session(settings)
window = MainWindow(session)
open_first(window, session, Options(demo=True, pane="memory"))
window.show()
application.processEvents()
shown = time.perf_counter() - begun
while session.store is None or not session.jobs.idle():
    application.processEvents()
filled = time.perf_counter() - begun
early = [name for name in {LATER!r} if name in sys.modules]
print(json.dumps([shown, filled, early]))
session.shutdown()
"""


def main() -> int:
    """Run the bench; the exit code."""
    report = Report("startup")
    with tempfile.TemporaryDirectory() as home:
        runs = [_run(Path(home)) for _ in range(RUNS)]
    shown, filled, early = zip(*runs, strict=True)
    report.row("window shown after QApplication, median", median(shown), 1.0, "s")
    report.row("window shown, slowest run", max(shown), None, "s")
    report.row("the demo's records in it, median", median(filled), None, "s")
    report.row(f"imported before needed ({', '.join(LATER)})", len(set().union(*early)), 0)
    return report.finish()


def _run(home: Path) -> tuple[float, float, list[str]]:
    environment = {**os.environ, "HOME": str(home), "XDG_CONFIG_HOME": str(home / "c"), "TMPDIR": str(home)}
    done = subprocess.run(
        [sys.executable, "-c", _CHILD],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
        timeout=120,
    )
    shown, filled, early = json.loads(done.stdout.splitlines()[-1])
    return shown, filled, early


if __name__ == "__main__":
    sys.exit(main())

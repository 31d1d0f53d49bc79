"""The list of a million records: first page, jumps, smoothness while it works, memory."""

from __future__ import annotations

import gc
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QEventLoop, QObject, QTimer
from PySide6.QtWidgets import QApplication

from app.panes.memory import MemoryPane
from app.session import Session
from app.settings import Settings
from app.theme import theme
from core import Scope
from core.memory.records import OperatorRecords
from tests.bench.report import Report
from tests.bench.seeding import seed

ROWS = 1_000_000
JUMPS = 60
FEW = Scope("bench", "few")
MANY = Scope("bench", "many")
PATIENCE = 120.0


class Watchdog(QObject):
    """Notes the longest time in which the event loop did not turn."""

    def __init__(self) -> None:
        super().__init__()
        self.worst = 0.0
        self._last = time.perf_counter()
        self._timer = QTimer(self)
        self._timer.setInterval(1)
        self._timer.timeout.connect(self._on_tick)

    @contextmanager
    def watching(self):
        """Watches a stretch of work; ``worst`` is about this stretch alone."""
        self.worst, self._last = 0.0, time.perf_counter()
        self._timer.start()
        yield
        self._on_tick()
        self._timer.stop()

    def _on_tick(self) -> None:
        now = time.perf_counter()
        self.worst = max(self.worst, now - self._last)
        self._last = now


class Painter(QObject):
    """Counts how often a viewport was painted."""

    def __init__(self) -> None:
        super().__init__()
        self.paints = 0

    def forget(self) -> None:
        self.paints = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.paints += 1
        return False


class Stopwatch:
    """When core last answered with ids: what follows is the table's own time."""

    def __init__(self) -> None:
        self.at = 0.0
        self.took = 0.0
        plain = OperatorRecords.ids

        def timed(records: OperatorRecords, *arguments: object):
            started = time.perf_counter()
            found = plain(records, *arguments)
            self.at = time.perf_counter()
            self.took = self.at - started
            return found

        OperatorRecords.ids = timed


def main() -> int:
    """Run the bench; the exit code."""
    report = Report("table")
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else ROWS
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "many.db"
        seed(path, FEW, 300)
        seed(path, MANY, rows)
        app = QApplication([])
        theme().apply(app, "light")
        session = Session(Settings(Path(folder) / "settings.ini"))
        stopwatch, watchdog = Stopwatch(), Watchdog()
        session.open(path, "read-only", scope=FEW)
        _wait(lambda: session.scope is not None)
        pane = MemoryPane(session)
        pane.resize(1084, 733)
        pane.show()
        pane.activate()
        # Every version, ended ones included: all rows of the scope.
        pane.page.filter.set_text("state:any")
        _wait(lambda: _settled(session, pane))
        _measure(report, session, pane, stopwatch, watchdog)
        pane.close()
        session.shutdown()
        pane.deleteLater()
    return report.finish()


def _measure(
    report: Report, session: Session, pane: MemoryPane, stopwatch: Stopwatch, watchdog: Watchdog
) -> None:
    gc.collect()
    before = _resident()
    painted: list[float] = []
    pane.page.list.shown.connect(lambda: painted.append(_paint(pane)))
    with watchdog.watching():
        session.set_scope(MANY)
        _wait(lambda: bool(painted) and len(pane.page.list.model.ids) > 1000)
    loading = watchdog.worst
    report.row("records in the list", len(pane.page.list.model.ids))
    report.row("core answers with all ids", stopwatch.took * 1000, unit="ms")
    report.row("first page on screen after the ids", (painted[-1] - stopwatch.at) * 1000, 100, "ms")
    report.row("longest event-loop gap while loading", loading * 1000, 50, "ms")
    _wait(lambda: _settled(session, pane))
    painter, chance = Painter(), random.Random(7)
    pane.page.list.table.viewport().installEventFilter(painter)
    # Placeholders do not count as painted: what arrives has to be painted again.
    pane.page.list.model.dataChanged.connect(painter.forget)
    with watchdog.watching():
        jumps = [_jump(pane, painter, chance) for _ in range(JUMPS)]
    report.row("jump anywhere, median", median(jumps) * 1000, unit="ms")
    report.row("jump anywhere, 95 of 100", quantiles(jumps, n=20)[-1] * 1000, 25, "ms")
    report.row("longest event-loop gap while jumping", watchdog.worst * 1000, 50, "ms")
    _wait(lambda: _settled(session, pane))
    gc.collect()
    report.row("memory of the table", (_resident() - before) / 1e6, 60, "MB")
    for what, act in (
        ("filtering by a word", lambda: pane.page.filter.set_text("state:any berlin")),
        (
            "filtering by kind and trust",
            lambda: pane.page.filter.set_text("state:any kind:semantic trust<user"),
        ),
        ("clearing the filter", lambda: pane.page.filter.set_text("state:any")),
        ("sorting by text", lambda: pane.page.list.table.header.sort_asked.emit("text", False)),
        ("sorting by importance", lambda: pane.page.list.table.header.sort_asked.emit("importance", True)),
        ("selecting all", lambda: pane.page.list.table.selectAll()),
    ):
        _work(report, session, pane, watchdog, what, act)


def _work(
    report: Report,
    session: Session,
    pane: MemoryPane,
    watchdog: Watchdog,
    what: str,
    act: Callable[[], object],
) -> None:
    started = time.perf_counter()
    with watchdog.watching():
        act()
        _turn()
        _wait(lambda: _settled(session, pane))
    report.row(f"{what}, until it is shown", (time.perf_counter() - started) * 1000, unit="ms")
    report.row(f"longest event-loop gap while {what}", watchdog.worst * 1000, 50, "ms")


def _jump(pane: MemoryPane, painter: Painter, chance: random.Random) -> float:
    """Time from moving the scroll bar until the rows there are read and painted."""
    table, model = pane.page.list.table, pane.page.list.model
    bar = table.verticalScrollBar()
    target = chance.randrange(bar.maximum())
    painter.paints = 0
    started = time.perf_counter()
    bar.setValue(target)
    top = table.top_row()
    last = min(top + bar.pageStep(), len(model.ids) - 1)
    _wait(lambda: painter.paints > 0 and model.held(top) is not None and model.held(last) is not None)
    return time.perf_counter() - started


def _paint(pane: MemoryPane) -> float:
    pane.page.list.table.viewport().repaint()
    return time.perf_counter()


def _settled(session: Session, pane: MemoryPane) -> bool:
    return session.jobs.idle() and pane.page.list.matches is not None


def _wait(done: Callable[[], bool]) -> None:
    """Turns the event loop until ``done``.

    Raises:
        TimeoutError: it never came.
    """
    deadline = time.perf_counter() + PATIENCE
    while not done():
        if time.perf_counter() > deadline:
            raise TimeoutError("the table did not settle")
        _turn()


def _turn() -> None:
    # A blocked loop sleeps in select, as a real one does; spinning would steal the workers' time.
    QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 5)


def _resident() -> int:
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    raise SystemExit(main())

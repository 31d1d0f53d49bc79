"""The Recall pane over 100 000 records: time to an answer, and whether the window ever stands still."""

from __future__ import annotations

import itertools
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from app.panes.recall import RecallPane
from app.session import Session
from app.settings import Settings
from app.theme import theme
from core import Scope, audit
from core.clock import system_clock
from core.recall import Entry, Recall
from core.store import Database, Mode, record_rows, subjects
from tests.bench.bench_table import Watchdog, _turn
from tests.bench.report import Report
from tests.bench.seeding import row

ROWS = 100_000
FEW = Scope("bench", "few")
MANY = Scope("bench", "many")
NEVER_LONGER_MS = 50  # what a person begins to feel; unless this machine stands still by itself
ALLOWED_MS = 25  # more than with 300 records: size must not be felt in the window


def seed(path: Path, who: Scope, count: int) -> None:
    """Records with their words and vectors, by the internal storage path."""
    database, recall = Database.open(path, Mode.WRITE), Recall()
    now = system_clock() - count
    for start in range(0, count, 2_000):
        with database.write() as tx:
            actor = audit.actor_id(tx, audit.Actor(audit.Role.AGENT, "bench"))
            subject, _ = subjects.admit(tx, who.tenant, who.user, now)
            numbers = range(start, min(start + 2_000, count))
            ids = subjects.next_record_ids(tx, subject.scope, len(numbers))
            rows = [row(number, id_, now, actor) for number, id_ in zip(numbers, ids, strict=True)]
            record_rows.insert(tx, subject.scope, rows)
            live = [each for each in rows if each.ended_at is None]
            entries = [
                Entry(
                    id=each.id, kind=each.kind, text=each.content, at=each.recorded_at,
                    expires_at=each.expires_at, importance=each.importance, trust=each.trust,
                    session=each.session,
                )
                for each in live
            ]  # fmt: skip
            recall.index(tx, subject.scope, entries)
    database.close()


def main() -> int:
    """Run the bench; the exit code."""
    report = Report("recall_pane")
    count = int(sys.argv[1]) if len(sys.argv) > 1 else ROWS
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "many.db"
        seed(path, FEW, 300)
        seed(path, MANY, count)
        app = QApplication([])
        theme().apply(app, "light")
        session = Session(Settings(Path(folder) / "settings.ini"))
        session.open(path, "read-only", scope=FEW)
        _until(lambda: session.scope is not None)
        pane = RecallPane(session)
        pane.resize(1084, 733)
        pane.show()
        pane.activate()
        _until(lambda: pane.quiet)
        pane.ask("warm up")
        _until(lambda: pane.study is not None and pane.quiet)
        few = _acts(pane)
        session.set_scope(MANY)
        many = _acts(pane)
        for what, (took, still, _) in many.items():
            less_took, less_still, _ = few[what]
            report.row(f"{what}, until it is shown", took, unit="ms", competitor=less_took)
            report.row(
                f"longest event-loop gap: {what}", still, less_still + ALLOWED_MS, "ms", competitor=less_still
            )
        worst, less_worst = (max(each for _, _, each in acts.values()) for acts in (many, few))
        floor = max(NEVER_LONGER_MS, less_worst + ALLOWED_MS)
        report.row("worst gap of all", worst, floor, "ms", competitor=less_worst)
        pane.close()
        session.shutdown()
        pane.deleteLater()
    return report.finish()


def _acts(pane: RecallPane) -> dict[str, tuple[float, float, float]]:
    """What a person does: the time it takes, how long the window stands still, and the worst of it."""
    setting = pane.page.setting
    moves, words = iter(range(1, 100)), itertools.cycle(("berlin travel", "vendor report", "lease budget"))

    def pull() -> None:
        for value in range(100):
            setting.meaning.setValue(value)
            QApplication.processEvents()

    return {
        "first question": _measure(pane, lambda: pane.ask("late vendor invoice"), 1),
        "next question": _measure(pane, lambda: pane.ask(next(words)), 20),
        "slider moved": _measure(pane, lambda: setting.recency.setValue(next(moves)), 20),
        "slider pulled through 100 steps": _measure(pane, pull, 3),
    }


def _measure(pane: RecallPane, act: Callable[[], object], times: int) -> tuple[float, float, float]:
    watchdog = Watchdog()
    took, still = [], []
    for _ in range(times):
        study = pane.study
        started = time.perf_counter()
        with watchdog.watching():
            act()
            _until(lambda study=study: pane.study is not study and pane.quiet)
        took.append((time.perf_counter() - started) * 1000)
        still.append(watchdog.worst * 1000)
    return median(took), median(still), max(still)


def _until(done: Callable[[], bool]) -> None:
    """Turns the event loop until ``done``.

    Raises:
        TimeoutError: it never came.
    """
    deadline = time.perf_counter() + 60
    while not done():
        if time.perf_counter() > deadline:
            raise TimeoutError("the pane did not settle")
        _turn()


if __name__ == "__main__":
    raise SystemExit(main())

"""The window while a person with 100,000 records is erased, and the journal at a million entries."""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication

from app.application import start
from app.panes.audit import AuditPane
from app.panes.privacy import PrivacyPane, places
from app.panes.privacy.erase_dialog import EraseDialog
from app.session import Session
from app.settings import Settings
from app.theme import theme
from core import Scope
from core.audit import Action, Actor, Entry, Role, actor_id, append
from core.store import Database, subjects
from core.store.database import Mode
from tests.bench.bench_table import Watchdog
from tests.bench.report import Report
from tests.bench.seeding import seed

RECORDS = 100_000
ENTRIES = 1_000_000
MANY, OTHER = Scope("bench", "many"), Scope("bench", "other")
PATIENCE = 600.0


def main() -> int:
    """Run the bench; the exit code."""
    report = Report("privacy_pane")
    records = int(sys.argv[1]) if len(sys.argv) > 1 else RECORDS
    entries = records * 10 if len(sys.argv) > 1 else ENTRIES
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["XDG_DATA_HOME"] = name
        places.home = lambda: folder
        app = start(["bench"])
        theme().apply(app, "light")
        _journal(report, folder, entries)
        _erasure(report, folder, records)
    return report.finish()


def _erasure(report: Report, folder: Path, records: int) -> None:
    path = folder / "many.db"
    seed(path, MANY, records)
    seed(path, OTHER, records // 5)
    session = Session(Settings(folder / "settings.ini"))
    session.open(path, "read-write", scope=MANY)
    _wait(lambda: session.scope is not None)
    pane = PrivacyPane(session)
    watchdog = Watchdog()
    with watchdog.watching():
        pane.resize(1084, 733)
        pane.show()
        pane.activate()
        _wait(lambda: pane.quiet)
    report.row("records of the person", records)
    report.row("longest event-loop gap while counting what is held", watchdog.worst * 1000, 50, "ms")
    dialog = EraseDialog(session, MANY, pane)
    dialog.show()
    with watchdog.watching():
        _wait(lambda: pane.quiet)
    report.row("longest event-loop gap while the preview is made", watchdog.worst * 1000, 50, "ms")
    dialog.form.name.setText(MANY.user)
    started = time.perf_counter()
    with watchdog.watching():
        dialog.act.click()
        _wait(lambda: not dialog.running)
    report.row("exported, erased and verified", time.perf_counter() - started, unit="s")
    report.row("longest event-loop gap meanwhile", watchdog.worst * 1000, 50, "ms")
    verified = dialog.receipt is not None and dialog.receipt.state == "VERIFIED"
    report.row("receipts that are not VERIFIED", int(not verified), 0)
    _leave(session, pane, dialog)


def _journal(report: Report, folder: Path, entries: int) -> None:
    path = folder / "journal.db"
    seed(path, MANY, 100)
    _append(path, entries)
    session = Session(Settings(folder / "settings.ini"))
    session.open(path, "read-only", scope=MANY)
    _wait(lambda: session.scope is not None)
    pane = AuditPane(session)
    watchdog = Watchdog()
    with watchdog.watching():
        pane.resize(1084, 733)
        pane.show()
        pane.activate()
        _wait(lambda: pane.quiet)
    report.row("journal entries in the list", len(pane.page.list.model.ids))
    report.row("longest event-loop gap while they are listed", watchdog.worst * 1000, 50, "ms")
    started = time.perf_counter()
    with watchdog.watching():
        pane.verifying.start()
        _wait(lambda: pane.quiet)
    report.row("chain recomputed", time.perf_counter() - started, unit="s")
    report.row("longest event-loop gap meanwhile", watchdog.worst * 1000, 50, "ms")
    checked = pane.verifying.checked
    listed = len(pane.page.list.model.ids)
    report.row("entries left unchecked", listed - (checked.found.entries if checked else 0), 0)
    _leave(session, pane)


def _append(path: Path, count: int) -> None:
    """Entries as core appends them, in one transaction for the speed of it."""
    chance = random.Random(7)
    database = Database.open(path, Mode.READ_WRITE)
    with database.write() as tx:
        actors = [actor_id(tx, Actor(Role.OPERATOR, name)) for name in ("ada", "eve")]
        subject = subjects.find(tx, MANY.tenant, MANY.user)
        for number in range(count):
            entry = Entry(
                chance.choice((Action.STORE, Action.REFRESH, Action.HOLD)), "record", number % 100 + 1
            )
            append(tx, actors[number % 2], subject, entry, 1_764_000_000_000_000 + number * 1_000_000)
    database.close()


def _leave(session: Session, *widgets: PrivacyPane | AuditPane | EraseDialog) -> None:
    for widget in reversed(widgets):
        widget.close()
    session.shutdown()
    for widget in reversed(widgets):
        widget.deleteLater()
    QApplication.processEvents()


def _wait(reached: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not reached():
        if time.monotonic() > deadline:
            raise TimeoutError
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 5)


if __name__ == "__main__":
    sys.exit(main())

"""The running program: Qt, log, crash handling, theme, settings, one window."""

from __future__ import annotations

import logging
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication

from app import wording
from app.crash import CrashReporter, is_ours
from app.icons import icon
from app.log import start_log, stop_log
from app.session import Session
from app.settings import Settings
from app.theme import theme
from app.version import version
from core import Scope

if TYPE_CHECKING:
    from app.window.main_window import MainWindow

log = logging.getLogger(__name__)

SWITCH_SECONDS = 0.0003


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line asked for."""

    file: Path | None = None
    read_only: bool = False
    demo: bool = False
    scope: Scope | None = None
    pane: str | None = None
    recent: bool = True
    verbose: bool = False


def start(argv: Sequence[str]) -> QApplication:
    """The one QApplication, with its names set so that settings and log find their places."""
    existing = QApplication.instance()
    app = existing if isinstance(existing, QApplication) else QApplication(list(argv))
    app.setApplicationName("mnemoscope")
    app.setApplicationDisplayName("Mnemoscope")
    app.setOrganizationName("Mnemoscope")
    app.setApplicationVersion(version())
    wording.use_language(lambda text: QCoreApplication.translate("wording", text))
    # A worker busy in Python keeps the window waiting for this long at every turn of its painting.
    sys.setswitchinterval(SWITCH_SECONDS)
    return app


def run(options: Options) -> int:
    """Open the window and stay until it is closed; returns the exit code."""
    from app.window.crash_dialog import CrashDialog
    from app.window.main_window import MainWindow

    app = start(sys.argv[:1])
    start_log(verbose=options.verbose)
    log.info("Mnemoscope %s starts", version())
    settings = Settings()
    settings.remember_recent = options.recent and not options.demo
    theme().apply(app, settings.theme, settings.zoom)
    app.setWindowIcon(icon("memory", "accent"))
    reporter = CrashReporter(app)
    session = Session(settings)
    window = MainWindow(session)
    dialog = CrashDialog(window)
    reporter.reported.connect(dialog.add)
    reporter.install()
    session.jobs.failed_unhandled.connect(lambda error: _unhandled(reporter, error))
    open_first(window, session, options)
    window.show()
    # Ctrl+C in the terminal closes the window like its own button; Python gets to hear of it
    # because the window's timers run Python every second.
    signal.signal(signal.SIGINT, lambda number, frame: window.close())
    try:
        return app.exec()
    finally:
        reporter.remove()
        session.shutdown()
        log.info("Mnemoscope ends")
        stop_log()


def open_first(window: MainWindow, session: Session, options: Options) -> None:
    """Open what the command line named."""
    if options.pane is not None:
        window.show_pane(options.pane)
    elif options.demo:
        window.show_pane("overview")
    if options.demo:
        session.open_demo(scope=options.scope)
    elif options.file is not None and (options.read_only or options.scope is not None):
        session.open(options.file, "read-only" if options.read_only else None, scope=options.scope)
    elif options.file is not None:
        window.commands.open_any(options.file)


def _unhandled(reporter: CrashReporter, error: Exception) -> None:
    # What the world did to us was told by the window; what is our own fault is a report.
    if is_ours(error):
        reporter.report(error)

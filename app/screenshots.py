"""Pictures of every pane, drawn without a display."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QDeadlineTimer, QEventLoop, QSize
from PySide6.QtWidgets import QApplication

from app.exits import Exit
from app.session import Session
from app.settings import Settings
from app.theme import theme
from app.wording import sentence

SIZES = (QSize(1280, 800), QSize(1024, 640))
WAIT_MS = 20_000


def take_all(folder: Path) -> int:
    """Draw every pane of the demo, light and dark, in two sizes, as PNG files in ``folder``."""
    from app.application import start
    from app.panes.registry import PANES
    from app.window.main_window import MainWindow

    app = start(["mnemoscope"])
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        print(f"mnemoscope: {sentence(error)}", file=sys.stderr)
        return Exit.FILE
    with tempfile.TemporaryDirectory() as scratch:
        settings = Settings(Path(scratch) / "settings.ini")
        settings.remember_recent = False
        theme().apply(app, "light", 100)
        session = Session(settings)
        window = MainWindow(session)
        window.show()
        try:
            session.open_demo(reset=True)
            if not _until(app, lambda: session.store is not None or bool(session.banners)):
                return Exit.FILE
            if session.store is None:
                print(f"mnemoscope: {session.banners[0].text}", file=sys.stderr)
                return Exit.FILE
            failed = False
            for mode in ("light", "dark"):
                theme().apply(app, mode, 100)
                for size in SIZES:
                    window.resize(size)
                    for spec in PANES:
                        window.show_pane(spec.id)
                        _settle(app, session)
                        name = f"{spec.id}_{mode}_{size.width()}x{size.height()}.png"
                        failed |= not window.grab().save(str(folder / name))
        finally:
            window.close()
            window.deleteLater()
    return Exit.FILE if failed else Exit.OK


def _settle(app: QApplication, session: Session) -> None:
    """Let the pane ask for its data and draw the answer; twice, for answers that ask again."""
    for _ in range(3):
        app.processEvents()
        _until(app, session.jobs.idle)
    app.processEvents()


def _until(app: QApplication, reached: Callable[[], bool]) -> bool:
    deadline = QDeadlineTimer(WAIT_MS)
    while not reached():
        if deadline.hasExpired():
            return False
        app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
    return True

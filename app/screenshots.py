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
from app.wording import for_terminal
from core import Scope
from core.errors import ErrorCode, MnemoscopeError

SIZES = (QSize(1280, 800), QSize(1024, 640))
WAIT_MS = 20_000


def take_all(folder: Path, file: Path | None, scope: Scope | None = None, pane: str | None = None) -> int:
    """Draw every pane (or ``pane``), light and dark, in two sizes, as PNG files in ``folder``.

    What is shown is ``file``, opened read-only, or a demo built for the occasion: the demo
    somebody is working with stays as it is.
    """
    from app.application import start
    from app.panes.registry import PANES
    from app.window.main_window import MainWindow

    app = start(["mnemoscope"])
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        return _refuse(error, Exit.FILE)
    with tempfile.TemporaryDirectory() as scratch:
        settings = Settings(Path(scratch) / "settings.ini")
        settings.remember_recent = False
        theme().apply(app, "light", 100)
        session = Session(settings)
        window = MainWindow(session)
        window.show()
        try:
            refused = _open(app, session, file, scope, Path(scratch))
            if refused is not None:
                nobody = isinstance(refused, MnemoscopeError) and refused.code is ErrorCode.NO_SCOPE
                return _refuse(refused, Exit.USAGE if nobody else Exit.FILE)
            failed = False
            for mode in ("light", "dark"):
                theme().apply(app, mode, 100)
                for size in SIZES:
                    window.resize(size)
                    for spec in PANES:
                        if pane in (None, spec.id):
                            window.show_pane(spec.id)
                            _settle(app, session)
                            name = f"{spec.id}_{mode}_{size.width()}x{size.height()}.png"
                            failed |= not window.grab().save(str(folder / name))
        finally:
            window.close()
            window.deleteLater()
    if failed:
        return _refuse(MnemoscopeError(ErrorCode.NO_ACCESS, path=str(folder)), Exit.FILE)
    return Exit.OK


def _open(
    app: QApplication, session: Session, file: Path | None, scope: Scope | None, scratch: Path
) -> Exception | None:
    """Open what is to be drawn; why it could not be, or None."""
    failures: list[Exception] = []
    session.open_failed.connect(lambda path, error: failures.append(error))
    if file is None:
        from core.demo import build

        path = scratch / "demo.memory.db"
        first = build(path)
        session.open(path, "read-write", scope=scope or first)
    else:
        session.open(file, "read-only", scope=scope)
    if not _until(app, lambda: session.store is not None or bool(failures)):
        return TimeoutError()
    if failures:
        return failures[0]
    if scope is not None and session.scope != scope:
        return MnemoscopeError(ErrorCode.NO_SCOPE)
    return None


def _refuse(error: Exception, code: Exit) -> int:
    print(f"mnemoscope: {for_terminal(error)}", file=sys.stderr)
    return code


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

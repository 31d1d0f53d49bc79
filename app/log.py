"""The log: a rotating file with what happened, ids and counts, never memory text."""

from __future__ import annotations

import faulthandler
import logging
import logging.handlers
import sys
from pathlib import Path
from typing import TextIO

from PySide6.QtCore import QMessageLogContext, QStandardPaths, QtMsgType, qInstallMessageHandler

MAX_BYTES = 1_000_000
BACKUPS = 3

_qt = logging.getLogger("qt")
_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}
_faults: list[TextIO] = []
_handlers: list[logging.Handler] = []


def log_folder() -> Path:
    """Where the log lies."""
    location = QStandardPaths.StandardLocation.AppLocalDataLocation
    return Path(QStandardPaths.writableLocation(location)) / "log"


def start_log(*, verbose: bool) -> Path | None:
    """Log to a file, and with ``verbose`` to stderr; returns the file, or None without one."""
    root = logging.getLogger()
    root.setLevel(logging.DEBUG if verbose else logging.INFO)
    form = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    if verbose:
        stream = logging.StreamHandler(sys.stderr)
        stream.setFormatter(form)
        root.addHandler(stream)
        _handlers.append(stream)
    qInstallMessageHandler(_on_qt_message)
    path = log_folder() / "mnemoscope.log"
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handler = logging.handlers.RotatingFileHandler(
            path, maxBytes=MAX_BYTES, backupCount=BACKUPS, encoding="utf-8", delay=True
        )
        faults = (path.parent / "faults.log").open("a", encoding="utf-8")
    except OSError as error:
        # A full or read-only home must not keep the window from opening.
        root.warning("no log file: %s", error.strerror)
        faulthandler.enable()
        return None
    handler.setFormatter(form)
    root.addHandler(handler)
    _handlers.append(handler)
    faulthandler.enable(faults)
    _faults.append(faults)
    return path


def stop_log() -> None:
    """Close the files that ``start_log`` opened."""
    root = logging.getLogger()
    for handler in [each for each in root.handlers if each in _handlers]:
        root.removeHandler(handler)
        handler.close()
    _handlers.clear()
    if _faults:
        faulthandler.disable()
    for faults in _faults:
        faults.close()
    _faults.clear()


def _on_qt_message(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    if "does not support propagateSizeHints" not in message:
        _qt.log(_LEVELS.get(kind, logging.WARNING), "%s", message)

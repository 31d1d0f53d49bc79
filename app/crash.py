"""What happens when the program itself is at fault: logged, then told once, never fatal."""

from __future__ import annotations

import logging
import platform
import sys
import threading
import traceback
from types import TracebackType

from PySide6.QtCore import QObject, Qt, Signal, Slot, qVersion

from app.version import version
from core.errors import MnemoscopeError

log = logging.getLogger(__name__)
KEPT = 20


class CrashReporter(QObject):
    """Catches what nobody caught, in any thread; ``reported`` carries a report for the dialog.

    The report names files, lines and error types. The words of an exception stay out, since
    they may quote a person's memory.
    """

    reported = Signal(str)
    _caught = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reports = 0
        self._caught.connect(self._on_caught, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        """Take over the hooks for uncaught exceptions."""
        sys.excepthook = self._on_exception
        threading.excepthook = self._on_thread_exception

    def remove(self) -> None:
        """Give the hooks back."""
        sys.excepthook = sys.__excepthook__
        threading.excepthook = threading.__excepthook__

    def report(self, error: BaseException) -> None:
        """Log ``error`` and tell of it."""
        text = describe(error)
        log.error("unforeseen\n%s", text)
        self._caught.emit(text)

    def _on_exception(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        self.report(error)

    def _on_thread_exception(self, caught: threading.ExceptHookArgs) -> None:
        if caught.exc_value is not None:
            self.report(caught.exc_value)

    @Slot(str)
    def _on_caught(self, text: str) -> None:
        # A fault in painting comes back with every frame; enough is enough.
        self._reports += 1
        if self._reports <= KEPT:
            self.reported.emit(text)


def is_ours(error: Exception) -> bool:
    """True for a mistake of the program, False for what the world did to it."""
    return not isinstance(error, (MnemoscopeError, OSError, MemoryError))


def describe(error: BaseException) -> str:
    """The path an error took, without the words of any exception on it."""
    lines = []
    chain: list[BaseException] = []
    current: BaseException | None = error
    while current is not None and current not in chain:
        chain.append(current)
        current = current.__cause__ or current.__context__
    for link in reversed(chain):
        lines += [
            f"  {frame.filename}:{frame.lineno} in {frame.name}"
            for frame in traceback.extract_tb(link.__traceback__)
        ]
        lines.append(f"{type(link).__module__}.{type(link).__qualname__}")
    return "\n".join(lines)


def environment() -> str:
    """What someone who mends it needs to know about this machine."""
    return (
        f"Mnemoscope {version()}, Python {platform.python_version()}, Qt {qVersion()}, "
        f"{platform.system()} {platform.release()}"
    )

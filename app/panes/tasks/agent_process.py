"""The demo's agent as a process of its own: started, watched, and killed on request."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, Signal, Slot

from core import Scope

_ROOT = Path(__file__).resolve().parent.parent.parent.parent
_PACE = "2.5"
_PATIENCE_MS = 3_000


class AgentProcess(QObject):
    """Runs `core.demo.agent` on one task.

    Signals:
        moved: it began or ended a step, or was refused.
        ended: it is gone; whether it was killed here, and the step it was in then.
    """

    moved = Signal()
    ended = Signal(bool, int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: QProcess | None = None
        self._killed = False
        self._kill_wanted = False
        self.step = 0
        self.task = ""

    @property
    def running(self) -> bool:
        """True while the process lives."""
        return self._process is not None

    @property
    def pid(self) -> int:
        """Its number; 0 while there is none."""
        return self._process.processId() if self._process is not None else 0

    def start(self, path: Path, scope: Scope, task: str, *, crash: bool = False) -> None:
        """Starts it on a task; with ``crash`` it is killed as soon as it is in a step."""
        if self._process is not None:
            return
        self._killed, self._kill_wanted, self.step, self.task = False, crash, 0, task
        process = QProcess(self)
        process.setWorkingDirectory(str(_ROOT))
        process.readyReadStandardOutput.connect(self._on_said)
        process.finished.connect(self._on_finished)
        process.errorOccurred.connect(self._on_error)
        self._process = process
        arguments = ["-m", "core.demo.agent", str(path), scope.tenant, scope.user, task, _PACE]
        process.start(sys.executable, arguments)

    def kill(self) -> None:
        """Ends it at once, in the middle of its step; or of its first one, if it is in none yet."""
        if self._process is None:
            return
        if self.step:
            self._killed = True
            self._process.kill()
        else:
            self._kill_wanted = True

    def stop(self) -> None:
        """Ends it because the pane or the file goes; nobody is told."""
        process, self._process = self._process, None
        if process is not None:
            process.finished.disconnect(self._on_finished)
            process.kill()
            process.waitForFinished(_PATIENCE_MS)
            process.deleteLater()

    @Slot()
    def _on_said(self) -> None:
        process = self._process
        if process is None:
            return
        for line in bytes(process.readAllStandardOutput().data()).decode().splitlines():
            word, _, number = line.partition(" ")
            self.step = int(number) if word == "running" and number.isdecimal() else 0
        self.moved.emit()
        if self._kill_wanted and self.step:
            self.kill()

    @Slot()
    def _on_finished(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.deleteLater()
            self.ended.emit(self._killed, self.step)

    @Slot(QProcess.ProcessError)
    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart:
            self._on_finished()

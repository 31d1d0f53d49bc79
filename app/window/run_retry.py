"""Trying the runs that wait once more, with the writer of the settings."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QPushButton

from app.jobs import Job, Token
from app.session import Session
from app.wording import number
from core import Scope
from core.agent.writer import ModelWriter
from core.errors import Cancelled

_WRITER = "writer"


class RunRetry(QObject):
    """A button that has a model read what waits, and stops it while it does.

    Signals:
        done: how many runs were tried and how many still wait.
        failed: an error of the file.
    """

    done = Signal(int, int)
    failed = Signal(object)

    def __init__(self, session: Session, scope: Scope | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._scope = session, scope
        self._job: Job | None = None
        self._waiting = 0
        self.button = QPushButton()
        self.button.setAutoDefault(False)
        self.button.clicked.connect(self._on_clicked)
        self.show_waiting(0)

    @property
    def running(self) -> bool:
        """True while a model is asked."""
        return self._job is not None

    def stop(self) -> None:
        """Ask what runs to stop."""
        if self._job is not None:
            self._job.token.cancel()

    def show_waiting(self, waiting: int) -> None:
        """Offers what can be done for so many runs."""
        self._waiting = waiting
        button, choice = self.button, self._session.settings.server
        button.setVisible(waiting > 0 or self.running)
        if self.running:
            button.setText(self.tr("Stop"))
            button.setToolTip(self.tr("What was read until then stands; the others go on waiting"))
            button.setEnabled(True)
            return
        one = self.tr("Retry now")
        button.setText(one if waiting == 1 else self.tr("Retry {0} runs now").format(number(waiting)))
        reason = self.tr("{0} reads what waits and proposes at most three notes for each run").format(
            choice.writer_model
        )
        ready = True
        if not self._session.writable:
            ready, reason = False, self.tr("The file is open read-only; enable writing beside its name.")
        elif not choice.writer_model:
            ready, reason = False, self.tr("Name a writer model in Settings first.")
        elif not choice.reachable:
            ready, reason = False, self.tr("There is neither a server nor a key; see Settings.")
        button.setEnabled(ready)
        button.setToolTip(reason)

    @Slot()
    def _on_clicked(self) -> None:
        if self._job is not None:
            self._job.token.cancel()
            return
        store, scope, choice = self._session.store, self._scope, self._session.settings.server
        if store is None or scope is None:
            return

        def work(token: Token) -> tuple[int, int]:
            partition = store.partition(scope, _WRITER)
            before = len(partition.writer.queued())
            model = choice.writer(lambda: token.cancelled)
            if model is not None:
                try:
                    ModelWriter(partition, model, choice.price).retry()
                except Cancelled:
                    return before, len(partition.writer.queued())
            return before, len(partition.writer.queued())

        self._job = self._session.jobs.ask(work, self._on_done, failed=self._on_failed, owner=self)
        self.show_waiting(self._waiting)

    def _on_done(self, answer: tuple[int, int]) -> None:
        self._job = None
        tried, waiting = answer
        self.show_waiting(waiting)
        self._session.refresh()
        self.done.emit(tried, waiting)

    def _on_failed(self, error: Exception) -> None:
        self._job = None
        self.show_waiting(self._waiting)
        self._session.refresh()
        self.failed.emit(error)

"""Long work, said at the foot of the page, with Cancel."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

from app.jobs import Job, JobProgress, Jobs
from app.wording import number

SHOW_AFTER_MS = 300


class ProgressStrip(QFrame):
    """The newest job that reports progress; it appears only when the job is not quick."""

    def __init__(self, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "strip")
        self._jobs = jobs
        self._job: Job | None = None
        self._label = QLabel(self)
        self._count = QLabel(self)
        self._count.setProperty("role", "muted")
        self._bar = QProgressBar(self)
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(self.tr("Progress"))
        self._cancel = QPushButton(self.tr("Cancel"), self)
        self._cancel.clicked.connect(self._on_cancel)
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 6, 24, 6)
        row.setSpacing(12)
        row.addWidget(self._label)
        row.addWidget(self._count)
        row.addWidget(self._bar, 1)
        row.addWidget(self._cancel)
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.setInterval(SHOW_AFTER_MS)
        self._delay.timeout.connect(self._on_delay)
        jobs.progressed.connect(self._on_progressed)
        jobs.finished.connect(self._on_finished)
        self.hide()

    @Slot(object)
    def _on_progressed(self, progress: JobProgress) -> None:
        if self._job is not progress.job:
            self._job = progress.job
            self._cancel.setEnabled(True)
            self._delay.start()
        self._label.setText(progress.label)
        if progress.total:
            # QProgressBar counts in 32 bits.
            self._bar.setRange(0, 1000)
            self._bar.setValue(min(1000, progress.done * 1000 // progress.total))
            parts = self.tr("%1 of %2")
            text = parts.replace("%1", number(progress.done)).replace("%2", number(progress.total))
            self._count.setText(text)
        else:
            self._bar.setRange(0, 0)
            self._count.setText(number(progress.done) if progress.done else "")

    @Slot(object)
    def _on_finished(self, job: Job) -> None:
        if job is self._job:
            self._job = None
            self._delay.stop()
            self.hide()

    @Slot()
    def _on_delay(self) -> None:
        self.setVisible(self._job is not None)

    @Slot()
    def _on_cancel(self) -> None:
        if self._job is not None:
            self._cancel.setEnabled(False)
            self._label.setText(self.tr("Stopping …"))
            self._jobs.cancel(self._job)

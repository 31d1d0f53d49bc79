"""Importing memories of another program: what, for whom, into which file, and what became of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from app.jobs import Job, JobProgress, Token
from app.session import Session
from app.theme import theme
from app.window.import_form import ImportForm, ImportOrder
from app.window.import_progress import ImportProgress
from app.window.import_result import ImportResult
from app.wording import number, sentence
from core.errors import ErrorCode, MnemoscopeError, ReadOnly

if TYPE_CHECKING:
    from core.handles.import_report import ImportReport


class ImportDialog(QDialog):
    """One dialog for the whole way: form, progress, result."""

    def __init__(self, session: Session, source: Path | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Import"))
        self.setObjectName("import")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._session = session
        self._job: Job | None = None
        self._order: ImportOrder | None = None
        self.form = ImportForm(session, source, self)
        self.running = ImportProgress(self)
        self.outcome = ImportResult(self)
        self._pages = QStackedWidget(self)
        for page in (self.form, self.running, self.outcome):
            self._pages.addWidget(page)
        self.why_not = QLabel(self)
        self.why_not.setProperty("role", "muted")
        self.why_not.setWordWrap(True)
        self.leave = QPushButton(self.tr("Cancel"), self)
        self.go = QPushButton(self.tr("Import"), self)
        self.go.setProperty("role", "primary")
        self.go.setDefault(True)
        self._lay_out()
        self.form.ready_changed.connect(self._on_ready)
        self.leave.clicked.connect(self.reject)
        self.go.clicked.connect(self._on_go)
        session.file_changed.connect(self._on_file)
        session.open_failed.connect(self._on_open_failed)
        session.jobs.progressed.connect(self._on_progressed)
        self._on_ready()

    def _lay_out(self) -> None:
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.why_not, 1)
        foot.addWidget(self.leave)
        foot.addWidget(self.go)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(16)
        column.addWidget(self._pages, 1)
        column.addLayout(foot)
        wide = theme().row_height() * 19
        parent = self.parentWidget()
        self.setMinimumWidth(min(wide, parent.window().width() - 32) if parent is not None else wide)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes to what is missing while the import cannot begin."""
        entered = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        missing = self.form.missing() if self._pages.currentWidget() is self.form else None
        if entered and missing is not None:
            missing.where.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        super().keyPressEvent(event)

    def reject(self) -> None:
        """Leave; while it runs, stop first and show what was done."""
        if self._job is not None:
            self.leave.setEnabled(False)
            self.running.say(self.tr("Stopping after this batch …"))
            self._job.token.cancel()
            return
        super().reject()

    @Slot()
    def _on_ready(self) -> None:
        missing = self.form.missing()
        self.go.setEnabled(self.form.order() is not None)
        self.why_not.setText(missing.why if missing is not None else "")
        scope = self.form.scope()
        room = theme().row_height() * 7
        name = self.fontMetrics().elidedText(str(scope or ""), Qt.TextElideMode.ElideMiddle, room)
        label = self.tr("Import into %1").replace("%1", name) if scope else self.tr("Import")
        self.go.setText(label.replace("&", "&&"))
        self.resize(self.width(), max(self.height(), self.sizeHint().height()))

    @Slot()
    def _on_go(self) -> None:
        if self._pages.currentWidget() is self.outcome:
            self.accept()
            return
        order = self.form.order()
        if order is None:
            return
        # Asked once here: what follows leaves the file or the person without a way to stay.
        moves = order.target is not None or order.scope != self._session.scope
        if moves and not self._session.may_leave():
            return
        self._order = order
        self._pages.setCurrentWidget(self.running)
        self.why_not.clear()
        self.go.hide()
        if order.target is None:
            self._start(order)
        elif order.create:
            self.running.say(self.tr("Creating %1 …").replace("%1", order.target.name))
            self._session.create(order.target)
        else:
            self.running.say(self.tr("Opening %1 …").replace("%1", order.target.name))
            self._session.open(order.target, "read-write")

    @Slot()
    def _on_file(self) -> None:
        order = self._order
        if order is None or self._job is not None or order.target is None:
            return
        if self._session.path != order.target:
            return
        if self._session.writable:
            self._start(order)
        else:
            self._failed(ReadOnly(path=str(order.target)))

    @Slot(object, object)
    def _on_open_failed(self, path: Path, error: Exception) -> None:
        if self._order is not None and path == self._order.target:
            self._session.drop_banner("open")
            self._failed(error)

    def _start(self, order: ImportOrder) -> None:
        operator = self._session.operator
        if operator is None:
            return
        # Looked at from the start: the records appear as they come, and Undo is this person's.
        self._session.set_scope(order.scope)
        self.running.say(self.tr("Reading %1 …").replace("%1", order.source.name))

        label = self.tr("Importing")

        def work(token: Token) -> ImportReport:
            return operator.import_path(
                order.scope,
                order.source,
                progress=lambda done, total, _: token.progress(done, total, label),
                cancelled=lambda: token.cancelled,
            )

        self._job = self._session.act_at_length(
            work, done=self._done, failed=self._failed, says=self._says, owner=self
        )

    def _says(self, report: ImportReport) -> str:
        if report.messages:
            told = self.tr("%1 messages of %2 conversations kept")
            return told.replace("%1", number(report.messages)).replace("%2", number(report.conversations))
        if report.stored == 0:
            return self.tr("Nothing new was imported")
        if report.stored == 1:
            return self.tr("1 record imported")
        return self.tr("%1 records imported").replace("%1", number(report.stored))

    def _done(self, report: ImportReport) -> None:
        self._job = None
        self.outcome.show_report(report, self._order.scope if self._order else None)
        self._finish()

    def _failed(self, error: Exception) -> None:
        self._job = None
        stopped = isinstance(error, MnemoscopeError) and error.code is ErrorCode.CANCELLED
        self.outcome.show_failure(sentence(error), stopped=stopped)
        self._finish()

    def _finish(self) -> None:
        self._order = None
        self._pages.setCurrentWidget(self.outcome)
        self.leave.hide()
        self.go.setText(self.tr("Close"))
        self.go.setEnabled(True)
        self.go.show()
        self.go.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(object)
    def _on_progressed(self, progress: JobProgress) -> None:
        if progress.job is self._job:
            self.running.show_progress(progress.done, progress.total)

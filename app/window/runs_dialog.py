"""Writer runs of a person: run, proposals, kept or not, and why."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Slot
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.session import Session
from app.theme import theme
from app.widgets.hidden_characters import revealed
from app.widgets.short_table import ShortTable
from app.window.run_lines import RunLine, run_columns, run_lines, sources_text, told
from app.window.run_retry import RunRetry
from app.window.run_view import RunView
from app.wording import number, sentence
from core.memory.records import RunProposal
from core.memory.writer import RunState


class RunsDialog(QDialog):
    """The runs at the left, newest first; at the right what the chosen one proposed."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_tr("Writer runs"))
        self._session, self._scope = session, session.scope
        about = QLabel(
            _tr("What writers proposed for {0}, run by run.").format(revealed(str(self._scope), 80))
        )
        about.setTextFormat(Qt.TextFormat.PlainText)
        about.setProperty("role", "muted")
        self.list: ShortTable[RunLine] = ShortTable(
            run_columns(session.now), "runs", lambda line: line.id, session.settings
        )
        self.list.table.setAccessibleName(_tr("Runs"))
        self.list.chosen.connect(self._on_run)
        self.books = QLabel()
        self.books.setTextFormat(Qt.TextFormat.PlainText)
        self.books.setProperty("role", "muted")
        self.books.setWordWrap(True)
        self.sources = QLabel()
        self.sources.setTextFormat(Qt.TextFormat.PlainText)
        self.sources.setProperty("role", "muted")
        self.sources.setWordWrap(True)
        self.retry = RunRetry(session, self._scope, self)
        self.retry.done.connect(self._on_retried)
        self.retry.failed.connect(self._failed)
        self.finished.connect(self.retry.stop)
        self.said = QLabel(_tr("Reading the runs…"))
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self.said.setWordWrap(True)
        self.view = RunView()
        self.view.linked.connect(self._on_linked)
        scroll = QScrollArea()
        scroll.setWidget(self.view)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setAccessibleName(_tr("Proposals of the run"))
        scroll.viewport().setAutoFillBackground(False)
        self.view.setAutoFillBackground(False)
        self.note = QLabel()
        self.note.setProperty("role", "muted")
        self.note.setWordWrap(True)
        close = QPushButton(_tr("Close"))
        close.clicked.connect(self.accept)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.retry.button)
        foot.addWidget(self.note, 1)
        foot.addWidget(close)
        both = QHBoxLayout()
        both.setSpacing(16)
        right = QVBoxLayout()
        right.setSpacing(8)
        right.addWidget(self.books)
        right.addWidget(self.sources)
        right.addWidget(scroll, 1)
        both.addWidget(self.list, 5)
        both.addLayout(right, 5)
        page = QVBoxLayout(self)
        page.setContentsMargins(24, 20, 24, 16)
        page.setSpacing(12)
        for label in (about, self.said):
            page.addWidget(label)
        page.addLayout(both, 1)
        page.addLayout(foot)
        unit = theme().row_height()
        self.resize(unit * 34, unit * 18)
        self._read()

    def _read(self) -> None:
        operator, scope = self._session.operator, self._scope
        if operator is None or scope is None:
            return
        self._session.jobs.read(
            lambda token: run_lines(operator.runs(scope), operator.writer_runs(scope)),
            self._arrived,
            failed=self._failed,
            owner=self,
        )

    def _arrived(self, lines: list[RunLine]) -> None:
        self.said.setVisible(not lines)
        self.said.setText(
            _tr("No writer run proposed anything. A host that calls remember with a run appears here.")
        )
        self.list.setVisible(bool(lines))
        self.list.show_rows(lines)
        waiting = [
            line for line in lines if line.booked is not None and line.booked.state is RunState.WAITING
        ]
        self.retry.show_waiting(len(waiting))

    @Slot()
    def _on_run(self) -> None:
        operator, scope, line = self._session.operator, self._scope, self.list.row
        if operator is None or scope is None or line is None:
            return
        run = line.id
        self.books.setText(told(line))
        self.sources.setText(sources_text(line))
        self.sources.setVisible(bool(self.sources.text()))

        def shown(proposals: list[RunProposal]) -> None:
            self.said.hide()
            self.view.show_proposals(proposals)

        self._session.jobs.read(
            lambda token: operator.run(scope, run), shown, failed=self._failed, key="runs.run", owner=self
        )

    @Slot(int, int)
    def _on_retried(self, tried: int, waiting: int) -> None:
        self._read()
        form = _tr("{0} of {1} runs still wait; each says why its last attempt failed.")
        still = form.format(number(waiting), number(tried))
        self.note.setText(still if waiting else _tr("Nothing waits any more."))

    @Slot(object)
    def _on_linked(self, target: tuple[str, int]) -> None:
        kind, id_ = target
        if self._scope is None:
            return
        if kind == "record":
            self._session.show_record(id_)
        else:
            self._session.show_item(self._scope, id_)
        self.accept()

    def _failed(self, error: Exception) -> None:
        said = sentence(error)
        self.said.setText(said.text or said.title)
        self.said.show()


def _tr(text: str) -> str:
    return QCoreApplication.translate("RunsDialog", text)

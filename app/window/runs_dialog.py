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
from app.window.run_lines import RunLine, run_columns, run_lines, told
from app.window.run_view import RunView
from app.wording import sentence
from core.memory.records import RunProposal


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
        close = QPushButton(_tr("Close"))
        close.clicked.connect(self.accept)
        both = QHBoxLayout()
        both.setSpacing(16)
        right = QVBoxLayout()
        right.setSpacing(8)
        right.addWidget(self.books)
        right.addWidget(scroll, 1)
        both.addWidget(self.list, 5)
        both.addLayout(right, 5)
        page = QVBoxLayout(self)
        page.setContentsMargins(24, 20, 24, 16)
        page.setSpacing(12)
        for label in (about, self.said):
            page.addWidget(label)
        page.addLayout(both, 1)
        page.addWidget(close, 0, Qt.AlignmentFlag.AlignRight)
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

    @Slot()
    def _on_run(self) -> None:
        operator, scope, line = self._session.operator, self._scope, self.list.row
        if operator is None or scope is None or line is None:
            return
        run = line.id
        self.books.setText(told(line))

        def shown(proposals: list[RunProposal]) -> None:
            self.said.hide()
            self.view.show_proposals(proposals)

        self._session.jobs.read(
            lambda token: operator.run(scope, run), shown, failed=self._failed, key="runs.run", owner=self
        )

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

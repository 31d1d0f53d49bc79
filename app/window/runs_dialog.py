"""Writer runs of a person: run, proposals, kept or not, and why."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt, Slot
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.session import Session
from app.theme import theme
from app.widgets.hidden_characters import revealed
from app.window.run_view import RunView
from app.wording import ago, number, sentence
from core.memory.records import RunProposal, RunSummary


class RunsDialog(QDialog):
    """The runs at the left, newest first; at the right what the chosen one proposed."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_tr("Writer runs"))
        self._session, self._scope = session, session.scope
        self._runs: Sequence[RunSummary] = ()
        told = QLabel(
            _tr("What writers proposed for {0}, run by run.").format(revealed(str(self._scope), 80))
        )
        told.setTextFormat(Qt.TextFormat.PlainText)
        told.setProperty("role", "muted")
        self.list = QListWidget()
        self.list.setAccessibleName(_tr("Runs"))
        self.list.setWordWrap(True)
        self.list.currentRowChanged.connect(self._on_run)
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
        both.addWidget(self.list, 2)
        both.addWidget(scroll, 5)
        page = QVBoxLayout(self)
        page.setContentsMargins(24, 20, 24, 16)
        page.setSpacing(12)
        for label in (told, self.said):
            page.addWidget(label)
        page.addLayout(both, 1)
        page.addWidget(close, 0, Qt.AlignmentFlag.AlignRight)
        unit = theme().row_height()
        self.resize(unit * 30, unit * 18)
        self._read()

    def _read(self) -> None:
        operator, scope = self._session.operator, self._scope
        if operator is None or scope is None:
            return
        self._session.jobs.read(
            lambda token: operator.runs(scope), self._arrived, failed=self._failed, owner=self
        )

    def _arrived(self, runs: list[RunSummary]) -> None:
        self._runs = runs
        self.said.setVisible(not runs)
        self.said.setText(
            _tr("No writer run proposed anything. A host that calls remember with a run appears here.")
        )
        now = self._session.now()
        self.list.addItems(
            [f"{revealed(run.id, 60)}\n{counts(run)} · {ago(run.last_at, now)}" for run in runs]
        )
        if runs:
            self.list.setCurrentRow(0)

    @Slot(int)
    def _on_run(self, row: int) -> None:
        operator, scope = self._session.operator, self._scope
        if operator is None or scope is None or not 0 <= row < len(self._runs):
            return
        run = self._runs[row].id

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


def counts(run: RunSummary) -> str:
    """'2 kept, 1 held, 1 refused'; what is none is not said."""
    parts = (
        (_tr("{0} kept"), run.kept),
        (_tr("{0} held"), run.held),
        (_tr("{0} refused"), run.refused),
        (_tr("{0} skipped"), run.skipped),
    )
    return ", ".join(form.format(number(count)) for form, count in parts if count)


def _tr(text: str) -> str:
    return QCoreApplication.translate("RunsDialog", text)

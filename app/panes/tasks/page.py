"""The page of the Tasks pane: heading, list, and the task that is looked at."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSplitter, QVBoxLayout, QWidget

from app.actions import action as entry_of
from app.panes.heading import GAP, MARGIN, Heading
from app.panes.tasks.columns import task_columns
from app.panes.tasks.detail import TaskDetail
from app.session import Session
from app.widgets.card import Card
from app.widgets.key_button import KeyButton
from app.widgets.loading_line import LoadingLine
from app.widgets.paged_model import PagedModel
from app.widgets.paged_table import PagedTable
from app.widgets.state_page import StateStack
from core.memory.tasks import Task

_SPLITTER = "tasks/splitter"
_VERBS = ("skip", "edit", "retry", "cancel", "propose")


class TasksPage(QWidget):
    """Widgets in their places; what they show and do is the pane's."""

    def __init__(
        self,
        session: Session,
        fetch: Callable[..., None],
        action: Callable[[str], QAction],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings = session.settings
        self.heading = Heading(entry_of("pane.tasks").label)
        self.finished = KeyButton(action("tasks.finished"))
        self.finished.setCheckable(True)
        self.agent = KeyButton(action("tasks.agent"))
        self.crash = KeyButton(action("tasks.crash"))
        self.export = KeyButton(action("tasks.export"))
        for button in (self.agent, self.crash, self.finished, self.export):
            self.heading.add(button)
        self.loading = LoadingLine()
        self.model: PagedModel[Task] = PagedModel(task_columns(session.now), fetch)
        self.table = PagedTable(self.model, "tasks", session.settings)
        self.table.setAccessibleName(self.tr("Tasks"))
        self.states = StateStack(self.table)
        self.model.setParent(self)
        self.detail = TaskDetail([KeyButton(action(f"tasks.{verb}")) for verb in _VERBS])
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(GAP)
        self.list = Card(self.states)
        self.list.setMinimumWidth(220)
        self.detail.setMinimumWidth(360)
        self.splitter.addWidget(self.list)
        self.splitter.addWidget(self.detail)
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setStretchFactor(1, 3)
        self.splitter.setSizes([280, 740])
        self.splitter.restoreState(self._settings.bytes_of(_SPLITTER))
        self.splitter.splitterMoved.connect(self._on_splitter)
        self.keys = QLabel(self.tr("J next  ·  K previous  ·  ↑ ↓ step  ·  N add  ·  P pause  ·  ? keys"))
        self.keys.setProperty("role", "muted")
        foot = QHBoxLayout()
        foot.addWidget(self.keys, 1)
        page = QVBoxLayout(self)
        page.setContentsMargins(MARGIN, GAP, MARGIN, 12)
        page.setSpacing(8)
        page.addWidget(self.heading)
        page.addWidget(self.loading)
        page.addWidget(self.splitter, 1)
        page.addLayout(foot)

    @Slot()
    def _on_splitter(self) -> None:
        self._settings.set_bytes(_SPLITTER, self.splitter.saveState())

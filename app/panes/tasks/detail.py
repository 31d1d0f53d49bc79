"""One task: what it is for, its checklist, the log beside it, and a person's acts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from PySide6.QtCore import QCoreApplication, Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSplitter, QVBoxLayout, QWidget

from app.elided_label import ElidedLabel
from app.panes.tasks.checklist import Checklist
from app.panes.tasks.log_view import LogView
from app.panes.tasks.marks import task_mark
from app.panes.tasks.reading import Dossier
from app.theme import theme
from app.widgets.card import Card
from app.widgets.facts import MarkLabel
from app.widgets.flow_layout import FlowLayout
from app.widgets.hidden_characters import one_line, revealed
from app.widgets.section_label import SectionLabel
from app.widgets.state_page import StateStack
from app.widgets.strip import Strip
from app.wording import number, task_word
from core.memory.tasks import Task, TaskState

# Below this width the log has no room beside the checklist, and comes to stand beneath it.
_BESIDE = 620
_NEVER = datetime.min.replace(tzinfo=UTC)


class TaskDetail(Card):
    """Header, what is wrong with it, checklist and log, and the buttons."""

    def __init__(self, buttons: Sequence[QPushButton], parent: QWidget | None = None) -> None:
        inside = QWidget()
        self.states = StateStack(inside)
        super().__init__(self.states, parent)
        self.dossier: Dossier | None = None
        self._again: Callable[[], None] | None = None
        self._laid_out = False
        self._mark = QHBoxLayout()
        self._mark.setContentsMargins(0, 0, 0, 0)
        self.title = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self.title.setFont(theme().font(12, bold=True))
        self.state = QLabel()
        self.state.setProperty("role", "muted")
        self.goal = QLabel()
        self.goal.setTextFormat(Qt.TextFormat.PlainText)
        self.goal.setWordWrap(True)
        self.strip = Strip()
        self.checklist = Checklist()
        self.log = LogView()
        self.splitter = QSplitter()
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(9)
        self.splitter.addWidget(_titled(self.tr("Steps"), self.checklist))
        self.splitter.addWidget(_titled(self.tr("Log"), self.log))
        self.splitter.setStretchFactor(0, 5)
        self.splitter.setStretchFactor(1, 4)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addLayout(self._mark)
        top.addWidget(self.title, 1)
        top.addWidget(self.state)
        head = QVBoxLayout()
        head.setContentsMargins(16, 12, 16, 4)
        head.setSpacing(6)
        head.addLayout(top)
        head.addWidget(self.goal)
        head.addWidget(self.strip)
        foot = QWidget()
        flow = FlowLayout(foot, gap=8)
        for button in buttons:
            flow.addWidget(button)
        policy = foot.sizePolicy()
        policy.setHeightForWidth(True)
        foot.setSizePolicy(policy)
        below = QVBoxLayout()
        below.setContentsMargins(16, 8, 16, 12)
        below.addWidget(foot)
        box = QVBoxLayout(inside)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        box.addLayout(head)
        box.addWidget(self.splitter, 1)
        box.addLayout(below)
        theme().changed.connect(self._on_theme)

    def show_dossier(self, dossier: Dossier, now: datetime, note: str) -> None:
        """Shows a task; ``note`` is what the pane knows of the demo's agent."""
        self.dossier = dossier
        self._again = lambda: self.show_dossier(dossier, now, note)
        task = dossier.task
        self._draw_mark(task)
        self.title.setText(revealed(task.name))
        self.title.setToolTip(revealed(task.name))
        self.state.setText(_state_line(task))
        self.goal.setText(revealed(task.goal))
        self._say(task, note)
        self.checklist.show_task(task, now)
        self.log.show_dossier(dossier, now)
        self.states.show_content()

    def show_nothing(self, title: str, text: str) -> None:
        """Says why there is no task to look at."""
        self.dossier = self._again = None
        self.checklist.show_task(None, _NEVER)
        self.log.show_dossier(None, _NEVER)
        self.states.show_empty(title, text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        beside = self.width() >= _BESIDE * theme().zoom / 100
        wanted = Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical
        if self.splitter.orientation() != wanted or not self._laid_out:
            self._laid_out = True
            self.splitter.setOrientation(wanted)
            room = max(self.width() if beside else self.height(), 18)
            self.splitter.setSizes([room * 5 // 9, room * 4 // 9])

    def _say(self, task: Task, note: str) -> None:
        owner = task.owner
        if task.is_stale:
            who = self.tr("process {0} on {1}").format(owner.pid, owner.host) if owner else self.tr("nobody")
            text = self.tr(
                "The step is still called running, but its owner is gone ({0}). The next write to this "
                "task, of whatever process, fails it as interrupted; looking changes nothing."
            ).format(who)
            self.strip.say("!", f"{note} {text}".strip(), token="warn")
        elif note:
            self.strip.say("!", note, token="warn")
        elif task.state is TaskState.PAUSED:
            self.strip.say("‖", self.tr("Paused by a person: no step is started until it is resumed."))
        elif owner is not None:
            text = self.tr("Process {0} on {1} works on it.").format(owner.pid, one_line(owner.host, 40))
            self.strip.say("◐", text, token="accent")
        else:
            self.strip.hide()

    def _draw_mark(self, task: Task) -> None:
        while (item := self._mark.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._mark.addWidget(MarkLabel(task_mark(task)))

    @Slot()
    def _on_theme(self) -> None:
        self.title.setFont(theme().font(12, bold=True))
        for list_ in (self.checklist, self.log):
            list_.forget_look()
        if self._again is not None:
            self._again()


def _state_line(task: Task) -> str:
    parts = [
        task_word(task.state),
        _tr("{0} of {1}").format(task.plan.passed - task.plan.cancelled, len(task.steps)),
        *([_tr("{0} cancelled").format(task.plan.cancelled)] if task.plan.cancelled else []),
        _tr("revision {0}").format(task.rev),
    ]
    if task.refused:
        parts.append(_tr("{0} refused").format(number(task.refused)))
    return " · ".join(parts)


def _titled(title: str, content: QWidget) -> QWidget:
    both = QWidget()
    box = QVBoxLayout(both)
    box.setContentsMargins(0, 4, 0, 0)
    box.setSpacing(2)
    label = SectionLabel(title)
    label.setContentsMargins(16, 0, 16, 0)
    label.setBuddy(content)
    box.addWidget(label)
    box.addWidget(content, 1)
    both.setMinimumSize(200, 90)
    return both


def _tr(text: str) -> str:
    return QCoreApplication.translate("tasks", text)

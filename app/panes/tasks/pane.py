"""The Tasks pane: plans kept by code, what was refused, and what a person may do about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from app.actions import Action
from app.jobs import Token
from app.panes.pane import Pane
from app.panes.tasks.acts import TaskActs
from app.panes.tasks.agent_process import AgentProcess
from app.panes.tasks.offers import offers, reason
from app.panes.tasks.page import TasksPage
from app.panes.tasks.proposal_dialog import ProposalDialog
from app.panes.tasks.reading import ENTRIES, MOST, Answer, read
from app.panes.tasks.step_row import facts_text
from app.panes.tasks.taking_out import TakingOut
from app.session import Session
from app.wording import number, sentence
from core.memory.tasks import Step, Task

_SOON = 40
# A lease ends and a process dies without a write; while a step runs the owner is looked at again.
_PULSE = 2_000


class TasksPane(Pane):
    """The tasks of one person, live while other processes move them."""

    id = "tasks"
    icon = "tasks"

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.title = self.tr("Tasks")
        self.finished = False
        self.answer: Answer | None = None
        self.note = ""
        self._stale = True
        self._entries = ENTRIES
        self._dialog: ProposalDialog | None = None
        self.acts = TaskActs(session, self)
        self.out = TakingOut(session, self)
        self.agent = AgentProcess(self)
        self.page = TasksPage(session, self._fetch, self.action)
        self._soon = self._timer(_SOON, single=True)
        self._pulse = self._timer(_PULSE, single=False)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.page)
        self._connect()
        self._on_scope()

    @property
    def task(self) -> Task | None:
        """The task that is looked at."""
        dossier = self.page.detail.dossier
        return dossier.task if dossier is not None else None

    @property
    def step(self) -> Step | None:
        """The step acts are about."""
        return self.page.detail.checklist.step if self.task is not None else None

    @property
    def quiet(self) -> bool:
        """True when nothing is on its way to the screen."""
        return self.session.jobs.idle() and not self._soon.isActive()

    def activate(self) -> None:
        if self._stale:
            self.refresh()
        self.page.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def refresh(self) -> None:
        self._stale = False
        self._read()

    def handles(self, action_id: str) -> Callable[[], object] | None:
        return offers(self).get(action_id)

    def _reason(self, entry: Action) -> str:
        return reason(self, entry) or super()._reason(entry)

    def turn_finished(self) -> None:
        """Lists finished tasks too, or only what is to be done."""
        self.finished = not self.finished
        self.page.finished.setChecked(self.finished)
        self._read()

    def propose(self) -> None:
        """Opens the dialog in which a person plays the model."""
        if self.task is None:
            return
        dialog = ProposalDialog(self.acts, self.task, self.step, self)
        self._dialog = dialog
        dialog.finished.connect(self._on_dialog_closed)
        dialog.open()

    def cancel_task(self, task: Task) -> None:
        """Asks whether to cancel the task; whatever is answered, the keyboard is on the list again."""
        self.acts.cancel_task(task)
        self.page.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def copy(self) -> None:
        """Copies the chosen step with what became of it."""
        if self.step is not None and self.task is not None:
            step = self.step
            parts = (
                step.name,
                facts_text(step, stale=self.task.is_stale),
                step.result or step.reason,
            )
            QGuiApplication.clipboard().setText("\n".join(part for part in parts if part))

    def run_agent(self) -> None:
        """Starts the demo's agent; it goes on from the first unfinished step."""
        self._start(crash=False)

    def crash_agent(self) -> None:
        """Kills the demo's agent in the middle of a step; one that does not run is started for it."""
        if self.agent.running:
            self.agent.kill()
        else:
            self._start(crash=True)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.refresh()
        self._pulse.start()

    def hideEvent(self, event: QHideEvent) -> None:
        self._pulse.stop()
        super().hideEvent(event)

    def _connect(self) -> None:
        session, page = self.session, self.page
        session.file_changed.connect(self._on_file)
        session.scope_changed.connect(self._on_scope)
        session.changed.connect(self._on_changed)
        session.state_changed.connect(self.update_actions)
        page.table.current_changed.connect(self._on_current)
        page.detail.checklist.chosen.connect(self.update_actions)
        page.detail.checklist.menu_asked.connect(self._on_menu)
        page.detail.log.older_asked.connect(self._on_older)
        self.agent.moved.connect(self._soon.start)
        self.agent.ended.connect(self._on_agent_ended)
        self._soon.timeout.connect(self._read)
        self._pulse.timeout.connect(self._on_pulse)
        self.destroyed.connect(self.agent.stop)

    def _timer(self, interval: int, *, single: bool) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(single)
        timer.setInterval(interval)
        return timer

    def _fetch(
        self,
        ids: Sequence[int],
        then: Callable[[list[Task | None]], None],
        failed: Callable[[Exception], None],
    ) -> None:
        tasks = self.answer.tasks if self.answer is not None else {}
        then([tasks.get(id_) for id_ in ids])

    @Slot()
    def _read(self) -> None:
        """Reads list and task again; what is shown stays until the answer is there."""
        self._soon.stop()
        operator, scope = self.session.operator, self.session.scope
        if operator is None or scope is None:
            return
        finished, entries, table = self.finished, self._entries, self.page.table
        current, place = table.current_id(), table.place

        def work(token: Token) -> Answer:
            return read(operator.tasks(scope), finished, current, place, entries)

        self.page.loading.set_busy(True)
        self.page.states.show_loading(self.tr("Reading the tasks…"))
        self.session.jobs.read(work, self._arrived, failed=self._failed, key="tasks.read", owner=self)

    def _arrived(self, answer: Answer) -> None:
        self.page.loading.set_busy(False)
        self.answer = answer
        self.page.heading.set_line(self._line(answer))
        self.page.table.show_listing(answer.listing)
        if answer.listing.ids:
            self.page.states.show_content()
        elif answer.finished or not sum(answer.counts.values()):
            self.page.states.show_empty(
                self.tr("There are no tasks"),
                self.tr("A task appears here when an agent creates one for this person."),
            )
        else:
            self.page.states.show_empty(
                self.tr("Nothing is open"),
                self.tr("Every task of this person is finished."),
                self.tr("Show done"),
                self.turn_finished,
            )
        self._show_detail(answer)
        self.update_actions()

    def _show_detail(self, answer: Answer) -> None:
        dossier = answer.dossier
        if dossier is None:
            self.page.detail.show_nothing(self.tr("No task is selected"), "")
            return
        if dossier.task.id != self.page.table.current_id():
            # Somebody went on while this was read; the next answer shows that task.
            self._soon.start()
            return
        note = self.note if dossier.task.name == self.agent.task else ""
        self.page.detail.show_dossier(dossier, self.session.now(), note)
        if self._dialog is not None:
            self._dialog.show_task(dossier.task)

    def _line(self, answer: Answer) -> str:
        parts = [self.tr("{0} open").format(number(answer.unfinished))]
        if answer.refused:
            one = self.tr("1 refused update")
            many = self.tr("{0} refused updates").format(number(answer.refused))
            parts.append(one if answer.refused == 1 else many)
        if answer.finished:
            done = sum(answer.counts.values()) - answer.unfinished
            parts.append(self.tr("{0} finished").format(number(done)))
        if len(answer.tasks) == MOST:
            parts.append(self.tr("the {0} that changed last are listed").format(number(MOST)))
        return " · ".join(parts)

    def _failed(self, error: Exception) -> None:
        self.page.loading.set_busy(False)
        self.page.states.show_error(sentence(error), self.tr("Try again"), self._read)
        self.page.detail.show_nothing(self.tr("No task can be shown"), "")
        self.page.heading.set_line("")
        self.update_actions()

    def _start(self, *, crash: bool) -> None:
        path, scope, task = self.session.path, self.session.scope, self.task
        if path is None or scope is None or task is None:
            return
        self.note = ""
        self.agent.start(path, scope, task.name, crash=crash)
        self.update_actions()

    @Slot(bool, int)
    def _on_agent_ended(self, killed: bool, step: int) -> None:
        self.note = ""
        if killed:
            self.note = self.tr(
                "The demo’s agent was killed in the middle of step s{0}. Run it again: it goes on there."
            ).format(step)
        self.update_actions()
        self._soon.start()

    @Slot()
    def _on_pulse(self) -> None:
        task = self.task
        if task is not None and task.plan.running is not None:
            self._soon.start()

    @Slot(object)
    def _on_current(self, current: int | None) -> None:
        if current is None or self.task is None or current != self.task.id:
            self._entries = ENTRIES
            self._soon.start()

    @Slot()
    def _on_older(self) -> None:
        self._entries += ENTRIES
        self._read()

    @Slot(object)
    def _on_menu(self, where: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        groups = (
            ("skip", "retry", "cancel"),
            ("edit", "add", "remove", "earlier", "later"),
            ("pause", "cancel_task"),
            ("propose", "copy"),
        )
        for group in groups:
            for name in group:
                menu.addAction(self.action(f"tasks.{name}"))
            menu.addSeparator()
        menu.popup(where)

    @Slot()
    def _on_dialog_closed(self) -> None:
        self._dialog = None

    @Slot()
    def _on_file(self) -> None:
        self.agent.stop()
        self.note = ""

    @Slot()
    def _on_scope(self) -> None:
        self.answer = None
        self.note = ""
        self._entries = ENTRIES
        page = self.page
        page.model.clear()
        page.table.clear()
        page.heading.set_line("")
        page.agent.setVisible(self.session.is_demo)
        page.crash.setVisible(self.session.is_demo)
        page.detail.show_nothing("", "")
        if self.session.store is None:
            page.states.show_empty(
                self.tr("No file is open"), self.tr("Open a memory file, or try the demo.")
            )
        elif self.session.scope is None:
            page.states.show_empty(self.tr("No person is chosen"), self.tr("Choose one at the top."))
        else:
            page.states.show_loading(self.tr("Reading the tasks…"))
        self._stale = True
        if self.isVisible():
            self.refresh()
        self.update_actions()

    @Slot(object)
    def _on_changed(self, change: object) -> None:
        kinds: frozenset[str] = getattr(change, "kinds", frozenset())
        if kinds and "task" not in kinds:
            return
        if self.isVisible():
            self._soon.start()
        else:
            self._stale = True

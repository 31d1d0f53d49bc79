"""What a person does to a task: each act one call of the session and one sentence afterwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.panes.tasks.reason_dialog import ReasonDialog
from app.panes.tasks.step_dialog import StepDialog, places_for_new
from app.session import Session
from app.widgets.hidden_characters import one_line
from app.wording import problem_sentence
from core.memory.tasks import InvalidUpdate, OperatorTasks, Step, Task, UpdateOutcome, UpdateResult

Done = Callable[[UpdateResult], None]


class TaskActs(QObject):
    """Asks for the reason where one is needed, and carries the act out."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._window = parent

    def skip(self, task: Task, step: Step) -> None:
        """Lets a pending step be passed over."""
        reason = ReasonDialog.ask(
            self.tr("Skip “{0}”?").format(_short(step.name)),
            self.tr("The agent goes on with the step behind it."),
            self.tr("Skip step"),
            self._window,
        )
        if reason is not None:
            self._act(
                lambda tasks: tasks.skip(task.name, step.id, reason=reason),
                self.tr("Skipped “{0}”").format(_short(step.name)),
            )

    def cancel(self, task: Task, step: Step) -> None:
        """Ends a step for good."""
        reason = ReasonDialog.ask(
            self.tr("Cancel “{0}”?").format(_short(step.name)),
            self.tr("A cancelled step stays cancelled; to do it after all, add a step that replaces it."),
            self.tr("Cancel “{0}”").format(_short(step.name, 24)),
            self._window,
            destructive=True,
            stay=self.tr("Keep it"),
        )
        if reason is not None:
            self._act(
                lambda tasks: tasks.cancel(task.name, step.id, reason=reason),
                self.tr("Cancelled “{0}”").format(_short(step.name)),
            )

    def cancel_task(self, task: Task) -> None:
        """Ends every unfinished step for good."""
        left = len(task.steps) - task.plan.passed
        reason = ReasonDialog.ask(
            self.tr("Cancel the task “{0}”?").format(_short(task.name)),
            self.tr("Its last unfinished step ends here, and stays cancelled.")
            if left == 1
            else self.tr("Its {0} unfinished steps end here, and stay cancelled.").format(left),
            self.tr("Cancel “{0}”").format(_short(task.name, 24)),
            self._window,
            destructive=True,
            stay=self.tr("Keep it"),
        )
        if reason is not None:
            self._act(
                lambda tasks: tasks.cancel(task.name, reason=reason),
                self.tr("Cancelled the task “{0}”").format(_short(task.name)),
            )

    def retry(self, task: Task, step: Step) -> None:
        """Sets a failed step back to pending; after its last attempt it is given one more."""
        self._act(
            lambda tasks: tasks.retry(task.name, step.id),
            self.tr("“{0}” is pending again").format(_short(step.name)),
        )

    def edit(self, task: Task, step: Step) -> None:
        """Changes the words of a pending step."""
        words = StepDialog.ask(
            self.tr("Edit step {0}").format(step.label), self.tr("Change step"), step.name, (), self._window
        )
        if words is not None:
            self._act(
                lambda tasks: tasks.edit(task.name, step.id, words.name, reason=words.reason),
                self.tr("Changed step {0}").format(step.label),
            )

    def add(self, task: Task) -> None:
        """Puts a new step into the plan."""
        words = StepDialog.ask(
            self.tr("Add a step to “{0}”").format(_short(task.name)),
            self.tr("Add step"),
            "",
            places_for_new(task.steps),
            self._window,
        )
        if words is not None:
            self._act(
                lambda tasks: tasks.add(task.name, words.name, after=words.after, reason=words.reason),
                self.tr("Added “{0}”").format(_short(words.name)),
            )

    def remove(self, task: Task, step: Step) -> None:
        """Takes a pending step out of the plan."""
        reason = ReasonDialog.ask(
            self.tr("Remove “{0}”?").format(_short(step.name)),
            self.tr("The step leaves the plan; the log keeps it."),
            self.tr("Remove step"),
            self._window,
            needed=False,
        )
        if reason is not None:
            self._act(
                lambda tasks: tasks.remove(task.name, step.id, reason=reason),
                self.tr("Removed “{0}”").format(_short(step.name)),
            )

    def move(self, task: Task, step: Step, after: int) -> None:
        """Lets a pending step come behind another."""
        self._act(
            lambda tasks: tasks.move(task.name, step.id, after),
            self.tr("Moved “{0}”").format(_short(step.name)),
        )

    def pause(self, task: Task) -> None:
        """Pauses the task, or lets it go on."""
        if task.plan.paused:
            self._act(
                lambda tasks: tasks.resume(task.name), self.tr("Resumed “{0}”").format(_short(task.name))
            )
            return
        reason = ReasonDialog.ask(
            self.tr("Pause “{0}”?").format(_short(task.name)),
            self.tr("A running step may end; no further one is started until the task is resumed."),
            self.tr("Pause task"),
            self._window,
        )
        if reason is not None:
            self._act(
                lambda tasks: tasks.pause(task.name, reason=reason),
                self.tr("Paused “{0}”").format(_short(task.name)),
            )

    def propose(
        self,
        task: str,
        update: Mapping[str, Any],
        source: str,
        base_rev: int,
        done: Done,
        failed: Callable[[Exception], None],
    ) -> None:
        """Proposes an update as a model would; a refusal is an answer and comes to ``done``."""
        self._act(
            lambda tasks: tasks.apply(task, update, source=source, base_rev=base_rev),
            self.tr("Accepted the update"),
            done,
            failed,
        )

    def _act(
        self,
        act: Callable[[OperatorTasks], UpdateResult],
        text: str,
        done: Done | None = None,
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        operator, scope = self._session.operator, self._session.scope
        if operator is None or scope is None:
            return

        def carry_out() -> UpdateResult:
            try:
                return act(operator.tasks(scope))
            except InvalidUpdate as refused:
                # It was written into the log, so everybody is told of a change.
                if refused.result is None:
                    raise
                return refused.result

        def says(result: UpdateResult) -> str:
            if result.outcome is UpdateOutcome.ACCEPTED:
                return text
            if result.outcome is UpdateOutcome.NOOP:
                return self.tr("Nothing to do: the plan says so already")
            return self.tr("Refused: {0}").format(problem_sentence(result.problems[0]))

        self._session.act(carry_out, done=done, failed=failed, says=says, owner=self)


def _short(text: str, limit: int = 60) -> str:
    return one_line(text, limit)

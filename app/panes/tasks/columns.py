"""The columns of the list of tasks."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QCoreApplication

from app.panes.tasks.marks import task_mark
from app.widgets.column import Alignment, Column
from app.widgets.hidden_characters import one_line, revealed
from app.wording import ago, moment, task_word
from core.memory.tasks import Task


def task_columns(now: Callable[[], datetime]) -> tuple[Column[Task], ...]:
    """Name, progress and age; the rest stands in the detail."""
    right = Alignment.RIGHT
    return (
        Column(
            "task",
            _tr("Task"),
            lambda task: one_line(task.name),
            lambda task: task.name,
            always=True,
            stretch=True,
            mark=task_mark,
            tip=lambda task: f"{task_word(task.state)}: {revealed(task.goal)}",
        ),
        Column(
            "progress",
            _tr("Steps"),
            lambda task: _tr("{0} of {1}").format(task.plan.passed - task.plan.cancelled, len(task.steps)),
            lambda task: task.plan.passed - task.plan.cancelled,
            "30 of 30",
            right,
            always=True,
            tip=lambda task: _progress(task),
        ),
        Column(
            "age",
            _tr("Changed"),
            lambda task: ago(task.changed_at, now()),
            lambda task: task.changed_at,
            "just now",
            right,
            rank=2,
            tip=lambda task: moment(task.changed_at),
        ),
    )


def _progress(task: Task) -> str:
    cancelled = task.plan.cancelled
    told = _tr("{0} of {1} steps have passed").format(task.plan.passed - cancelled, len(task.steps))
    return _tr("{0}, {1} cancelled").format(told, cancelled) if cancelled else told


def _tr(text: str) -> str:
    return QCoreApplication.translate("tasks", text)

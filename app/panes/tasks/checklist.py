"""The steps of one task, chosen by mouse or keys."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from app.panes.tasks.rows import Rows
from app.panes.tasks.step_row import StepRow, time_text
from core.memory.tasks import Step, Task


class Checklist(Rows):
    """A row per step; the running one, or the next one, is chosen until somebody chooses another.

    Signals:
        chosen: another step is the one acts are about.
        menu_asked: where a context menu was asked for.
    """

    chosen = Signal()
    menu_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Steps"))
        self.rows: list[StepRow] = []
        self._task: int | None = None
        self._shown: tuple[object, ...] = ()
        self._step: int | None = None
        # Rows that were just put there have no place yet; they are scrolled to once they have one.
        self._scroll = QTimer(self)
        self._scroll.setSingleShot(True)
        self._scroll.setInterval(0)
        self._scroll.timeout.connect(self._on_scroll)

    @property
    def step(self) -> Step | None:
        """The chosen step."""
        return next((row.step for row in self.rows if row.step.id == self._step), None)

    def show_task(self, task: Task | None, now: datetime) -> None:
        """Shows the steps of a task; the same plan again only moves its clock."""
        same_task = task is not None and task.id == self._task
        shown = (task.id, task.rev, task.is_stale) if task is not None else ()
        if shown == self._shown and task is not None:
            for row in self.rows:
                row.time.setText(time_text(row.step, now))
            return
        before = self._current(self._task_steps())
        if not same_task:
            self._scroll.start()
        self._task = task.id if task is not None else None
        self._shown = shown
        steps = task.steps if task is not None else ()
        self.rows = [StepRow(step, task is not None and task.is_stale, now) for step in steps]
        self.put(self.rows)
        for row in self.rows:
            row.pressed.connect(self._on_pressed)
        # Who follows the work goes on with it; who looks at another step keeps that.
        now_there = self.step
        followed = not same_task or now_there is None or (now_there.id == before and now_there.state.passed)
        self._choose(self._current(steps) if followed else self._step)

    def forget_look(self) -> None:
        """Draws every row anew when it is shown next: the colours have changed."""
        self._shown = ()

    def step_by(self, rows: int) -> None:
        """Chooses the next or previous step."""
        if not self.rows:
            return
        places = [row.step.id for row in self.rows]
        place = places.index(self._step) + rows if self._step in places else 0
        self._choose(places[min(max(place, 0), len(places) - 1)])

    def choose(self, step: int) -> None:
        """Chooses a step by its number."""
        if any(row.step.id == step for row in self.rows):
            self._choose(step)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        moves = {
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_Home: -len(self.rows),
            Qt.Key.Key_End: len(self.rows),
        }
        rows = moves.get(Qt.Key(event.key()))
        if rows is None or not plain:
            super().keyPressEvent(event)
            return
        self.step_by(rows)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._draw_focus(True)
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._draw_focus(False)
        super().focusOutEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._scroll.start()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_asked.emit(event.globalPos())

    def _task_steps(self) -> tuple[Step, ...]:
        return tuple(row.step for row in self.rows)

    def _current(self, steps: tuple[Step, ...]) -> int | None:
        """The first unfinished step, or the last one of a finished task."""
        found = next((step.id for step in steps if not step.state.passed), None)
        return steps[-1].id if found is None and steps else found

    def _choose(self, step: int | None) -> None:
        if step != self._step:
            self._scroll.start()
        self._step = step
        for row in self.rows:
            row.choose(row.step.id == step)
            row.focus(self.hasFocus())
        self.chosen.emit()

    def _draw_focus(self, focused: bool) -> None:
        for row in self.rows:
            row.focus(focused)

    @Slot()
    def _on_scroll(self) -> None:
        chosen = next((row for row in self.rows if row.chosen), None)
        if chosen is not None:
            self.lay_out()
            self.ensureWidgetVisible(chosen, 0, 0)

    @Slot(int)
    def _on_pressed(self, step: int) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._choose(step)

"""The compared questions: asked anew whenever setting or file have moved on, and never shown as they were."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal, Slot

from app.panes.recall.asking import Asking
from app.panes.recall.questions_view import QuestionsView
from app.panes.recall.setting_words import setting_line
from app.panes.recall.study import Ask
from app.wording import sentence
from core.memory.records import Hits


class Comparing(QObject):
    """Signals:
    changed: other answers are shown, or none.
    """

    changed = Signal()

    def __init__(
        self,
        asking: Asking,
        view: QuestionsView,
        setting: Callable[[], Ask],
        on_screen: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._asking = asking
        self._view = view
        self._setting = setting
        self._on_screen = on_screen
        self._questions: list[str] = []
        self._outdated = False
        view.asked.connect(self._on_asked)
        asking.compared.connect(self._on_compared)
        asking.not_compared.connect(self._on_failed)

    def clear(self) -> None:
        """Forgets questions and answers."""
        self._questions = []
        self._outdated = False
        self._view.clear()

    def outdate(self) -> None:
        """Takes the answers off the screen; they are asked for again when they are looked at."""
        if self._questions:
            self._outdated = True
            self._view.wait()

    def again(self) -> None:
        """Asks the same questions under the present setting."""
        if not self._on_screen():
            self.outdate()
        elif self._questions:
            self._outdated = False
            self._asking.compare(self._questions, self._setting())

    def look(self) -> None:
        """The view comes on screen."""
        if self._outdated:
            self.again()

    @Slot(object)
    def _on_asked(self, questions: list[str]) -> None:
        self._questions = questions
        self.again()

    @Slot(object)
    def _on_compared(self, answers: Sequence[tuple[str, Hits]]) -> None:
        setting = setting_line(self._setting(), answers[0][1] if answers else None)
        self._view.show_answers(answers, setting)
        self.changed.emit()

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        self._view.show_answers([])
        self._view.stack.show_error(sentence(error), self.tr("Try again"), self.again)
        self.changed.emit()

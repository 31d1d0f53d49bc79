"""Asking for the words of a step, new or changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from app.widgets.hidden_characters import one_line
from app.widgets.question import Question
from core.memory.tasks import Step, StepState

_LONGEST = 200


@dataclass(frozen=True, slots=True)
class StepWords:
    """What was typed; ``after`` is the step a new one comes behind."""

    name: str
    after: int | None
    reason: str


class StepDialog(Question):
    """A field for the step, where it comes to stand if it is new, and an optional reason."""

    def __init__(
        self, title: str, act: str, name: str, places: Sequence[Step], parent: QWidget | None = None
    ) -> None:
        super().__init__(title, act, parent)
        self._before = name
        self.name = QLineEdit(name)
        self.name.setMaxLength(_LONGEST)
        self.name.setAccessibleName(self.tr("Step"))
        self.name.textChanged.connect(self._on_typed)
        self.add_field(self.tr("Step"), self.name)
        self.place = QComboBox()
        self.place.setAccessibleName(self.tr("Behind"))
        for step in places:
            self.place.addItem(one_line(f"{step.label}  {step.name}", 60), step.id)
        self.place.setCurrentIndex(self.place.count() - 1)
        if places:
            self.add_field(self.tr("Behind"), self.place)
        self.reason = QLineEdit()
        self.reason.setPlaceholderText(self.tr("kept in the journal; optional"))
        self.add_field(self.tr("Reason"), self.reason)
        self._on_typed()

    @classmethod
    def ask(
        cls, title: str, act: str, name: str, places: Sequence[Step], parent: QWidget | None = None
    ) -> StepWords | None:
        """The words, or None when the person cancelled."""
        dialog = cls(title, act, name, places, parent)
        dialog.name.setFocus()
        dialog.name.selectAll()
        try:
            if dialog.exec() != cls.DialogCode.Accepted:
                return None
            after = dialog.place.currentData() if places else None
            return StepWords(dialog.name.text().strip(), after, dialog.reason.text().strip())
        finally:
            dialog.deleteLater()

    @Slot()
    def _on_typed(self) -> None:
        name = self.name.text().strip()
        self.act.setEnabled(bool(name) and name != self._before)


def places_for_new(steps: Sequence[Step]) -> list[Step]:
    """The steps a new one may come behind: none of those that were begun may follow it."""
    begun = [place for place, step in enumerate(steps) if step.state is not StepState.PENDING]
    return list(steps[max(begun, default=0) :])

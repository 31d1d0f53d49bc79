"""How long a kind of memory is kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QCheckBox, QLineEdit, QSpinBox, QWidget

from app.widgets.question import Question
from app.wording import kind_word

if TYPE_CHECKING:
    from core.kind import Kind
    from core.privacy.retention import RetentionRule

_MOST_DAYS = 36_500


@dataclass(frozen=True, slots=True)
class NewRule:
    """What was entered."""

    days: int
    reviewer: str
    every_days: int | None


class RuleDialog(Question):
    """Days, a person who looks after it, and how often somebody should sweep."""

    def __init__(self, kind: Kind, rule: RetentionRule | None, parent: QWidget | None = None) -> None:
        title = self.tr("How long {0} memories are kept").format(kind_word(kind))
        super().__init__(title, self.tr("Set rule"), parent)
        self.days = _days(round(rule.days) if rule is not None else 365)
        self.add_field(self.tr("Kept for"), self.days)
        self.reviewer = QLineEdit(rule.reviewer if rule is not None else "")
        self.reviewer.setPlaceholderText(self.tr("who looks at the preview first; optional"))
        self.reviewer.setMaxLength(200)
        self.add_field(self.tr("Looks after it"), self.reviewer)
        every = rule.every_days if rule is not None else None
        self.days.setMinimumHeight(self.reviewer.sizeHint().height())
        self.repeats = QCheckBox(self.tr("A sweep is due again after some days"))
        self.repeats.setChecked(every is not None)
        self.add_field("", self.repeats)
        self.every = _days(round(every) if every is not None else 30)
        self.every.setMinimumHeight(self.reviewer.sizeHint().height())
        self.every.setEnabled(self.repeats.isChecked())
        self.repeats.toggled.connect(self.every.setEnabled)
        self.add_field(self.tr("Every"), self.every)
        self.add_text(self.tr("A rule deletes nothing by itself: a sweep does, after its preview."), "muted")

    @property
    def entered(self) -> NewRule:
        """What the controls say now."""
        every = self.every.value() if self.repeats.isChecked() else None
        return NewRule(self.days.value(), self.reviewer.text().strip(), every)

    @classmethod
    def ask(cls, kind: Kind, rule: RetentionRule | None, parent: QWidget | None = None) -> NewRule | None:
        """What was entered, or None when the person cancelled."""
        dialog = cls(kind, rule, parent)
        try:
            return dialog.entered if dialog.exec() == cls.DialogCode.Accepted else None
        finally:
            dialog.deleteLater()


def _days(value: int) -> QSpinBox:
    box = QSpinBox()
    box.setRange(1, _MOST_DAYS)
    box.setValue(value)
    box.setSuffix(box.tr(" days"))
    return box

"""Asking before a correction that was typed is lost."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.widgets.question import Question


class DraftQuestion(Question):
    """Discard it, or go on writing; Enter and Escape never lose a word."""

    def __init__(self, number: int, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("The correction of #{0} is not saved").format(number),
            self.tr("Discard correction"),
            parent,
            destructive=True,
            stay=self.tr("Go on writing"),
        )
        self.add_text(self.tr("What you typed is lost if you discard it. The record stays as it is."))

    @classmethod
    def ask(cls, number: int, parent: QWidget | None = None) -> bool:
        """True when the person gives the correction up."""
        dialog = cls(number, parent)
        try:
            return dialog.exec() == cls.DialogCode.Accepted
        finally:
            dialog.deleteLater()

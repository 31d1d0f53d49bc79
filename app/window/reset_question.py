"""Asking before the demo is built anew."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.widgets.question import Question


class ResetQuestion(Question):
    """Everything done in the demo is lost by it, so it is asked first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Reset the demo?"), self.tr("Reset the demo"), parent, destructive=True)
        self.add_text(
            self.tr(
                "The demo file is built anew. What was corrected, forgotten or imported in it is gone; "
                "your own files are not touched."
            )
        )

    @classmethod
    def ask(cls, parent: QWidget) -> bool:
        """True when the demo is to be built anew."""
        dialog = cls(parent)
        try:
            return dialog.exec() == cls.DialogCode.Accepted
        finally:
            dialog.deleteLater()

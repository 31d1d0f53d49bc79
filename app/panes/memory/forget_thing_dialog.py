"""Asking before a note, an entity or a document is deleted for good."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QWidget

from app.widgets.question import Question


class ForgetThingDialog(Question):
    """Names what goes, takes a reason, and says that nothing undoes it."""

    def __init__(self, name: str, goes: str, parent: QWidget | None = None) -> None:
        title = self.tr("Forget {0}").format(name)
        super().__init__(title, title, parent, destructive=True)
        self.add_text(goes)
        self.reason = QLineEdit()
        self.reason.setPlaceholderText(self.tr("kept in the journal; optional"))
        self.add_field(self.tr("Reason"), self.reason)
        self.add_text(self.tr("This deletes for good. There is no undo."), "danger")

    @classmethod
    def ask(cls, name: str, goes: str, parent: QWidget | None = None) -> str | None:
        """The reason, which may be empty; None when the person cancelled."""
        dialog = cls(name, goes, parent)
        try:
            return dialog.reason.text().strip() if dialog.exec() == cls.DialogCode.Accepted else None
        finally:
            dialog.deleteLater()

"""Asking why, before a person's act on a task."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLineEdit, QWidget

from app.widgets.question import Question

_LONGEST = 1_000


class ReasonDialog(Question):
    """What will happen, and a field for the reason; where it is needed, nothing happens without one."""

    def __init__(
        self,
        title: str,
        text: str,
        act: str,
        parent: QWidget | None = None,
        *,
        needed: bool = True,
        destructive: bool = False,
        stay: str | None = None,
    ) -> None:
        super().__init__(title, act, parent, destructive=destructive, stay=stay)
        self._needed = needed
        if text:
            self.add_text(text, "muted")
        self.reason = QLineEdit()
        self.reason.setMaxLength(_LONGEST)
        self.reason.setAccessibleName(self.tr("Reason"))
        hint = self.tr("kept with the task and in the journal")
        self.reason.setPlaceholderText(hint if needed else self.tr("{0}; optional").format(hint))
        self.reason.textChanged.connect(self._on_typed)
        self.add_field(self.tr("Reason"), self.reason)
        self._on_typed()

    @classmethod
    def ask(
        cls,
        title: str,
        text: str,
        act: str,
        parent: QWidget | None = None,
        *,
        needed: bool = True,
        destructive: bool = False,
        stay: str | None = None,
    ) -> str | None:
        """The reason, or None when the person cancelled."""
        dialog = cls(title, text, act, parent, needed=needed, destructive=destructive, stay=stay)
        dialog.reason.setFocus()
        try:
            accepted = dialog.exec() == cls.DialogCode.Accepted
            return dialog.reason.text().strip() if accepted else None
        finally:
            dialog.deleteLater()

    @Slot()
    def _on_typed(self) -> None:
        missing = self._needed and not self.reason.text().strip()
        self.act.setEnabled(not missing)
        self.act.setToolTip(self.tr("Say why first.") if missing else "")

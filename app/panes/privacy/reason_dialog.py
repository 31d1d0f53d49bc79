"""Asking for a reason before something about the person changes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLineEdit, QWidget

from app.widgets.question import Question


class ReasonDialog(Question):
    """What will happen, a reason, and a button that names the act."""

    def __init__(
        self,
        title: str,
        act: str,
        said: Sequence[str],
        parent: QWidget | None = None,
        *,
        needed: bool = True,
        destructive: bool = False,
        example: str = "",
    ) -> None:
        super().__init__(title, act, parent, destructive=destructive)
        for text in said:
            self.add_text(text)
        self._needed = needed
        self.reason = QLineEdit()
        self.reason.setPlaceholderText(example or self.tr("kept beside the journal, with the person"))
        self.reason.textChanged.connect(self._on_typed)
        self.add_field(self.tr("Reason"), self.reason)
        self._on_typed()
        self.reason.setFocus()

    @classmethod
    def ask(
        cls,
        title: str,
        act: str,
        said: Sequence[str],
        parent: QWidget | None = None,
        *,
        needed: bool = True,
        destructive: bool = False,
        example: str = "",
    ) -> str | None:
        """The reason, or None when the person cancelled."""
        dialog = cls(title, act, said, parent, needed=needed, destructive=destructive, example=example)
        try:
            return dialog.reason.text().strip() if dialog.exec() == cls.DialogCode.Accepted else None
        finally:
            dialog.deleteLater()

    @Slot()
    def _on_typed(self) -> None:
        ready = bool(self.reason.text().strip()) or not self._needed
        self.act.setEnabled(ready)
        self.act.setToolTip("" if ready else self.tr("A reason is needed."))

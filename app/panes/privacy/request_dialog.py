"""Noting what a person asked for."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from app.widgets.hidden_characters import one_line
from app.widgets.question import Question
from app.wording.privacy import request_word
from core.privacy.requests import RequestKind
from core.scope import Scope


@dataclass(frozen=True, slots=True)
class NewRequest:
    """What was entered."""

    kind: str
    note: str
    identity: str | None


class RequestDialog(Question):
    """Kind, note, and how it was checked that the person is who they say."""

    def __init__(self, scope: Scope, parent: QWidget | None = None) -> None:
        title = self.tr("Note a request of {0}").format(one_line(str(scope)))
        super().__init__(title, self.tr("Note request"), parent)
        self.kind = QComboBox()
        for kind in RequestKind:
            self.kind.addItem(request_word(kind), kind.value)
        self.add_field(self.tr("Asks for"), self.kind)
        self.note = QLineEdit()
        self.note.setPlaceholderText(self.tr("a case number, a date, what exactly"))
        self.add_field(self.tr("Note"), self.note)
        self.identity = QLineEdit()
        self.identity.setPlaceholderText(self.tr("how it was checked who asks; optional"))
        self.add_field(self.tr("Identity"), self.identity)
        self.add_text(
            self.tr(
                "It is due in one month; once it can be extended by two, and the person is to be told why."
            ),
            "muted",
        )

    @classmethod
    def ask(cls, scope: Scope, parent: QWidget | None = None) -> NewRequest | None:
        """What was entered, or None when the person cancelled."""
        dialog = cls(scope, parent)
        try:
            if dialog.exec() != cls.DialogCode.Accepted:
                return None
            identity = dialog.identity.text().strip()
            return NewRequest(dialog.kind.currentData(), dialog.note.text().strip(), identity or None)
        finally:
            dialog.deleteLater()

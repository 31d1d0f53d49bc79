"""Trying the gate: what would become of a text, without writing anything."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from app.session import Session
from app.widgets.hidden_characters import revealed
from app.window.gate_dialog import GateDialog
from app.window.proposal_form import ProposalForm


class TryGateDialog(GateDialog):
    """Any text, kind, key and source; the verdict with all findings and the rows that decided."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        told = _tr("What the gate would do with a text today, for {0}. Nothing is written.")
        super().__init__(
            _tr("Try the gate"),
            told.format(revealed(str(session.scope), 80)),
            session,
            ProposalForm("web:example.org/page", fixed=False),
            parent,
        )
        nothing = QLabel(_tr("nothing is written"))
        nothing.setProperty("role", "muted")
        close = QPushButton(_tr("Close"))
        close.setAutoDefault(False)
        close.clicked.connect(self.accept)
        self.buttons.addWidget(nothing)
        self.buttons.addStretch(1)
        self.buttons.addWidget(close)


def _tr(text: str) -> str:
    return QCoreApplication.translate("TryGateDialog", text)

"""Writing a memory by hand; it passes the same gate as everything else."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QPushButton, QWidget

from app.session import Session
from app.widgets.hidden_characters import revealed
from app.window.gate_dialog import GateDialog
from app.window.proposal_form import ProposalForm
from app.wording import finding, sentence
from core.gate import Verdict, WriteOutcome
from core.memory.records import WriteResult

_GOOD = frozenset({WriteOutcome.STORED, WriteOutcome.REFRESHED})


class NewMemoryDialog(GateDialog):
    """Saves under the operator's name and says what became of it: saved, held or refused, and why."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        name = session.operator.name if session.operator is not None else ""
        told = _tr("For {0}, in your name. It passes the same gate as everything an agent proposes.")
        super().__init__(
            _tr("New memory"),
            told.format(revealed(str(session.scope), 80)),
            session,
            ProposalForm(f"operator:{name}", fixed=True),
            parent,
        )
        self._held: int | None = None
        self.show_held = QPushButton(_tr("Show in Review"))
        self.show_held.clicked.connect(self._on_show_held)
        self.show_held.hide()
        self.save = QPushButton(_tr("Save"))
        self.save.setProperty("role", "primary")
        self.save.setDefault(True)
        self.save.setEnabled(False)
        self.save.setToolTip(_tr("Write it (Ctrl+Return)"))
        self.save.clicked.connect(self._on_save)
        cancel = QPushButton(_tr("Cancel"))
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        self.buttons.addWidget(self.show_held)
        self.buttons.addStretch(1)
        self.buttons.addWidget(cancel)
        self.buttons.addWidget(self.save)
        QShortcut(QKeySequence("Ctrl+Return"), self).activated.connect(self._on_save)
        self.form.changed.connect(self._on_typed)

    def judged(self, verdict: Verdict | None) -> None:
        self.save.setEnabled(verdict is not None)

    @Slot()
    def _on_typed(self) -> None:
        self.show_held.hide()
        self.save.setEnabled(bool(self.form.text.toPlainText().strip()))

    @Slot()
    def _on_save(self) -> None:
        session, typed = self.session, self.form.typed()
        if not self.save.isEnabled() or session.scope is None:
            return
        self.save.setEnabled(False)
        records = session.records()
        session.act(
            lambda: records.remember(typed.text, kind=typed.kind, key=typed.key, source=typed.source),
            done=self._written,
            failed=lambda error: self.verdict.fail(sentence(error)),
            says=said_of,
            owner=self,
        )

    def _written(self, result: WriteResult) -> None:
        if result.outcome in _GOOD:
            self.accept()
            return
        self.verdict.say(said_of(result), "warn" if result.outcome is WriteOutcome.HELD else "danger")
        self.verdict.findings.show_findings(result.reasons)
        self.verdict.findings.show()
        if result.outcome is WriteOutcome.HELD and result.held is not None:
            self._held = result.held.id
            self.show_held.show()

    @Slot()
    def _on_show_held(self) -> None:
        if self._held is not None and self.session.scope is not None:
            self.session.show_item(self.session.scope, self._held)
            self.accept()


def said_of(result: WriteResult) -> str:
    """What became of a write, in one sentence."""
    because = " ".join(finding(reason) for reason in result.reasons)
    record = result.record
    if result.outcome is WriteOutcome.STORED and record is not None:
        if result.superseded is not None:
            return _tr("Saved as #{0}; it replaces #{1}").format(record.id, result.superseded.id)
        return _tr("Saved as #{0}").format(record.id)
    if result.outcome is WriteOutcome.REFRESHED and record is not None:
        return _tr("Saved: #{0} says the same and was seen again").format(record.id)
    form = {
        WriteOutcome.HELD: _tr("Held, it waits in Review. {0}"),
        WriteOutcome.SKIPPED: _tr("Skipped. {0}"),
    }.get(result.outcome, _tr("Refused. {0}"))
    return form.format(because).strip()


def _tr(text: str) -> str:
    return QCoreApplication.translate("NewMemoryDialog", text)

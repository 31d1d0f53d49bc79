"""A person's reset of a conversation, from the question to what became of the findings."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QWidget

from app.panes.conversation.reset_dialog import ResetDialog
from app.panes.conversation.study import Study
from app.session import Session
from app.wording import number
from core.gate import WriteOutcome
from core.handles.resetting import Reset
from core.memory.scratchpad import Scratchpad
from core.memory.scratchpad.handing import Offer


class Resetting(QWidget):
    """Asks, then writes; it has no look of its own."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self.hide()
        self._session = session

    def ask(self, study: Study, pads: Mapping[str, Scratchpad], chosen: str | None) -> None:
        """Show what a reset does, and do it when a person says so."""
        dialog = ResetDialog(pads, chosen, self.parentWidget())
        try:
            if dialog.exec() == ResetDialog.DialogCode.Accepted:
                self.begin(study.id, dialog.task.currentData(), dialog.handoff.toPlainText(), dialog.keep)
        finally:
            dialog.deleteLater()

    def begin(self, id_: str, task: str | None, handoff: str, keep: tuple[Offer, ...]) -> None:
        """Begin a new session."""
        operator, scope = self._session.operator, self._session.scope
        if operator is not None and scope is not None:
            self._session.act(
                lambda: operator.reset_conversation(scope, id_, task, handoff, keep),
                says=self._said,
                owner=self,
            )

    def _said(self, done: Reset) -> str:
        said = [self.tr("A new session has begun")]
        stored = done.count(WriteOutcome.STORED) + done.count(WriteOutcome.REFRESHED)
        held, refused = done.count(WriteOutcome.HELD), done.count(WriteOutcome.REFUSED)
        for count, text in (
            (stored, self.tr("findings remembered: {0}")),
            (held, self.tr("waiting in Review: {0}")),
            (refused, self.tr("refused by the gate: {0}")),
            (done.count(WriteOutcome.SKIPPED), self.tr("passed over: {0}")),
        ):
            if count:
                said.append(text.format(number(count)))
        return "; ".join(said)

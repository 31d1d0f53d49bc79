"""A dialog that shows, while somebody types, what the gate would say."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.session import Session
from app.theme import theme
from app.window.proposal_form import ProposalForm
from app.window.verdict_view import VerdictView
from app.wording import sentence
from core.gate import Verdict

_TYPING = 200


class GateDialog(QDialog):
    """A form above, the verdict on it below; judging writes nothing."""

    def __init__(
        self, title: str, text: str, session: Session, form: ProposalForm, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.session = session
        self.form = form
        self.verdict = VerdictView()
        heading = QLabel(title)
        heading.setFont(theme().font(12, bold=True))
        told = QLabel(text)
        told.setTextFormat(Qt.TextFormat.PlainText)
        told.setProperty("role", "muted")
        told.setWordWrap(True)
        scroll = QScrollArea()
        scroll.setWidget(self.verdict)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.viewport().setAutoFillBackground(False)
        self.verdict.setAutoFillBackground(False)
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(8)
        page = QVBoxLayout(self)
        page.setContentsMargins(24, 20, 24, 16)
        page.setSpacing(12)
        page.addWidget(heading)
        page.addWidget(told)
        page.addWidget(form)
        page.addWidget(scroll, 1)
        page.addLayout(self.buttons)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_TYPING)
        self._pause.timeout.connect(self.judge)
        form.changed.connect(self._on_changed)
        form.text.setFocus(Qt.FocusReason.OtherFocusReason)
        unit = theme().row_height()
        self.resize(unit * 26, unit * 20)
        self._invite()

    @Slot()
    def judge(self) -> None:
        """Asks for the verdict on what stands in the form."""
        self._pause.stop()
        typed, session = self.form.typed(), self.session
        if session.scope is None or session.operator is None:
            return
        if not typed.text:
            self._invite()
            self.judged(None)
            return
        records = session.records()
        session.jobs.read(
            lambda token: records.judge(typed.text, kind=typed.kind, key=typed.key, source=typed.source),
            self._arrived,
            failed=lambda error: self.verdict.fail(sentence(error)),
            key=f"gate.{id(self)}",
            owner=self,
        )

    def judged(self, verdict: Verdict | None) -> None:
        """A verdict arrived, or there is nothing to judge; for subclasses."""

    def _invite(self) -> None:
        self.verdict.say(self.tr("Type or paste a text above: what the gate says of it appears here."))

    def _arrived(self, verdict: Verdict) -> None:
        self.verdict.show_verdict(verdict)
        self.judged(verdict)

    @Slot()
    def _on_changed(self) -> None:
        self._pause.start()

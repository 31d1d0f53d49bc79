"""What every export of this file states beside the data: the texts only its keeper knows."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.widgets.question import Question
from core.privacy.statements import Statements

_LINES = 2


class StatementsDialog(Question):
    """One field for each text; what is left empty is told as not recorded."""

    def __init__(
        self, statements: Statements, parent: QWidget | None = None, *, writable: bool = True
    ) -> None:
        super().__init__(self.tr("What exports state"), self.tr("Keep for this file"), parent)
        self._statements = statements
        self.add_text(
            self.tr(
                "Article 15 GDPR asks for this with every copy of somebody’s data, and only you know it. It is kept "
                "in this file and goes into every export; what is empty is told as “not recorded”."
            ),
            "muted",
        )
        self.fields: dict[str, QPlainTextEdit] = {}
        for name, label, example in (
            ("controller", self.tr("Responsible"), self.tr("who, and how to reach them")),
            ("purposes", self.tr("Purposes"), self.tr("what the memory is for, and on which legal ground")),
            (
                "recipients",
                self.tr("Recipients"),
                self.tr("who else receives it: services, models, companies"),
            ),
            ("retention", self.tr("Kept for"), self.tr("how long, beside the rules under Retention")),
            ("transfers", self.tr("Transfers"), self.tr("to which countries outside, with which safeguards")),
            ("automated_decisions", self.tr("Decisions"), self.tr("what is decided by it, and how")),
        ):
            field = QPlainTextEdit(getattr(statements, name))
            field.setPlaceholderText(example)
            field.setAccessibleName(label)
            field.setTabChangesFocus(True)
            field.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            field.setFixedHeight(_LINES * self.fontMetrics().lineSpacing() + 18)
            self.fields[name] = field
            self.add_field(label, field)
        if not writable:
            self.act.setEnabled(False)
            self.act.setToolTip(self.tr("The file is open read-only; enable writing beside its name."))
        self.resize(620, self.sizeHint().height())

    @property
    def statements(self) -> Statements:
        """What the fields say now; what differs for single categories is kept."""
        texts = {name: field.toPlainText().strip() for name, field in self.fields.items()}
        return Statements(**texts, categories=self._statements.categories)

    @classmethod
    def ask(
        cls, statements: Statements, parent: QWidget | None = None, *, writable: bool = True
    ) -> Statements | None:
        """The texts, or None when they are left as they were."""
        dialog = cls(statements, parent, writable=writable)
        try:
            return dialog.statements if dialog.exec() == cls.DialogCode.Accepted else None
        finally:
            dialog.deleteLater()

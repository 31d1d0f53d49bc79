"""What a sweep would take, person by person, before it takes anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QLineEdit, QTreeWidget, QTreeWidgetItem, QWidget

from app.widgets.hidden_characters import one_line
from app.widgets.question import Question
from app.wording import kind_word, number

if TYPE_CHECKING:
    from core.privacy.retention import Due

_SHOWN = 500
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class SweepDialog(Question):
    """Counts by person and kind; the button names how many go."""

    def __init__(self, due: Sequence[Due], parent: QWidget | None = None) -> None:
        self.count = sum(len(each.ids) for each in due if not each.kept_because)
        people = {each.scope for each in due if each.ids and not each.kept_because}
        act = self.tr("Sweep {0} records").format(number(self.count))
        super().__init__(self.tr("Sweep by the retention rules"), act, parent, destructive=True)
        review = sum(len(each.review) for each in due)
        if self.count:
            said = self.tr("{0} records of {1} people are past their time and go for good. There is no undo.")
            self.add_text(said.format(number(self.count), number(len(people))), "danger")
        else:
            self.add_text(self.tr("Nothing is past its time: a sweep would take nothing."))
        if review:
            said = self.tr(
                "{0} facts and preferences are old, too. They stay until a person decides, in Memory."
            )
            self.add_text(said.format(number(review)), "warn")
        self.list = QTreeWidget()
        self.list.setRootIsDecorated(False)
        self.list.setAccessibleName(self.tr("What a sweep would take"))
        self.list.setHeaderLabels(
            [self.tr("Person"), self.tr("Kind"), self.tr("Goes"), self.tr("To look at"), ""]
        )
        for column in (2, 3):
            self.list.headerItem().setTextAlignment(column, _RIGHT)
        for each in due[:_SHOWN]:
            kept = {
                "legal_hold": self.tr("stays: legal hold"),
                "restricted": self.tr("stays: restricted"),
            }.get(str(each.kept_because), self.tr("stays") if each.kept_because else "")
            row = QTreeWidgetItem(
                [
                    one_line(str(each.scope)),
                    kind_word(each.kind),
                    number(len(each.ids)),
                    number(len(each.review)),
                    kept,
                ]
            )
            for column in (2, 3):
                row.setTextAlignment(column, _RIGHT)
            self.list.addTopLevelItem(row)
        if len(due) > _SHOWN:
            self.list.addTopLevelItem(
                QTreeWidgetItem([self.tr("and {0} more").format(number(len(due) - _SHOWN))])
            )
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.list.header().setStretchLastSection(False)
        self.body.addWidget(self.list, 1)
        self.list.setVisible(bool(due))
        self.reason = QLineEdit()
        self.reason.setPlaceholderText(self.tr("kept with the people it concerns; optional"))
        self.add_field(self.tr("Reason"), self.reason)
        self.act.setEnabled(self.count > 0)
        self.resize(620, 420)

    @classmethod
    def ask(cls, due: Sequence[Due], parent: QWidget | None = None) -> str | None:
        """The reason, or None when the person cancelled."""
        dialog = cls(due, parent)
        try:
            return dialog.reason.text().strip() if dialog.exec() == cls.DialogCode.Accepted else None
        finally:
            dialog.deleteLater()

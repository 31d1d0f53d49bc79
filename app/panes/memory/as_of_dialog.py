"""Choosing a moment in the past."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from PySide6.QtCore import QCoreApplication, QDateTime, Qt
from PySide6.QtWidgets import QDateTimeEdit, QPushButton, QWidget

from app.widgets.field_frame import FieldFrame
from app.widgets.flow_layout import FlowLayout
from app.widgets.question import Question


class AsOfDialog(Question):
    """A date and time, with the usual distances and the moment of the selected record."""

    def __init__(
        self,
        start: datetime,
        now: datetime,
        recorded: datetime | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(_tr("What was believed at…"), _tr("Show that moment"), parent)
        self.when = QDateTimeEdit(_qt(start))
        self.when.setDisplayFormat("d MMM yyyy HH:mm:ss")
        self.when.setCalendarPopup(True)
        self.when.setMaximumDateTime(_qt(now))
        self.when.setAccessibleName(self.tr("Moment"))
        self.body.addWidget(FieldFrame(self.when))
        self.when.setFocus(Qt.FocusReason.OtherFocusReason)
        row = FlowLayout(gap=8)
        offers = [
            (self.tr("an hour ago"), now - timedelta(hours=1)),
            (self.tr("yesterday"), now - timedelta(days=1)),
            (self.tr("a week ago"), now - timedelta(days=7)),
            (self.tr("a month ago"), now - timedelta(days=30)),
        ]
        if recorded is not None:
            offers.append((self.tr("before this record"), recorded - timedelta(seconds=1)))
        for label, moment in offers:
            button = QPushButton(label)
            button.setAutoDefault(False)
            button.clicked.connect(lambda _=False, moment=moment: self.when.setDateTime(_qt(moment)))
            row.addWidget(button)
        self.body.addLayout(row)
        self.add_text(
            self.tr(
                "Shows the records that were believed then, as they stood. Nothing can be changed in the past."
            ),
            "muted",
        )

    @property
    def chosen(self) -> datetime:
        """The moment in the field."""
        return datetime.fromtimestamp(self.when.dateTime().toSecsSinceEpoch(), UTC)

    @classmethod
    def ask(
        cls,
        start: datetime,
        now: datetime,
        recorded: datetime | None = None,
        parent: QWidget | None = None,
    ) -> datetime | None:
        """The moment chosen, or None when the person cancelled."""
        dialog = cls(start, now, recorded, parent)
        try:
            return dialog.chosen if dialog.exec() == cls.DialogCode.Accepted else None
        finally:
            dialog.deleteLater()


def _qt(when: datetime) -> QDateTime:
    return QDateTime.fromSecsSinceEpoch(int(when.timestamp()))


def _tr(text: str) -> str:
    return QCoreApplication.translate("memory", text)

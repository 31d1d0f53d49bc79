"""Asking until when a record may be used."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from PySide6.QtCore import QDateTime, Slot
from PySide6.QtWidgets import QDateTimeEdit, QHBoxLayout, QLineEdit, QPushButton, QRadioButton, QWidget

from app.widgets.field_frame import FieldFrame
from app.widgets.flow_layout import FlowLayout
from app.widgets.question import Question
from core.memory.records import Kind


@dataclass(frozen=True, slots=True)
class Expiry:
    """The moment chosen, None for never, and why."""

    when: datetime | None
    reason: str


class ExpiryDialog(Question):
    """Never, or at a moment; with the usual spans one click away."""

    def __init__(
        self,
        number: int,
        present: datetime | None,
        now: datetime,
        parent: QWidget | None = None,
        kind: Kind = Kind.SEMANTIC,
    ) -> None:
        title = self.tr("Expiry of record #{0}").format(number)
        super().__init__(title, self.tr("Set expiry"), parent)
        self._now = now
        self.never = QRadioButton(self.tr("Never expires"))
        self.at = QRadioButton(self.tr("Expires at"))
        self.when = QDateTimeEdit(_qt(present or now + timedelta(days=90)))
        self.when.setDisplayFormat("d MMM yyyy HH:mm")
        self.when.setCalendarPopup(True)
        self.when.setAccessibleName(self.tr("Expires at"))
        self.when.dateTimeChanged.connect(lambda _: self.at.setChecked(True))
        self.body.addWidget(self.never)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.at)
        row.addWidget(FieldFrame(self.when), 1)
        self.body.addLayout(row)
        self.body.addLayout(self._spans())
        self.add_text(
            self.tr(
                "Past its expiry it is not used any more, and is listed under is:due until a person decides."
            )
            if kind in (Kind.SEMANTIC, Kind.PREFERENCE)
            else self.tr("Past its expiry it is not used any more; it stays listed under state:expired."),
            "muted",
        )
        self.reason = QLineEdit()
        self.reason.setPlaceholderText(self.tr("kept in the journal; optional"))
        self.add_field(self.tr("Reason"), self.reason)
        (self.at if present is not None else self.never).setChecked(True)

    @property
    def chosen(self) -> datetime | None:
        """The moment, or None for never."""
        return None if self.never.isChecked() else _aware(self.when.dateTime())

    @classmethod
    def ask(
        cls,
        number: int,
        present: datetime | None,
        now: datetime,
        parent: QWidget | None = None,
        kind: Kind = Kind.SEMANTIC,
    ) -> Expiry | None:
        """The expiry chosen, or None when the person cancelled."""
        dialog = cls(number, present, now, parent, kind)
        try:
            if dialog.exec() != cls.DialogCode.Accepted:
                return None
            return Expiry(dialog.chosen, dialog.reason.text().strip())
        finally:
            dialog.deleteLater()

    def _spans(self) -> FlowLayout:
        row = FlowLayout(gap=8)
        for label, days in (
            (self.tr("in 7 days"), 7),
            (self.tr("in 30 days"), 30),
            (self.tr("in 90 days"), 90),
            (self.tr("in a year"), 365),
        ):
            button = QPushButton(label)
            button.setAutoDefault(False)
            button.clicked.connect(lambda _=False, days=days: self._choose(days))
            row.addWidget(button)
        return row

    @Slot(int)
    def _choose(self, days: int) -> None:
        self.when.setDateTime(_qt(self._now + timedelta(days=days)))
        self.at.setChecked(True)


def _qt(when: datetime) -> QDateTime:
    return QDateTime.fromSecsSinceEpoch(int(when.timestamp()))


def _aware(when: QDateTime) -> datetime:
    return datetime.fromtimestamp(when.toSecsSinceEpoch(), UTC)

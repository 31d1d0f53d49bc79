"""Deleting by source and by age: a preview first, a named confirmation, no undo."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject, Slot
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QSpinBox, QWidget

from app.panes.memory.forget_dialog import Choice
from app.panes.memory.forgetting import Forgetting
from app.session import Session
from app.widgets.field_frame import FieldFrame
from app.widgets.hidden_characters import revealed
from app.widgets.question import Question
from app.wording import kind_word
from core.memory.records import Kind, Record

_DAYS = 90
_MOST_DAYS = 36_500


class SourceDialog(Question):
    """Asks for the beginning of a source."""

    def __init__(self, start: str, parent: QWidget | None = None) -> None:
        super().__init__(_tr("Forget a source"), _tr("Show what would go…"), parent)
        self.add_text(
            self.tr(
                "Everything whose source begins like this, or that was drawn from it: records, documents, "
                "entities, links, notes, and proposals in Review."
            )
        )
        self.source = QLineEdit(start)
        self.source.setAccessibleName(self.tr("Source begins with"))
        self.source.textChanged.connect(self._on_typed)
        self.body.addWidget(self.source)
        self._on_typed()

    @classmethod
    def ask(cls, start: str, parent: QWidget | None = None) -> str | None:
        """The beginning chosen, or None when the person cancelled."""
        dialog = cls(start, parent)
        try:
            return dialog.source.text().strip() if dialog.exec() == cls.DialogCode.Accepted else None
        finally:
            dialog.deleteLater()

    @Slot()
    def _on_typed(self) -> None:
        self.act.setEnabled(bool(self.source.text().strip()))


class SweepDialog(Question):
    """Asks for an age and for kinds."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_tr("Sweep old records"), _tr("Show what would go…"), parent)
        self.days = QSpinBox()
        self.days.setRange(1, _MOST_DAYS)
        self.days.setValue(_DAYS)
        self.days.setSuffix(self.tr(" days"))
        self.add_field(self.tr("Older than"), FieldFrame(self.days))
        row = QHBoxLayout()
        row.setSpacing(16)
        self.kinds = {kind: QCheckBox(kind_word(kind)) for kind in Kind}
        self.kinds[Kind.EPISODIC].setChecked(True)
        for box in self.kinds.values():
            box.toggled.connect(self._on_chosen)
            row.addWidget(box)
        row.addStretch(1)
        self.body.addLayout(row)
        self.add_text(
            self.tr(
                "Current facts and preferences are never swept by age; they are listed for review instead."
            ),
            "muted",
        )

    @property
    def chosen(self) -> tuple[int, list[str]]:
        """Days and kinds."""
        return self.days.value(), [kind.value for kind, box in self.kinds.items() if box.isChecked()]

    @classmethod
    def ask(cls, parent: QWidget | None = None) -> tuple[int, list[str]] | None:
        """Days and kinds, or None when the person cancelled."""
        dialog = cls(parent)
        try:
            return dialog.chosen if dialog.exec() == cls.DialogCode.Accepted else None
        finally:
            dialog.deleteLater()

    @Slot()
    def _on_chosen(self) -> None:
        self.act.setEnabled(any(box.isChecked() for box in self.kinds.values()))


class Purges(QObject):
    """Forgets a source and sweeps by age."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._window = parent
        self._forgetting = Forgetting(session, parent)

    def forget_source(self, record: Record | None) -> None:
        """Asks which source, shows what would go, asks again, deletes."""
        prefix = SourceDialog.ask(record.source if record is not None else "", self._window)
        if not prefix:
            return
        records = self._session.records()
        name = self.tr("everything from {0}").format(revealed(prefix, 40))
        self._forgetting.ask(
            lambda: [Choice("all", "", name, records.preview_forget_source(prefix))],
            lambda choice, reason: records.forget_source(
                prefix, reason=reason, listed=choice.preview.change.ids, beside=choice.preview.beside
            ),
        )

    def sweep(self) -> None:
        """Asks for an age, shows what would go, asks again, deletes."""
        chosen = SweepDialog.ask(self._window)
        if chosen is None:
            return
        records = self._session.records()
        days, kinds = chosen
        name = self.tr("records older than {0} days").format(days)
        self._forgetting.ask(
            lambda: [Choice("all", "", name, records.preview_sweep(days, kinds))],
            lambda choice, reason: records.sweep(
                days, kinds, reason=reason, listed=choice.preview.change.ids
            ),
        )


def _tr(text: str) -> str:
    return QCoreApplication.translate("memory", text)

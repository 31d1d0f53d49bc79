"""Where an export of the person goes, and in which shape."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QPushButton, QWidget

from app.elided_label import ElidedLabel
from app.panes.privacy import places
from app.session import Session
from app.widgets.hidden_characters import one_line
from app.widgets.question import Question
from core.scope import Scope


@dataclass(frozen=True, slots=True)
class ExportOrder:
    """What was decided; ``expires_days`` is when the copy should be gone again."""

    folder: Path
    archive: bool
    expires_days: int | None


class PersonExportDialog(Question):
    """Says what is written, and that the files leave the protection of the store."""

    def __init__(self, session: Session, scope: Scope, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Export {0}").format(one_line(str(scope))), self.tr("Export"), parent)
        self._session = session
        self._scope = scope
        self._now: datetime = session.now()
        self._folder: Path | None = None
        self.add_text(
            self.tr(
                "Everything held about this person: JSON with a documented schema, a report to read in a "
                "browser, a portable part, checksums and a manifest. Names of other people in this file are taken "
                "out of the report and the portable part."
            )
        )
        field = QWidget()
        row = QHBoxLayout(field)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        self.where = ElidedLabel(field, Qt.TextElideMode.ElideMiddle)
        choose = QPushButton(self.tr("Choose…"))
        choose.setAutoDefault(False)
        choose.clicked.connect(self._on_choose)
        row.addWidget(self.where, 1)
        row.addWidget(choose)
        self.add_field(self.tr("New folder"), field)
        self.archive = QCheckBox(self.tr("and the same files as one zip beside it"))
        self.archive.setChecked(True)
        self.add_field("", self.archive)
        self.expires = QComboBox()
        for text, days in (
            (self.tr("after 30 days"), 30),
            (self.tr("after 90 days"), 90),
            (self.tr("never"), None),
        ):
            self.expires.addItem(text, days)
        self.add_field(self.tr("Should go"), self.expires)
        if session.writable:
            told = self.tr(
                "The files hold personal memory in clear text. Where they lie is written down, so that an erasure "
                "can reach them; copies you make of them are not known."
            )
        else:
            told = self.tr(
                "The files hold personal memory in clear text. This file is open read-only, so neither the journal "
                "nor the list of copies will know of them: an erasure cannot name them. Keep track of them yourself."
            )
            self.expires.setEnabled(False)
            self.expires.setCurrentIndex(self.expires.findData(None))
        self.recorded = self.add_text(told, "muted" if session.writable else "warn")
        self._name(None)

    @property
    def order(self) -> ExportOrder | None:
        """What the controls say now; None while the folder has no name yet."""
        if self._folder is None:
            return None
        return ExportOrder(self._folder, self.archive.isChecked(), self.expires.currentData())

    @classmethod
    def ask(cls, session: Session, scope: Scope, parent: QWidget | None = None) -> ExportOrder | None:
        """The order, or None when the person cancelled."""
        dialog = cls(session, scope, parent)
        try:
            return dialog.order if dialog.exec() == cls.DialogCode.Accepted else None
        finally:
            dialog.deleteLater()

    def _name(self, where: Path | None) -> None:
        self._folder = None
        self.where.setText("…")
        self.act.setEnabled(False)
        scope, now = self._scope, self._now
        self._session.jobs.read(
            lambda token: places.export_folder(scope, now, where),
            self._named,
            key="privacy.folder",
            owner=self,
        )

    def _named(self, folder: Path) -> None:
        self._folder = folder
        self.where.setText(str(folder))
        self.where.setToolTip(str(folder))
        self.act.setEnabled(True)

    @Slot()
    def _on_choose(self) -> None:
        start = self._folder.parent if self._folder is not None else places.home()
        chosen = places.ask_folder(self, self.tr("Export into a new folder in"), start)
        if chosen is not None:
            self._name(chosen)

"""What an archive is, and under which name it comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLineEdit, QWidget

from app.widgets.hidden_characters import one_line, revealed
from app.widgets.question import Question
from app.wording import moment, number, sentence
from app.wording.privacy import table_word
from core.clock import LATEST, to_datetime
from core.errors import Invalid
from core.scope import Scope

if TYPE_CHECKING:
    from core.privacy.archive import ArchiveInfo


class RestoreDialog(Question):
    """A restore is row for row; anything else is claims that pass the gate."""

    def __init__(self, info: ArchiveInfo, parent: QWidget | None = None) -> None:
        name = one_line(str(info.scope))
        title = self.tr("Restore {0}") if info.genuine else self.tr("Import {0}")
        act = self.tr("Restore") if info.genuine else self.tr("Import")
        super().__init__(title.format(name), act, parent)
        self.add_text(revealed(str(info.path), 300), "muted")
        made = moment(to_datetime(info.created_at)) if abs(info.created_at) <= LATEST else self.tr("unknown")
        told = sorted(((count, table) for table, count in info.counts.items() if count), reverse=True)
        words = " · ".join(f"{number(count)} {table_word(table, count)}" for count, table in told[:8])
        self.add_text(self.tr("Made {0}: {1}").format(made, words or self.tr("nothing")))
        if info.genuine:
            self.add_text(
                self.tr(
                    "✓ It was made by this installation and not a letter was changed. It comes back row for row, "
                    "its journal aside; secrets and forged frames are looked for again."
                )
            )
        else:
            why = {
                "signature": self.tr("It was not made by this installation."),
                "checksum": self.tr("Something in it was changed since it was made."),
            }.get(str(info.problem), self.tr("It cannot be told where it comes from."))
            said = self.tr(
                "{0} So it is imported like a foreign file: as claims with little trust, through the gate."
            )
            self.add_text(said.format(why), "warn")
        self.tenant, self.user = QLineEdit(info.scope.tenant), QLineEdit(info.scope.user)
        self.add_field(self.tr("Tenant"), self.tenant)
        self.add_field(self.tr("Person"), self.user)
        self._trouble = self.add_text("", "danger")
        self.tenant.textChanged.connect(self._on_typed)
        self.user.textChanged.connect(self._on_typed)
        self._on_typed()

    @property
    def scope(self) -> Scope | None:
        """Under which name; None while it is none."""
        try:
            return Scope(self.tenant.text().strip(), self.user.text().strip())
        except Invalid as error:
            self._trouble.setText(sentence(error).text)
            return None

    @classmethod
    def ask(cls, info: ArchiveInfo, parent: QWidget | None = None) -> Scope | None:
        """Whom to bring back, or None when the person cancelled."""
        dialog = cls(info, parent)
        try:
            return dialog.scope if dialog.exec() == cls.DialogCode.Accepted else None
        finally:
            dialog.deleteLater()

    @Slot()
    def _on_typed(self) -> None:
        self._trouble.clear()
        ready = self.scope is not None
        self._trouble.setVisible(not ready)
        self.act.setEnabled(ready)
        self.grow()

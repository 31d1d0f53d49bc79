"""Letting a name return before the block on it ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QComboBox, QWidget

from app.panes.privacy.told import Told
from app.session import Session
from app.widgets.question import Question
from app.wording import moment

if TYPE_CHECKING:
    from core.privacy import Suppression


class SuppressionActs(QObject):
    """Which name it is nobody can read any more: the day of the erasure has to do."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._window = parent

    def lift(self, suppressions: Sequence[Suppression]) -> None:
        """Asks which block ends now."""
        operator = self._session.operator
        chosen = LiftDialog.ask(suppressions, self._window.window())
        if chosen is None or operator is None:
            return
        self._session.act(
            lambda: Told(operator.privacy.lift_suppression(chosen)),
            says=lambda _: self.tr("The name may come back"),
            owner=self,
        )


class LiftDialog(Question):
    """Blocks by the time of their erasure."""

    def __init__(self, suppressions: Sequence[Suppression], parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Let a name return"), self.tr("Let it return"), parent)
        self.add_text(
            self.tr(
                "Whoever was erased is not learned again by name until the block ends. Which name a block is "
                "about is not kept; it is the person erased at that time."
            )
        )
        self.which = QComboBox()
        for each in suppressions:
            text = self.tr("erased {0}, blocked until {1}").format(moment(each.at), moment(each.expires_at))
            self.which.addItem(text, each.id)
        self.add_field(self.tr("Block"), self.which)

    @classmethod
    def ask(cls, suppressions: Sequence[Suppression], parent: QWidget | None = None) -> int | None:
        """The number of the block, or None when the person cancelled."""
        dialog = cls(suppressions, parent)
        try:
            return dialog.which.currentData() if dialog.exec() == cls.DialogCode.Accepted else None
        finally:
            dialog.deleteLater()

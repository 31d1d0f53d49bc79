"""An edge of its own for controls whose native edge is too faint to see."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QAbstractSpinBox, QFrame, QHBoxLayout, QSizePolicy, QWidget

from app.theme import theme


class FieldFrame(QFrame):
    """Puts a date or number field into the frame that text fields have.

    Styling such a field itself would replace its native arrows by a bevel.
    """

    def __init__(self, field: QAbstractSpinBox, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        field.setFrame(False)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setFocusProxy(field)
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 2, 2, 2)
        row.addWidget(field)
        theme().changed.connect(self._on_theme)
        self._on_theme()

    @Slot()
    def _on_theme(self) -> None:
        tokens = theme().tokens
        self.setStyleSheet(
            f"FieldFrame {{ background: {tokens.base.name()}; border: 1px solid {tokens.edge.name()};"
            " border-radius: 6px; }"
        )

"""The fields of a proposed memory: its words, kind, key and source."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QLineEdit, QWidget

from app.theme import theme
from app.widgets.capped_edit import CappedEdit
from app.wording import kind_word
from core.kind import Kind

_ROWS = 6


@dataclass(frozen=True, slots=True)
class Typed:
    """What stands in the fields."""

    text: str
    kind: Kind
    key: str | None
    source: str


class ProposalForm(QWidget):
    """Words above, kind, key and source below.

    Signals:
        changed: something was typed or chosen.
    """

    changed = Signal()

    def __init__(self, source: str, *, fixed: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = CappedEdit()
        self.text.setProperty("role", "field")
        self.text.setAccessibleName(self.tr("Text"))
        self.text.setPlaceholderText(self.tr("One thing to remember, in plain words"))
        self.kind = QComboBox()
        self.kind.setAccessibleName(self.tr("Kind"))
        for kind in Kind:
            self.kind.addItem(kind_word(kind), kind)
        self.key = QLineEdit()
        self.key.setAccessibleName(self.tr("Key"))
        self.key.setPlaceholderText(self.tr("optional; a newer value of the same key replaces the older"))
        self.source = QLineEdit(source)
        self.source.setEnabled(not fixed)
        self.source.setAccessibleName(self.tr("Source"))
        self.source.setPlaceholderText(self.tr("web:…  mail:…  agent:…  user:…  operator:…"))
        self.kind.setMinimumHeight(self.source.sizeHint().height())
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        grid.addWidget(self.text, 0, 0, 1, 4)
        grid.addWidget(self.text.note, 1, 0, 1, 4)
        for column, (name, field) in enumerate(
            ((self.tr("Kind"), self.kind), (self.tr("Source"), self.source))
        ):
            grid.addWidget(_label(name, field), 2, 2 * column)
            grid.addWidget(field, 2, 2 * column + 1)
        grid.addWidget(_label(self.tr("Key"), self.key), 3, 0)
        grid.addWidget(self.key, 3, 1, 1, 3)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 2)
        self.text.textChanged.connect(self.changed)
        self.kind.currentIndexChanged.connect(self.changed)
        self.key.textChanged.connect(self.changed)
        self.source.textChanged.connect(self.changed)
        theme().changed.connect(self._on_theme)
        self._on_theme()

    def typed(self) -> Typed:
        """What stands in the fields now."""
        kind = self.kind.currentData()
        return Typed(self.text.toPlainText(), Kind(kind), self.key.text() or None, self.source.text().strip())

    @Slot()
    def _on_theme(self) -> None:
        self.text.setFont(theme().fixed_font())
        self.text.setFixedHeight(round(self.text.fontMetrics().lineSpacing() * _ROWS) + 16)


def _label(text: str, field: QWidget) -> QLabel:
    label = QLabel(text)
    label.setProperty("role", "muted")
    label.setBuddy(field)
    return label

"""The acts under a record."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import QSizePolicy, QWidget

from app.widgets.flow_layout import FlowLayout
from core.memory.records import Record, State


@dataclass(frozen=True, slots=True)
class DetailButtons:
    """What stands under a record; some of it only while the record is in force, some only after."""

    row: tuple[QWidget, ...] = ()
    in_force: tuple[QWidget, ...] = ()
    ended: tuple[QWidget, ...] = ()

    def suit(self, record: Record) -> None:
        """Shows the acts that make sense for ``record``."""
        over = record.state in (State.SUPERSEDED, State.WITHDRAWN)
        for button in self.in_force:
            button.setVisible(not over)
        for button in self.ended:
            button.setVisible(over)

    def as_row(self) -> QWidget:
        """The buttons side by side, in as many rows as they need."""
        row = QWidget()
        flow = FlowLayout(row, gap=8)
        flow.setContentsMargins(16, 8, 16, 8)
        for button in self.row:
            flow.addWidget(button)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        row.setSizePolicy(policy)
        return row

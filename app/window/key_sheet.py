"""All keys on one sheet, made from ACTIONS."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.actions import ACTIONS, Action, action
from app.theme import theme


class KeySheet(QDialog):
    """Two columns of keys and what they do, grouped as in the table; the shown pane's come first."""

    def __init__(self, parent: QWidget | None = None, first: str = "") -> None:
        super().__init__(parent)
        self._first = first
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        self.setObjectName("key_sheet")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 16)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(self._body())
        column.addWidget(area)
        row = QHBoxLayout()
        row.setContentsMargins(24, 0, 24, 0)
        row.addStretch(1)
        close = QPushButton(self.tr("Close"), self)
        close.setDefault(True)
        close.clicked.connect(self.accept)
        row.addWidget(close)
        column.addLayout(row)
        unit = theme().row_height()
        self.resize(unit * 27, unit * 20)

    def _body(self) -> QWidget:
        body = QWidget(self)
        row = QHBoxLayout(body)
        row.setContentsMargins(24, 24, 24, 12)
        row.setSpacing(32)
        shell = [entry for entry in ACTIONS if entry.scope == "app" and entry.shortcut]
        panes = [entry for entry in shell if entry.id.startswith("pane.")]
        rest = [entry for entry in shell if not entry.id.startswith("pane.")]
        left, right = QVBoxLayout(), QVBoxLayout()
        left.addWidget(self._group(self.tr("Everywhere"), rest, body))
        left.addStretch(1)
        right.addWidget(self._group(self.tr("Panes"), panes, body))
        scopes = dict.fromkeys(entry.scope for entry in ACTIONS if entry.scope != "app")
        for scope in sorted(scopes, key=lambda scope: scope != self._first):
            entries = [entry for entry in ACTIONS if entry.scope == scope and entry.shortcut]
            title = self.tr("In %1").replace("%1", action(f"pane.{scope}").label)
            right.addSpacing(8)
            right.addWidget(self._group(title, entries, body))
        right.addStretch(1)
        row.addLayout(left, 1)
        row.addLayout(right, 1)
        return body

    def _group(self, title: str, entries: Sequence[Action], parent: QWidget) -> QWidget:
        group = QWidget(parent)
        grid = QGridLayout(group)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(6)
        head = QLabel(title, group)
        head.setFont(theme().font(bold=True))
        grid.addWidget(head, 0, 0, 1, 2)
        for number, entry in enumerate(entries, start=1):
            cap = QLabel(entry.keys, group)
            cap.setProperty("role", "keycap")
            cap.setFont(theme().fixed_font(9))
            text = QLabel(entry.label.rstrip("…"), group)
            text.setToolTip(entry.tooltip)
            grid.addWidget(cap, number, 0, Qt.AlignmentFlag.AlignLeft)
            grid.addWidget(text, number, 1)
        grid.setColumnMinimumWidth(0, theme().row_height() * 4)
        grid.setColumnStretch(1, 1)
        return group

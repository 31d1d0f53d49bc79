"""The list of panes at the left, with the mark of the demo at its foot."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.actions import action
from app.panes.registry import PaneSpec
from app.theme import theme
from app.window.nav_button import Badge, NavButton
from app.wording import day

WIDTH = 196


class Sidebar(QWidget):
    """One button per pane; ``chosen`` carries the pane's id, ``reset_wanted`` the demo's Reset."""

    chosen = Signal(str)
    reset_wanted = Signal()

    def __init__(self, panes: Sequence[PaneSpec], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Panes"))
        self._group = QButtonGroup(self)
        self._buttons: dict[str, NavButton] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(4)
        for spec in panes:
            button = NavButton(spec.title, spec.icon, action(f"pane.{spec.id}").tooltip, self)
            button.clicked.connect(lambda _checked=False, id=spec.id: self.chosen.emit(id))
            self._group.addButton(button)
            self._buttons[spec.id] = button
            column.addWidget(button)
            if spec.set_apart:
                column.addSpacing(8)
        column.addStretch(1)
        column.addWidget(self._make_foot())
        theme().changed.connect(self.updateGeometry)

    def select(self, pane_id: str) -> None:
        """Mark the pane that is shown."""
        self._buttons[pane_id].setChecked(True)

    def button(self, pane_id: str) -> NavButton:
        """The button of one pane."""
        return self._buttons[pane_id]

    def set_badge(self, pane_id: str, badge: Badge | None) -> None:
        """Show a count beside one pane."""
        self._buttons[pane_id].set_badge(badge)

    def set_demo(self, now: datetime | None) -> None:
        """Show the mark of the demo, in which it is ``now``; None hides it."""
        self._foot.setVisible(now is not None)
        if now is not None:
            told = self.tr(
                "A seeded file in the temporary folder; every button acts for real.\n"
                "It has a clock of its own, which says %1, so that its story never grows old: "
                "ages and expiry are counted from there."
            )
            self._chip.setToolTip(told.replace("%1", day(now)))

    def sizeHint(self) -> QSize:
        return QSize(round(WIDTH * max(theme().zoom, 100) / 100), 400)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        line = QRect(self.width() - 1, 0, 1, self.height())
        painter.fillRect(line, theme().tokens.line)

    def _make_foot(self) -> QWidget:
        self._foot = QWidget(self)
        row = QHBoxLayout(self._foot)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        self._chip = QLabel(self.tr("demo data"), self._foot)
        self._chip.setProperty("role", "chip")
        row.addWidget(self._chip)
        row.addStretch(1)
        reset = QPushButton(self.tr("Reset…"), self._foot)
        reset.setProperty("role", "link")
        reset.setToolTip(action("file.reset_demo").tooltip)
        reset.setCursor(Qt.CursorShape.PointingHandCursor)
        reset.clicked.connect(lambda _checked=False: self.reset_wanted.emit())
        row.addWidget(reset)
        self._foot.hide()
        return self._foot

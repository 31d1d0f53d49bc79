"""A list at the left and a scrolled detail at the right, as wide as in the other panes."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSplitter, QVBoxLayout, QWidget

from app.panes.heading import GAP
from app.settings import Settings
from app.theme import theme
from app.widgets.card import Card

_LIST = 280
_DETAIL = 340


class Split(QSplitter):
    """Keeps its place under ``pane/privacy/NAME``; the detail grows with the zoom."""

    def __init__(self, name: str, settings: Settings, left: QWidget, right: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._key = f"pane/privacy/{name}"
        self._settings = settings
        self._left, self._right = left, right
        self.setChildrenCollapsible(False)
        self.setHandleWidth(GAP)
        self.addWidget(left)
        self.addWidget(right)
        self.setStretchFactor(0, 5)
        self.setStretchFactor(1, 3)
        self.restoreState(settings.bytes_of(self._key))
        self.splitterMoved.connect(self._on_moved)
        theme().changed.connect(self._on_size)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._on_size()

    @Slot()
    def _on_size(self) -> None:
        zoomed = round(_DETAIL * theme().zoom / 100)
        room = self.width() - GAP
        narrow = room < _LIST + _DETAIL
        self._left.setMinimumWidth(round(room * 0.36) if narrow else _LIST)
        least = max(_DETAIL, min(zoomed, round(self.width() * 0.44)))
        self._right.setMinimumWidth(round(room * 0.6) if narrow else least)

    @Slot()
    def _on_moved(self) -> None:
        self._settings.set_bytes(self._key, self.saveState())


class Detail(Card):
    """A column of sections that scrolls down and never sideways."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self.area = QScrollArea()
        super().__init__(self.area, parent)
        self.area.setAccessibleName(self.tr("Details"))
        body = Body()
        self.column = QVBoxLayout(body)
        self.column.setContentsMargins(15, 12, 15, 15)
        self.column.setSpacing(8)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(body)
        self.area.viewport().setAutoFillBackground(False)
        body.setAutoFillBackground(False)
        theme().changed.connect(self._on_theme)
        self._on_theme()

    def add_rule(self) -> QFrame:
        """A line between two sections."""
        rule = QFrame()
        rule.setProperty("role", "rule")
        rule.setFixedHeight(1)
        self.column.addWidget(rule)
        return rule

    @Slot()
    def _on_theme(self) -> None:
        self.area.setStyleSheet(
            "QScrollArea { background: transparent; border: 1px solid transparent; }"
            f" QScrollArea:focus {{ border: 1px solid {theme().tokens.accent.name()}; }}"
        )


class Body(QWidget):
    """Never wider than the view: what is long wraps."""

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

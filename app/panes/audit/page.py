"""What stands where in the Audit pane."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSplitter, QVBoxLayout, QWidget

from app.elided_label import ElidedLabel
from app.panes.audit.columns import Standing
from app.panes.audit.detail import EntryDetail
from app.panes.audit.entry_list import EntryList
from app.panes.audit.filters import Filters
from app.panes.heading import GAP, MARGIN, Heading
from app.session import Session
from app.theme import theme
from app.widgets.key_button import KeyButton
from app.widgets.loading_line import LoadingLine
from app.widgets.strip import Strip

_LIST = 280
_DETAIL = 360
_SPLITTER = "pane/audit/splitter"


class AuditPage(QWidget):
    """Title line, filter, list and detail, and the head of the chain below; it decides nothing."""

    def __init__(
        self,
        session: Session,
        standing: Standing,
        action: Callable[[str], QAction],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings = session.settings
        self.heading = Heading(self.tr("Audit"))
        self.state = QLabel()
        self.state.setTextFormat(Qt.TextFormat.PlainText)
        self.heading.add(self.state)
        verify, export = KeyButton(action("audit.verify")), KeyButton(action("audit.export"))
        for button in (verify, export):
            self.heading.add(button)
        self.filters = Filters()
        self.broken, self.stale = Strip(), Strip()
        self.loading = LoadingLine()
        self.list = EntryList(session, standing)
        self.detail = EntryDetail()
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(GAP)
        self.splitter.addWidget(self.list)
        self.splitter.addWidget(self.detail)
        self.splitter.setStretchFactor(0, 5)
        self.splitter.setStretchFactor(1, 3)
        self.list.setMinimumWidth(_LIST)
        self.splitter.restoreState(self._settings.bytes_of(_SPLITTER))
        self.splitter.splitterMoved.connect(self._on_splitter)
        self.head = ElidedLabel(self, Qt.TextElideMode.ElideMiddle)
        self.head.setProperty("role", "muted")
        copy = KeyButton(action("audit.copy_head"))
        foot = QHBoxLayout()
        foot.setSpacing(12)
        foot.addWidget(self.head, 1)
        foot.addWidget(copy)
        page = QVBoxLayout(self)
        page.setContentsMargins(MARGIN, GAP, MARGIN, GAP)
        page.setSpacing(8)
        for widget in (self.heading, self.filters, self.broken, self.stale, self.loading):
            page.addWidget(widget)
        page.addWidget(self.splitter, 1)
        page.addLayout(foot)
        stops = (
            verify,
            export,
            self.filters.person,
            self.filters.actor,
            self.filters.action,
            self.filters.object,
            self.filters.since,
            self.filters.words,
            self.list.table,
            self.detail,
            copy,
        )
        for first, second in pairwise(stops):
            self.setTabOrder(first, second)
        theme().changed.connect(self._on_size)

    def say_state(self, text: str, token: str, tip: str = "") -> None:
        """What is known of the chain, in one chip."""
        self.state.setText(text)
        self.state.setToolTip(tip)
        self.state.setProperty("role", token)
        self.state.style().unpolish(self.state)
        self.state.style().polish(self.state)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._on_size()

    @Slot()
    def _on_size(self) -> None:
        """The detail grows with the zoom, as long as the list keeps the greater part."""
        zoomed = round(_DETAIL * theme().zoom / 100)
        room = self.width() - 2 * MARGIN - GAP
        narrow = room < _LIST + _DETAIL
        self.list.setMinimumWidth(round(room * 0.36) if narrow else _LIST)
        least = max(_DETAIL, min(zoomed, round(self.width() * 0.42)))
        self.detail.setMinimumWidth(round(room * 0.6) if narrow else least)

    @Slot()
    def _on_splitter(self) -> None:
        self._settings.set_bytes(_SPLITTER, self.splitter.saveState())

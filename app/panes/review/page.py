"""What stands where in the Review pane."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSplitter, QVBoxLayout, QWidget

from app.panes.heading import GAP, MARGIN, Heading
from app.panes.review.detail import CaseDetail
from app.panes.review.editor import Ask
from app.panes.review.queue_list import QueueList
from app.panes.review.tabs import Tabs
from app.session import Session
from app.theme import theme
from app.widgets.key_button import KeyButton
from app.widgets.loading_line import LoadingLine
from app.widgets.strip import Strip

_DETAIL = 360
# Below this width at the usual zoom, what the menus and the detail tell as well gives way to the words.
_TIGHT = 620
_SPLITTER = "pane/review/splitter"
_VERBS = ("release", "edit", "redact", "reject", "skip", "undo")


class ReviewPage(QWidget):
    """Title line, tabs, list, detail and foot; it decides nothing."""

    def __init__(
        self,
        session: Session,
        ask: Ask,
        action: Callable[[str], QAction],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings = session.settings
        self.heading = Heading(self.tr("Review"))
        self.heading.add(KeyButton(action("review.blocks")))
        self.tabs = Tabs(action("review.narrow"))
        self.report = Strip()
        self.loading = LoadingLine()
        self.list = QueueList(session)
        buttons = tuple(KeyButton(action(f"review.{verb}")) for verb in _VERBS)
        self.detail = CaseDetail(ask, buttons)
        self.keys = QLabel(self.tr("J next  ·  K previous  ·  X select  ·  U undo  ·  ? keys"))
        self.today = QLabel()
        for label in (self.keys, self.today):
            label.setProperty("role", "muted")
        foot = QHBoxLayout()
        foot.addWidget(self.keys, 1)
        foot.addWidget(self.today)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(GAP)
        self.splitter.addWidget(self.list)
        self.splitter.addWidget(self.detail)
        # The five buttons need one row at the usual size, and what is left is the list's.
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([464, 556])
        self.list.setMinimumWidth(280)
        self.detail.setMinimumWidth(_DETAIL)
        self.splitter.restoreState(self._settings.bytes_of(_SPLITTER))
        self.splitter.splitterMoved.connect(self._on_splitter)
        page = QVBoxLayout(self)
        page.setContentsMargins(MARGIN, GAP, MARGIN, 12)
        page.setSpacing(8)
        for widget in (self.heading, self.tabs, self.report, self.loading):
            page.addWidget(widget)
        page.addWidget(self.splitter, 1)
        page.addLayout(foot)
        theme().changed.connect(self._on_size)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._on_size()

    @Slot()
    def _on_size(self) -> None:
        """The detail grows with the zoom, as long as the list keeps the greater part."""
        zoomed = round(_DETAIL * theme().zoom / 100)
        self.detail.setMinimumWidth(max(_DETAIL, min(zoomed, round(self.width() * 0.45))))
        tight = self.width() * 100 < _TIGHT * theme().zoom
        self.keys.setVisible(not tight)
        self.tabs.set_tight(tight=tight)
        self.list.set_tight(tight=tight)
        self.detail.set_tight(tight=tight)

    @Slot()
    def _on_splitter(self) -> None:
        self._settings.set_bytes(_SPLITTER, self.splitter.saveState())

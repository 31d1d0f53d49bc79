"""Which file, how it is open, how fresh it is, whose memory, and where to go."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from app.actions import action
from app.elided_label import ElidedLabel
from app.icons import icon
from app.session import Session
from app.theme import theme
from app.window.chips import FreshnessChip, ModeChip
from app.window.scope_picker import ScopePicker

# In row heights: below this the bar leaves out what its icons say.
ROOMY = 32
TIGHT = 19


class TopBar(QFrame):
    """The line above the page."""

    def __init__(
        self, session: Session, actions: Mapping[str, QAction], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setProperty("role", "topbar")
        self._session = session
        self.name = ElidedLabel(self)
        self.mode = ModeChip(session, actions["file.enable_writing"], self)
        self.freshness = FreshnessChip(session, actions["view.pause"], actions["view.refresh"], self)
        self.scopes = ScopePicker(session, self)
        self.go_to = QPushButton(icon("find", "muted"), "", self)
        self.go_to.setProperty("role", "field")
        self.go_to.setToolTip(action("go.to").tooltip)
        self.go_to.clicked.connect(lambda _checked=False: actions["go.to"].trigger())
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 8, 24, 8)
        row.setSpacing(8)
        row.addWidget(self.name)
        row.addWidget(self.mode)
        row.addWidget(self.freshness)
        row.addStretch(1)
        row.addWidget(self.scopes)
        row.addWidget(self.go_to)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.go_to.setAccessibleName(action("go.to").label)
        theme().changed.connect(self._on_changed)
        session.file_changed.connect(self._on_changed)
        self._on_changed()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        narrow = self.width() < theme().row_height() * ROOMY
        self.go_to.setText("" if narrow else f" {self.tr('Go to…')}   {action('go.to').keys}")
        tight = self.width() < theme().row_height() * TIGHT
        self.freshness.set_short(narrow, tight)
        # The title of the window names the file too; whose memory it is stands here only.
        self.name.setMinimumWidth(round(theme().row_height() * 1.2) if tight else 0)
        self.mode.set_short(tight)
        self.scopes.set_short(tight)

    @Slot()
    def _on_changed(self) -> None:
        path = self._session.path
        self.name.setFont(theme().font(bold=True))
        self.name.setText(path.name if path is not None else self.tr("No file open"))
        self.name.setToolTip(str(path) if path is not None else "")
        self._fit()

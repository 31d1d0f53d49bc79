"""One record in a window of its own, to read at length or beside another one."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.panes.memory.detail import RecordDetail
from app.panes.memory.following import Following
from app.session import Session
from app.widgets.return_key import press_focused


class RecordWindow(QWidget):
    """Reads and shows; acts stay in the pane. Closes with the file and with the person."""

    def __init__(self, following: Following, session: Session, owner: QWidget) -> None:
        super().__init__(owner, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.detail = RecordDetail()
        self._following = following
        following.setParent(self)
        following.show_in(self.detail)
        following.followed.connect(self._on_followed)
        self.detail.asked.connect(following.follow)
        page = QVBoxLayout(self)
        page.setContentsMargins(16, 16, 16, 16)
        page.addWidget(self.detail)
        self.resize(720, 760)
        session.scope_changed.connect(self.close)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
            return
        if not press_focused(event):
            super().keyPressEvent(event)

    @Slot(object)
    def _on_followed(self, number: int) -> None:
        self.setWindowTitle(self.tr("Record #{0}").format(number))

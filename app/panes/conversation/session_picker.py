"""The sessions of a conversation: the one that goes on, and those that were reset and stay readable."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QWidget

from app.wording import day, number
from core.memory.conversation.desk import SessionSummary


class SessionPicker(QComboBox):
    """Not there while there is but one.

    Signals:
        wanted: the number of a session; None for the one that goes on.
    """

    wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Session"))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(14)
        self.activated.connect(self._on_activated)
        self.hide()

    def show_sessions(self, sessions: Sequence[SessionSummary], shown: int) -> None:
        """Lists the sessions, the newest first, with one chosen."""
        with QSignalBlocker(self):
            self.clear()
            for each in reversed(sessions):
                newest = each.number == len(sessions)
                name = self.tr("Session {0} of {1}").format(each.number, len(sessions))
                self.addItem(name, None if newest else each.number)
                tip = self._line(each, newest)
                self.setItemData(self.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)
            self.setCurrentIndex(len(sessions) - shown)
            self.setToolTip(self.currentData(Qt.ItemDataRole.ToolTipRole) or "")
        self.setVisible(len(sessions) > 1)

    def _line(self, each: SessionSummary, newest: bool) -> str:
        said = [self.tr("{0} messages").format(number(each.messages))]
        if each.began_at is not None:
            said.append(self.tr("since {0}").format(day(each.began_at)))
        said.append(
            self.tr("goes on") if newest else self.tr("left the prompt at a reset and stays readable")
        )
        return " · ".join(said)

    @Slot()
    def _on_activated(self) -> None:
        self.wanted.emit(self.currentData())

"""Which record is looked at: list and detail agree, and moving on never loses what is being written."""

from __future__ import annotations

from array import array

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.panes.memory.following import Following
from app.panes.memory.page import MemoryPage
from core.memory.records import Record


class Agreement(QObject):
    """Keeps the highlighted row and the detail at one record.

    Signals:
        moved: another record may be looked at now.
    """

    moved = Signal()

    def __init__(self, page: MemoryPage, following: Following, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page = page
        self._following = following
        page.list.table.current_changed.connect(self._on_current)
        page.detail.asked.connect(self.show_one)
        page.detail.rebased.connect(self.hold)

    @property
    def record(self) -> Record | None:
        """The record that is looked at and highlighted: what acts are about."""
        number_ = self._following.number
        shown = self._page.detail.record
        if number_ is None or (shown is not None and shown.id == number_):
            return shown
        # Its details are still being read; the list has what an act needs.
        return self._page.list.row(number_)

    def chosen(self) -> array[int]:
        """The ids that copy, export and forget act on."""
        selected = self._page.list.table.selected_ids()
        record = self.record
        if len(selected) > 1 or record is None:
            return selected
        return array("q", [record.id])

    def free(self) -> bool:
        """False while a correction would be lost; then it says so beside Save."""
        if not self._page.detail.unsaved:
            return True
        said = self.tr("Save or cancel this correction of #{0} first.").format(self._following.number)
        self._page.detail.corrector.remind(said)
        return False

    @Slot(object)
    def show_one(self, number_: int) -> None:
        """Looks at a record that a link names; its row is highlighted where the list has it."""
        if self.free():
            self._page.detail.stop_correcting()
            self.hold(number_)

    @Slot(int)
    def hold(self, number_: int) -> None:
        """Looks at a record and stays with it, whatever the list does."""
        self._following.follow(number_)
        self._page.list.hold(number_)
        self.agree()

    def agree(self) -> None:
        """Looks at the highlighted row, unless a record is held for its own sake."""
        listed, detail = self._page.list, self._page.detail
        if listed.expecting:
            return
        highlighted = listed.table.current_id()
        number_ = highlighted if listed.held is None else listed.held
        if number_ == highlighted and not detail.correcting:
            listed.release()
        if number_ != self._following.number:
            self._following.follow(number_)
        detail.say_outside(listed.outside)

    @Slot(object)
    def _on_current(self, number_: int | None) -> None:
        listed = self._page.list
        if listed.held is not None and number_ is not None and number_ != listed.held:
            if not self.free():
                # Qt is in the middle of moving the selection; it goes back when that is done.
                QTimer.singleShot(0, self, listed.come_back)
                return
            listed.release()
            self._page.detail.stop_correcting()
        elif not listed.arriving and listed.held is None:
            # Somebody chose a row; one that was to be highlighted next no longer is.
            listed.release()
        self.agree()
        self.moved.emit()

"""What stands where in the Memory pane."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from itertools import pairwise

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from app.panes.heading import GAP, MARGIN, Heading
from app.panes.memory.beside_view import BesideView
from app.panes.memory.detail import RecordDetail
from app.panes.memory.detail_buttons import DetailButtons
from app.panes.memory.documents_view import DocumentsView
from app.panes.memory.entities_view import EntitiesView
from app.panes.memory.notes_view import NotesView
from app.panes.memory.record_list import RecordList
from app.panes.memory.record_menu import copy_menu
from app.panes.memory.tabs import RECORDS, Tabs
from app.session import Session
from app.theme import theme
from app.widgets.filter_bar import FilterBar
from app.widgets.key_button import KeyButton
from app.widgets.loading_line import LoadingLine
from app.widgets.strip import Strip
from core.memory.records.query import parse

DUE = "is:due"
CONFLICT = "is:conflict"
_LIST = 280
_DETAIL = 360
_SPLITTER = "pane/memory/splitter"


class MemoryPage(QWidget):
    """Title line, filter, list and detail; it decides nothing."""

    def __init__(
        self,
        session: Session,
        now: Callable[[], datetime],
        action: Callable[[str], QAction],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings = session.settings
        self._line = ""
        self.heading = Heading(self.tr("Memory"))
        self.filter = FilterBar(parse, self.tr('kind:semantic  key:fiscal  source:web  trust<user  "berlin"'))
        self.filter.field.setToolTip(
            self.tr(
                'Words and "quoted words" must all occur in text or key.\n'
                "kind:  key:  source:  session:  tag:  outcome:  id:  trust<user  is:due  is:conflict\n"
                "state:current, superseded, expired, withdrawn or any\n"
                "A minus in front turns a term around: -source:web"
            )
        )
        self.due = self.filter.add_toggle(
            DUE,
            self.tr("Review due"),
            self.tr("Facts and preferences past their expiry: confirm, correct or forget (D)"),
        )
        self.conflicts = self.filter.add_toggle(
            CONFLICT, self.tr("Conflicts"), self.tr("Records that contradict one another")
        )
        as_of, export = KeyButton(action("memory.as_of")), KeyButton(action("memory.export"))
        self.filter.add_beside(as_of)
        self.tabs = Tabs()
        self._beside_title, self._below_title = _Slot(), _Slot()
        self._beside_title.take(self.tabs)
        self.heading.add(self._beside_title)
        self.heading.add(export)
        # Where there is nothing to export its room stays, so that the tabs do not move.
        policy = export.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        export.setSizePolicy(policy)
        self._export = export
        self.moment = Strip()
        self.stale = Strip()
        self.loading = LoadingLine()
        self.list = RecordList(session, now)
        self.detail = RecordDetail(_buttons(action, self.tr("Copy")))
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(GAP)
        self.splitter.addWidget(self.list)
        self.splitter.addWidget(self.detail)
        self.splitter.setStretchFactor(0, 5)
        self.splitter.setStretchFactor(1, 3)
        self.list.setMinimumWidth(_LIST)
        self.detail.setMinimumWidth(_DETAIL)
        self.splitter.restoreState(self._settings.bytes_of(_SPLITTER))
        self.splitter.splitterMoved.connect(self._on_splitter)
        records = QWidget()
        column = QVBoxLayout(records)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for widget in (self.filter, self.moment, self.stale, self.loading):
            column.addWidget(widget)
        column.addWidget(self.splitter, 1)
        self.notes = NotesView(session, now)
        self.entities = EntitiesView(session, now)
        self.documents = DocumentsView(session, now)
        self.beside = (self.notes, self.entities, self.documents)
        self._stack = QStackedWidget()
        for view in (records, *self.beside):
            self._stack.addWidget(view)
        page = QVBoxLayout(self)
        page.setContentsMargins(MARGIN, GAP, MARGIN, MARGIN)
        page.setSpacing(8)
        page.addWidget(self.heading)
        page.addWidget(self._below_title)
        page.addWidget(self._stack, 1)
        self.tabs.switched.connect(self._on_switched)
        for view in self.beside:
            view.line_changed.connect(self._write_line)
        # Down the page, the way it is read.
        stops = (
            *self.tabs.buttons,
            export,
            self.filter.field,
            as_of,
            self.due,
            self.conflicts,
            self.list.table,
            self.detail.text.view,
        )
        for first, second in pairwise(stops):
            self.setTabOrder(first, second)
        theme().changed.connect(self._on_size)

    @property
    def place(self) -> int:
        """Which tab is shown."""
        return self._stack.currentIndex()

    @property
    def line(self) -> str:
        """The count line of the records."""
        return self._line

    def set_line(self, text: str) -> None:
        """Says in one line which records are listed."""
        self._line = text
        self._write_line()

    @Slot(int)
    def _on_switched(self, place: int) -> None:
        self._stack.setCurrentIndex(place)
        self._export.setVisible(place == RECORDS)
        self._write_line()

    @Slot()
    def _write_line(self) -> None:
        view = self._stack.currentWidget()
        self.heading.set_line(view.line if isinstance(view, BesideView) else self._line)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._on_size()

    @Slot()
    def _on_size(self) -> None:
        """The detail grows with the zoom, as long as the list keeps the greater part."""
        self._place_tabs()
        zoomed = round(_DETAIL * theme().zoom / 100)
        room = self.width() - 2 * MARGIN - GAP
        narrow = room < _LIST + _DETAIL
        # Large text in a small window: both parts give way, or the right one would be cut off.
        self.list.setMinimumWidth(round(room * 0.36) if narrow else _LIST)
        least = max(_DETAIL, min(zoomed, round(self.width() * 0.42)))
        self.detail.setMinimumWidth(round(room * 0.6) if narrow else least)

    def _place_tabs(self) -> None:
        """Beside the title, or below it where large text leaves them no room there."""
        words = 24 * self.fontMetrics().averageCharWidth()
        needed = self.tabs.sizeHint().width() + self._export.sizeHint().width() + 2 * words
        below = needed > self.width() - 2 * MARGIN
        for slot, used in ((self._below_title, below), (self._beside_title, not below)):
            if used and self.tabs.parentWidget() is not slot:
                slot.take(self.tabs)
            slot.setVisible(used)

    @Slot()
    def _on_splitter(self) -> None:
        self._settings.set_bytes(_SPLITTER, self.splitter.saveState())


class _Slot(QWidget):
    """A place for the tabs."""

    def __init__(self) -> None:
        super().__init__()
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addStretch(1)

    def take(self, tabs: QWidget) -> None:
        """Puts the tabs here, out of wherever they stood."""
        self._row.insertWidget(0, tabs)


def _buttons(action: Callable[[str], QAction], copy_text: str) -> DetailButtons:
    copy = QPushButton(f"{copy_text} ▾")
    copy.setMenu(copy_menu(action, copy))
    correct, confirm, back, expiry = (
        KeyButton(action(f"memory.{name}")) for name in ("correct", "confirm", "roll_back", "set_expiry")
    )
    forget = KeyButton(action("memory.forget"), role="danger")
    # In this order two rows are enough at the least width.
    row = (correct, confirm, back, copy, expiry, forget)
    return DetailButtons(row, in_force=(correct, confirm, expiry), ended=(back,))

"""The table of a long list: keyboard, selection by id, row states, columns that fit."""

from __future__ import annotations

from array import array
from typing import Any

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QRect,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from app.settings import Settings
from app.theme import theme
from app.widgets.listing import Listing
from app.widgets.paged_model import PagedModel
from app.widgets.row_delegate import RowDelegate
from app.widgets.table_header import TableHeader


class PagedTable(QTableView):
    """Shows a ``PagedModel``. A single row that is selected is the current one, and the other way round.

    While ``marking`` is set rows are picked one by one and the current row goes its own way.

    Signals:
        current_changed: the id of the current row, or None.
        selection_count_changed: how many rows are selected.
        opened: the id of a row that was double-clicked or entered.
    """

    current_changed = Signal(object)
    selection_count_changed = Signal(int)
    opened = Signal(object)

    def __init__(
        self,
        model: PagedModel[Any],
        name: str,
        settings: Settings | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._delegate = RowDelegate(self)
        self._restoring = False
        self._last: int | None = None
        self._place = 0
        self.marking = False
        # Qt moves the current row and the selection one after the other; they are compared after both.
        self._tidy = QTimer(self)
        self._tidy.setSingleShot(True)
        self._tidy.setInterval(0)
        self._tidy.timeout.connect(self._on_tidy)
        self.header = TableHeader(model.columns, name, settings, self)
        self.setHorizontalHeader(self.header)
        self.setItemDelegate(self._delegate)
        self.setModel(model)
        # Without a selection model of its own the header asks a million rows for their flags.
        self.header.setSelectionModel(QItemSelectionModel(model, self.header))
        self.header.apply_order()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setMinimumSectionSize(1)
        self.selectionModel().currentRowChanged.connect(self._on_current)
        self.selectionModel().selectionChanged.connect(self._on_selection)
        self.doubleClicked.connect(self._on_double_click)
        theme().changed.connect(self._on_theme)
        self._on_theme()

    def show_listing(self, listing: Listing[Any]) -> None:
        """Shows an answer, keeping selection and place on screen."""
        before = self.current_id()
        self._place = self.place
        offset = self.currentIndex().row() - self.rowAt(0) if before is not None else 0
        top = max(self.rowAt(0), 0)
        self._restoring = True
        self._model.show(listing)
        self.select_rows(listing.selected)
        if listing.anchor is not None:
            self.selectionModel().setCurrentIndex(
                self._model.index(listing.anchor, 0), QItemSelectionModel.SelectionFlag.NoUpdate
            )
            top = listing.anchor - offset if 0 <= offset <= self._visible_rows() else listing.anchor
        self.verticalScrollBar().setValue(max(top, 0))
        self._restoring = False
        self._tell()

    def clear(self) -> None:
        """Shows no rows."""
        self.show_listing(Listing(array("q")))

    @property
    def waiting(self) -> bool:
        """True while selection and current row are about to be compared."""
        return self._tidy.isActive()

    def leave(self) -> None:
        """Makes no row current; ``step`` comes back to the one that was."""
        self._place = self.place
        self._restoring = True
        self.selectionModel().clear()
        self._restoring = False
        self.viewport().update()
        self._tell()

    @property
    def place(self) -> int:
        """The current row, or the one that was current last."""
        place = self.currentIndex().row()
        return place if place >= 0 else self._place

    def current_id(self) -> int | None:
        """The id of the current row."""
        place = self.currentIndex().row()
        return self._model.ids[place] if 0 <= place < len(self._model.ids) else None

    def selected_ids(self) -> array[int]:
        """The ids of the selected rows in list order; reads ranges, never a million indexes."""
        found: array[int] = array("q")
        for first, last in self._ranges():
            found.extend(self._model.ids[first : last + 1])
        return found

    def selected_count(self) -> int:
        """How many rows are selected."""
        return sum(last - first + 1 for first, last in self._ranges())

    def select_rows(self, positions: tuple[int, ...]) -> None:
        """Selects exactly the rows at ``positions``, which ascend."""
        selection = QItemSelection()
        last_column = self._model.columnCount() - 1
        for first, last in _runs(positions):
            selection.select(self._model.index(first, 0), self._model.index(last, last_column))
        self.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def go(self, position: int) -> None:
        """Makes the row at ``position`` current, alone selected and visible."""
        if not 0 <= position < len(self._model.ids):
            return
        index = self._model.index(position, 0)
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self.scrollTo(index)

    def toggle(self) -> None:
        """Adds the current row to the selection, or takes it out."""
        index = self.currentIndex()
        if index.isValid():
            flags = QItemSelectionModel.SelectionFlag
            self.selectionModel().select(index, flags.Toggle | flags.Rows)

    def move_by(self, rows: int, *, extend: bool = False) -> None:
        """Moves the current row and leaves the selection as it is, or adds the row to it."""
        place = self.currentIndex().row() + rows
        if not 0 <= place < len(self._model.ids):
            return
        flags = QItemSelectionModel.SelectionFlag
        index = self._model.index(place, 0)
        wanted = flags.Select | flags.Rows if extend else flags.NoUpdate
        self.selectionModel().setCurrentIndex(index, wanted)
        self.scrollTo(index)

    def step(self, rows: int) -> None:
        """Moves the current row; from nowhere it goes to the one that was current last."""
        place = self.currentIndex().row()
        last = len(self._model.ids) - 1
        self.go(min(self._place, last) if place < 0 else min(max(place + rows, 0), last))

    def top_row(self) -> int:
        """The first row on screen."""
        return max(self.rowAt(0), 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            if self.current_id() is not None:
                self.opened.emit(self.current_id())
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        # Qt makes the first row current when none is; coming here by Tab is no choice of a row.
        nowhere, before = not self.currentIndex().isValid(), self._restoring
        self._restoring = True
        super().focusInEvent(event)
        if nowhere:
            self.selectionModel().clearCurrentIndex()
        self._restoring = before

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self.rowAt(event.position().toPoint().y()))
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(-1)
        super().leaveEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.header.set_room(self.viewport().width())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus() and self.currentIndex().isValid():
            edge = self._row_rect(self.currentIndex().row()).adjusted(0, 0, -1, -1)
            painter = QPainter(self.viewport())
            painter.setPen(theme().tokens.accent)
            painter.drawRect(edge)
            painter.end()

    def _row_rect(self, row: int) -> QRect:
        return QRect(0, self.rowViewportPosition(row), self.viewport().width(), self.rowHeight(row))

    def _visible_rows(self) -> int:
        return self.viewport().height() // max(theme().row_height(), 1)

    def _hover(self, row: int) -> None:
        old, self._delegate.hovered = self._delegate.hovered, row
        if old != row:
            for changed in (old, row):
                if changed >= 0:
                    self.viewport().update(self._row_rect(changed))

    def _ranges(self) -> list[tuple[int, int]]:
        parts = self.selectionModel().selection().toList()
        return sorted({(part.top(), part.bottom()) for part in parts})

    def _tell(self) -> None:
        if self._restoring:
            return
        now = self.current_id()
        if now != self._last:
            self._last = now
            self.current_changed.emit(now)
        self.selection_count_changed.emit(self.selected_count())

    @Slot(QModelIndex, QModelIndex)
    def _on_current(self, now: QModelIndex, before: QModelIndex) -> None:
        self.viewport().update()
        self._tell()
        if not self._restoring:
            self._tidy.start()

    @Slot()
    def _on_selection(self) -> None:
        if self._restoring:
            return
        ranges = self._ranges()
        if (
            not self.marking
            and sum(last - first + 1 for first, last in ranges) == 1
            and not self._selected_current()
        ):
            # Ctrl and a click took the current row out of a pair: the other one is meant now.
            index = self._model.index(ranges[0][0], 0)
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
        self._tidy.start()
        self.selection_count_changed.emit(self.selected_count())

    @Slot()
    def _on_tidy(self) -> None:
        index = self.currentIndex()
        if (
            not self.marking
            and index.isValid()
            and self.selected_count() <= 1
            and not self._selected_current()
        ):
            flags = QItemSelectionModel.SelectionFlag
            self.selectionModel().select(index, flags.ClearAndSelect | flags.Rows)

    def _selected_current(self) -> bool:
        return self.selectionModel().isRowSelected(self.currentIndex().row(), QModelIndex())

    @Slot(QModelIndex)
    def _on_double_click(self, index: QModelIndex) -> None:
        if index.isValid() and self._model.held(index.row()) is not None:
            self.opened.emit(self._model.ids[index.row()])

    @Slot()
    def _on_theme(self) -> None:
        height = theme().row_height()
        self.verticalHeader().setDefaultSectionSize(height)
        self.verticalScrollBar().setSingleStep(1)
        self.header.setFont(theme().font())
        self.header.fit()
        self.viewport().update()


def _runs(positions: tuple[int, ...]) -> list[tuple[int, int]]:
    """Ascending positions as ranges: (3, 4, 5, 9) gives (3, 5) and (9, 9)."""
    runs: list[tuple[int, int]] = []
    for place in positions:
        if runs and runs[-1][1] == place - 1:
            runs[-1] = (runs[-1][0], place)
        else:
            runs.append((place, place))
    return runs

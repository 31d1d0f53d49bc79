"""The item model of a list that may be a million rows long: ids, and pages read on demand."""

from __future__ import annotations

import logging
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
    Slot,
)

from app.widgets.column import Alignment, Column, Mark
from app.widgets.listing import PAGE, Listing
from app.widgets.page_cache import Absent, PageCache

Row = TypeVar("Row")
Index = QModelIndex | QPersistentModelIndex
Rows = list[Row | None]
# Reads the rows of some ids away from the GUI thread and calls back on it: then(rows), failed(error).
Fetch = Callable[[Sequence[int], Callable[["Rows[Row]"], None], Callable[[Exception], None]], None]

_log = logging.getLogger(__name__)
_ROOT: Final = QModelIndex()
_PAUSE: Final = 40
# Combined once: the flags of Qt are Python enums, and a repaint asks for a hundred of them.
_GONE: Final = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
_PRESENT: Final = _GONE | Qt.ItemFlag.ItemIsEnabled


@dataclass(frozen=True, slots=True)
class Cell:
    """What one cell shows."""

    text: str
    mark: Mark | None = None
    muted: bool = False


class PagedModel(QAbstractTableModel, Generic[Row]):
    """Rows of one query. It never raises and never reads on the GUI thread.

    Signals:
        failed: a page could not be read; the rows stay placeholders until ``retry``.
    """

    failed = Signal(object)

    def __init__(
        self,
        columns: Sequence[Column[Row]],
        fetch: Fetch[Row],
        *,
        muted: Callable[[Row], bool] = lambda _row: False,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)
        self.generation = 0
        self._fetch = fetch
        self._is_muted = muted
        self._ids: array[int] = array("q")
        self._cache: PageCache[Row] = PageCache()
        self._in_flight: tuple[int, ...] = ()
        self._seen = 0
        self._complained = False
        self._lead = next((i for i, column in enumerate(self.columns) if column.stretch), 0)
        self._asking = self._timer(0, self._ask)
        # A worker that decodes neighbours would take turns with the painting of what was asked for.
        self._pausing = self._timer(_PAUSE, self._prefetch)

    @property
    def ids(self) -> array[int]:
        """Every id of the query, in order; not to be changed."""
        return self._ids

    @property
    def pages_held(self) -> int:
        """How many pages are in memory."""
        return len(self._cache)

    @property
    def waiting(self) -> bool:
        """True while a request is about to be sent."""
        return self._asking.isActive() or self._pausing.isActive()

    def show(self, listing: Listing[Row]) -> None:
        """Replaces everything by a new answer; pages still on the way are dropped."""
        self.beginResetModel()
        self.generation += 1
        self._in_flight = ()
        self._ids = listing.ids
        self._seen = (listing.anchor or 0) // PAGE
        self._cache.reset(listing.pages)
        self.endResetModel()

    def clear(self) -> None:
        """Shows nothing."""
        self.show(Listing(array("q")))

    def row(self, position: int) -> Row | Absent:
        """The row, or why it is not there; asks for its page when that is missing."""
        number = position // PAGE
        if number != self._seen:
            self._seen = number
            self._cache.touch(number)
            self._pausing.start()
        found = self._cache.row(position)
        if found is Absent.PENDING:
            self._asking.start()
        return found

    def held(self, position: int) -> Row | None:
        """The row at ``position`` if it is in memory."""
        return self._cache.held(position)

    def cell(self, position: int, column: int) -> Cell:
        """What to draw at one place."""
        row = self.row(position)
        if isinstance(row, Absent):
            text = self.tr("— gone —") if row is Absent.GONE else "…"
            return Cell(text if column == self._lead else "", None, True)
        told = self.columns[column]
        try:
            mark = told.mark(row) if told.mark is not None else None
            return Cell(told.text(row), mark, self._is_muted(row))
        except Exception as error:
            self._complain(error)
            return Cell("", None, True)

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._ids)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return _GONE if self._cache.row(index.row()) is Absent.GONE else _PRESENT

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._ids):
            return None
        column = self.columns[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.cell(index.row(), index.column()).text
            case Qt.ItemDataRole.TextAlignmentRole:
                return _alignment(column)
            case Qt.ItemDataRole.ToolTipRole:
                return self._tip(index.row(), column)
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{column.title}: {self.cell(index.row(), index.column()).text}"
        return None

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.columns[section].title
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(self.columns[section])
        return None

    def retry(self) -> None:
        """Asks again for what is on screen after a failure."""
        if self._ids:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._ids) - 1, 0))

    def _tip(self, position: int, column: Column[Row]) -> str | None:
        row = self._cache.held(position)
        if row is None:
            return None
        try:
            return (column.tip or column.text)(row)
        except Exception as error:
            self._complain(error)
            return None

    @Slot()
    def _ask(self) -> None:
        """Sends for the pages on screen; one request is on the way at any time."""
        if not self._in_flight:
            self._request(self._cache.take_wanted())

    @Slot()
    def _prefetch(self) -> None:
        """Sends for the neighbours of what is on screen, once the scrolling pauses."""
        if not self._in_flight:
            self._request(self._cache.missing(range(self._seen - 1, self._seen + 2)))

    def _request(self, numbers: Sequence[int]) -> None:
        pages = (len(self._ids) + PAGE - 1) // PAGE
        numbers = tuple(number for number in numbers if 0 <= number < pages)
        if not numbers:
            return
        generation = self.generation
        self._in_flight = numbers
        ids: list[int] = []
        for number in numbers:
            ids.extend(self._ids[number * PAGE : (number + 1) * PAGE])
        self._fetch(
            ids,
            lambda rows: self._arrived(generation, numbers, rows),
            lambda error: self._not_arrived(generation, error),
        )

    def _arrived(self, generation: int, numbers: tuple[int, ...], rows: Rows[Row]) -> None:
        if generation != self.generation:
            return
        self._in_flight = ()
        place = 0
        for number in numbers:
            size = min(PAGE, len(self._ids) - number * PAGE)
            self._cache.put(number, rows[place : place + size])
            place += size
            first = self.index(number * PAGE, 0)
            last = self.index(number * PAGE + size - 1, len(self.columns) - 1)
            self.dataChanged.emit(first, last)
        self._ask()
        self._pausing.start()

    def _not_arrived(self, generation: int, error: Exception) -> None:
        if generation == self.generation:
            self._in_flight = ()
            self.failed.emit(error)

    def _timer(self, after: int, run: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(after)
        timer.timeout.connect(run)
        return timer

    def _complain(self, error: Exception) -> None:
        # A data() that raises repaints for ever; one line in the log is enough, and the type
        # alone, because the message of an error may quote the text.
        if not self._complained:
            self._complained = True
            _log.error("a cell could not be drawn: %s", type(error).__name__)


def _alignment(column: Column[Row]) -> int:
    side = Qt.AlignmentFlag.AlignRight if column.alignment is Alignment.RIGHT else Qt.AlignmentFlag.AlignLeft
    return (side | Qt.AlignmentFlag.AlignVCenter).value

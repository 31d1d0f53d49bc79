"""A table of rows that are all in memory, with the looks and keys of the long ones."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from app.settings import Settings
from app.widgets.card import Card
from app.widgets.column import Column
from app.widgets.listing import PAGE, Listing
from app.widgets.paged_model import PagedModel
from app.widgets.paged_table import PagedTable
from app.widgets.state_page import StateStack

Row = TypeVar("Row")
# More would push the first page out of the cache of the model.
MOST = 60 * PAGE


class ShortTable(Card, Generic[Row]):
    """Shows rows as they are given; the current one is kept by its name.

    Signals:
        chosen: another row is current, or none.
        opened: the current row was double-clicked or entered.
    """

    chosen = Signal()
    opened = Signal()

    def __init__(
        self,
        columns: Sequence[Column[Row]],
        name: str,
        identity: Callable[[Row], object],
        settings: Settings | None = None,
        parent: QWidget | None = None,
        *,
        muted: Callable[[Row], bool] = lambda _row: False,
    ) -> None:
        self.model: PagedModel[Row] = PagedModel(columns, lambda ids, then, failed: None, muted=muted)
        self.table = PagedTable(self.model, name, settings)
        self.states = StateStack(self.table)
        super().__init__(self.states, parent)
        self.model.setParent(self)
        self._identity = identity
        self._rows: tuple[Row, ...] = ()
        self.table.current_changed.connect(self._on_current)
        self.table.opened.connect(lambda _id: self.opened.emit())

    @property
    def rows(self) -> tuple[Row, ...]:
        """What is listed."""
        return self._rows

    @property
    def row(self) -> Row | None:
        """The current row."""
        number = self.table.current_id()
        return self._rows[number] if number is not None and number < len(self._rows) else None

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Replaces the rows; the current one stays current if it is still there."""
        before = self.row
        wanted = None if before is None else self._identity(before)
        place = self.table.place
        self._rows = tuple(rows[:MOST])
        names = [self._identity(row) for row in self._rows]
        anchor: int | None = min(place, len(names) - 1) if names else None
        if wanted is not None and wanted in names:
            anchor = names.index(wanted)
        pages: dict[int, list[Row | None]] = {
            start // PAGE: list(self._rows[start : start + PAGE]) for start in range(0, len(names), PAGE)
        }
        selected = () if anchor is None else (anchor,)
        self.table.show_listing(Listing(array("q", range(len(names))), pages, anchor, selected))
        self.states.show_content()
        self.chosen.emit()

    def choose(self, identity: object) -> bool:
        """Makes the row of that name current; False when it is not listed."""
        for place, row in enumerate(self._rows):
            if self._identity(row) == identity:
                self.table.go(place)
                return True
        return False

    @Slot(object)
    def _on_current(self, _number: int | None) -> None:
        self.chosen.emit()

"""Several items at once: rows are added and taken out while the eye moves on."""

from __future__ import annotations

from app.panes.review.queue_list import QueueList


class Selection:
    """What decisions on many are about.

    Once X was pressed, J and K move without changing what is selected; Esc ends that.
    """

    def __init__(self, listed: QueueList) -> None:
        self._table = listed.table
        self._take_group = listed.select_group

    @property
    def many(self) -> bool:
        """True when decisions are about the selection and not about the item on screen."""
        return self._table.marking or self._table.selected_count() > 1

    def toggle(self) -> None:
        """Begins with the current row, or adds it, or takes it out."""
        if self.many:
            self._table.toggle()
        self._table.marking = self._table.selected_count() > 0

    def step(self, rows: int) -> None:
        """Goes to another row."""
        if self._table.marking:
            self._table.move_by(rows)
        else:
            self._table.step(rows)

    def extend(self, rows: int) -> None:
        """Goes to another row and adds it."""
        self._table.move_by(rows, extend=True)

    def take_group(self) -> None:
        """Selects everything like the current item."""
        self._take_group()
        self._table.marking = self._table.selected_count() > 1

    def end(self) -> None:
        """Decisions are about the item on screen again; what is selected stays until it moves."""
        self._table.marking = False

    def drop(self) -> None:
        """Selects the current row alone."""
        self._table.marking = False
        self._table.go(self._table.currentIndex().row())

"""Several items at once: rows are added and taken out while the eye moves on."""

from __future__ import annotations

from app.panes.review.queue_list import QueueList


class Selection:
    """What decisions on many are about.

    Once X was pressed, J and K move without changing what is selected; Esc ends that.
    """

    def __init__(self, listed: QueueList) -> None:
        self._list = listed
        self._marking = False

    @property
    def many(self) -> bool:
        """True when decisions are about the selection and not about the item on screen."""
        return self._marking or self._list.table.selected_count() > 1

    def toggle(self) -> None:
        """Begins with the current row, or adds it, or takes it out."""
        if self.many:
            self._list.table.toggle()
        self._marking = self._list.table.selected_count() > 0

    def step(self, rows: int) -> None:
        """Goes to another row."""
        if self._marking:
            self._list.table.move_by(rows)
        else:
            self._list.table.step(rows)

    def extend(self, rows: int) -> None:
        """Goes to another row and adds it."""
        self._list.table.move_by(rows, extend=True)

    def take_group(self) -> None:
        """Selects everything like the current item."""
        self._list.select_group()
        self._marking = self._list.table.selected_count() > 1

    def end(self) -> None:
        """Decisions are about the item on screen again; what is selected stays until it moves."""
        self._marking = False

    def drop(self) -> None:
        """Selects the current row alone."""
        self._marking = False
        self._list.table.go(self._list.table.currentIndex().row())

"""Pictures of turns against rows: the fate of every message, and needles; imports pyqtgraph."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pyqtgraph
from numpy.typing import NDArray
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import QWidget

from app.panes.conversation.plot import Plot, turn_ticks
from app.theme import theme


class CellPlot(Plot):
    """An image of cells, one column per turn; named rows have their names at the left.

    Signals:
        cell: turn and row of the cell that was clicked or reached with the arrow keys.
    """

    cell = Signal(int, int)

    def __init__(
        self,
        colors: Callable[[], Sequence[QColor]],
        tip: Callable[[int, int], str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._colors, self._tip = colors, tip
        self._cells: NDArray[np.uint8] = np.zeros((0, 0), np.uint8)
        self._names: tuple[str, ...] = ()
        self.row = 0
        self.setLabel("bottom", self.tr("turn"))
        self._image = pyqtgraph.ImageItem()
        self._across = pyqtgraph.InfiniteLine(angle=0)
        self._down = pyqtgraph.InfiniteLine(angle=90)
        for item in (self._image, self._across, self._down):
            self.addItem(item)
        self._gaps: list[pyqtgraph.InfiniteLine] = []
        self.view.invertY(True)

    def show_cells(self, cells: NDArray[np.uint8], names: Sequence[str] = (), rows: str = "") -> None:
        """Draws values as colours; ``names`` one per row, or ``rows`` as the word for all."""
        self._cells, self._names = cells, tuple(names)
        self.turns = cells.shape[0]
        if rows:
            self.setLabel("left", rows)
        # Rows with names are strips in a low place; the tabs and the scrubber say that these are turns.
        self.getPlotItem().getAxis("bottom").showLabel(not names)
        self.dress()

    def go(self, turn: int, row: int | None = None) -> None:
        """Marks a turn, and a row."""
        self.turn = turn
        self.row = self.row if row is None else row
        self._down.setPos(turn + 1)
        self._across.setPos(self.row + 0.5)
        self._across.setVisible(not self._names and self.row < self._cells.shape[1])

    def dress(self) -> None:
        super().dress()
        colors = self._colors()
        # As long as a byte counts, or the values would be stretched over it.
        table = np.zeros((256, 4), np.uint8)
        for value, color in enumerate(colors):
            table[value] = (color.red(), color.green(), color.blue(), 255)
        turns, rows = self._cells.shape
        if not turns or not rows:
            self._image.clear()
            return
        self._image.setLookupTable(table)
        self._image.setImage(self._cells, autoLevels=False)
        self._image.setRect(0.5, 0, turns, rows)
        # Named rows are few and get gaps between them; messages are many.
        self.view.setRange(xRange=(0.5, turns + 0.5), yRange=(0, rows), padding=0)
        axis = self.getPlotItem().getAxis("left")
        for line in self._gaps:
            self.removeItem(line)
        pen = pyqtgraph.mkPen(theme().tokens.base, width=4)
        self._gaps = [pyqtgraph.InfiniteLine(at, 0, pen) for at in range(1, len(self._names))]
        for line in self._gaps:
            self.addItem(line)
        if self._names:
            axis.setTicks([[(place + 0.5, name) for place, name in enumerate(self._names)]])
            metrics = self.fontMetrics()
            axis.setWidth(max(metrics.horizontalAdvance(name) for name in self._names) + 16)
        else:
            axis.setTicks([[(row - 0.5, str(row)) for row, _ in turn_ticks(rows)]])
        self.getPlotItem().getAxis("bottom").setTicks([turn_ticks(turns)])
        pen = pyqtgraph.mkPen(theme().tokens.text, width=1)
        self._down.setPen(pen)
        self._across.setPen(pen)

    def tip_at(self, x: float, y: float) -> str:
        turn, row = round(x) - 1, int(y)
        return self._tip(turn, row) if self._there(turn, row) else ""

    def take(self, x: float, y: float) -> None:
        self._choose(round(x) - 1, int(y))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {
            Qt.Key.Key_Right: (1, 0),
            Qt.Key.Key_Left: (-1, 0),
            Qt.Key.Key_Down: (0, 1),
            Qt.Key.Key_Up: (0, -1),
        }
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            event.ignore()
            return
        self._choose(self.turn + step[0], self.row + step[1])

    def _there(self, turn: int, row: int) -> bool:
        turns, rows = self._cells.shape
        return bool(0 <= turn < turns and 0 <= row < rows)

    def _choose(self, turn: int, row: int) -> None:
        if self._there(turn, row):
            self.cell.emit(turn, row)

"""A bar chart that loads its drawing library with the first bars it is given."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from app.theme import theme
from app.widgets.bars import Bars

if TYPE_CHECKING:
    from app.widgets.bar_plot import BarPlot


def load() -> None:
    """Have the drawing library in memory; workers call it, for it takes longer than a frame."""
    import app.widgets.bar_plot  # noqa: F401


def is_loaded() -> bool:
    """Whether the drawing library is in memory."""
    return "app.widgets.bar_plot" in sys.modules


class BarChart(QWidget):
    """Scrolls when there are more rows than room. Pair it with a table of the same numbers.

    Signals:
        chosen: the id of a row that was clicked or reached with the arrow keys.
    """

    chosen = Signal(int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self.plot: BarPlot | None = None
        self._holder: QWidget | None = None
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.viewport().setAutoFillBackground(False)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self._area)
        theme().changed.connect(self._on_theme)

    @property
    def bars(self) -> Bars:
        """What is shown."""
        return self.plot.bars if self.plot is not None else Bars((), (), "")

    def prepare(self) -> None:
        """Makes what will be drawn on while there is time, for that takes longer than a frame.

        The drawing library has to be in memory already, see `load`.
        """
        if self.plot is None:
            self._make()

    def show_bars(self, bars: Bars, current: int | None = None) -> None:
        """Replaces what is shown."""
        plot = self.plot or self._make()
        plot.show_bars(bars, current)
        plot.setAccessibleDescription("; ".join(_said(bars)))

    def choose(self, id_: int | None) -> None:
        """Marks the row of that id and brings it on screen."""
        if self.plot is None:
            return
        self.plot.choose(id_)
        for place, row in enumerate(self.plot.bars.rows):
            if id_ is not None and row.id == id_:
                middle = self.plot.row_rect(place).center()
                self._area.ensureVisible(middle.x(), middle.y(), 0, theme().row_height())

    def _make(self) -> BarPlot:
        from app.widgets.bar_plot import BarPlot

        self.plot = BarPlot()
        self.plot.setAccessibleName(self._name)
        self.plot.chosen.connect(self.chosen)
        holder = QWidget()
        box = QVBoxLayout(holder)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.plot)
        box.addStretch(1)
        self._holder = holder
        self._on_theme()
        self._area.setWidget(holder)
        self.setFocusProxy(self.plot)
        return self.plot

    @Slot()
    def _on_theme(self) -> None:
        if self.plot is not None and self._holder is not None:
            self.plot.paint_in_theme()
            self._holder.setStyleSheet(f".QWidget {{ background: {theme().tokens.base.name()}; }}")


def _said(bars: Bars) -> list[str]:
    return [f"{row.lead} {row.label[:80]} {row.value} {row.note}".strip() for row in bars.rows]

"""A place for a chart whose drawing library is loaded with the first data."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.theme import theme

if TYPE_CHECKING:
    from app.panes.conversation.plot import Plot

P = TypeVar("P", bound="Plot")


@cache
def load_charts() -> None:
    """Loads the drawing library; it takes longer than a frame, so a worker does it.

    What it brings stays for good. Left to the collector of cycles, its tens of thousands of objects would
    be looked through again and again, and the window would stand still meanwhile.
    """
    gc.disable()
    try:
        import app.panes.conversation.fate_plot
        import app.panes.conversation.turn_plot  # noqa: F401
    finally:
        gc.freeze()
        gc.enable()


class Chart(QWidget, Generic[P]):
    """Makes its plot when it is first asked for; pair it with a table of the same numbers."""

    def __init__(self, name: str, make: Callable[[], P], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name, self._make = name, make
        self.plot: P | None = None
        self._box = QVBoxLayout(self)
        self._box.setContentsMargins(0, 0, 0, 0)
        theme().changed.connect(self._on_theme)

    def need(self) -> P:
        """The plot, made now if it is not there yet."""
        if self.plot is None:
            self.plot = self._make()
            self.plot.setAccessibleName(self._name)
            self._box.addWidget(self.plot)
            self.setFocusProxy(self.plot)
        return self.plot

    @Slot()
    def _on_theme(self) -> None:
        if self.plot is not None:
            self.plot.dress()

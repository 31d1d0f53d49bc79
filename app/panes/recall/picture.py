"""One or several charts as one picture that says what it shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter

from app.theme import theme
from app.widgets import chart_files

if TYPE_CHECKING:
    from app.widgets.bar_plot import BarPlot

_PAD = 8
_TOP_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
_BY_WORDS = _TOP_LEFT | int(Qt.TextFlag.TextWordWrap)
_ANYWHERE = _TOP_LEFT | int(Qt.TextFlag.TextWrapAnywhere)
_TALL = 100_000


@dataclass(frozen=True, slots=True)
class Panel:
    """A chart with the line above it."""

    plot: BarPlot
    title: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """Captions, then charts below one another, as wide as the widest.

    Attributes:
        lines: what the whole picture shows: the question, the setting.
    """

    lines: tuple[str, ...]
    panels: tuple[Panel, ...]

    @property
    def size(self) -> QSize:
        """In points."""
        height = sum(self._height(line) for line in self.lines)
        height += sum(panel.plot.viewport().height() + self._height(panel.title) for panel in self.panels)
        return QSize(self._width, height + _PAD)

    def png(self) -> bytes:
        """At twice its size."""
        return chart_files.png_of(self.size, self._draw)

    def svg(self) -> bytes:
        """As lines and text."""
        return chart_files.svg_of(self.size, self._draw, "Mnemoscope")

    @property
    def _width(self) -> int:
        widest: int = max(panel.plot.viewport().width() for panel in self.panels)
        return widest

    def _height(self, line: str) -> int:
        if not line:
            return 0
        return self._box(line, self._flags(line)).height() + _PAD

    def _flags(self, line: str) -> int:
        """Lines break between words, but a word without end would run out of the picture."""
        return _BY_WORDS if self._box(line, _BY_WORDS).width() <= self._width - 2 * _PAD else _ANYWHERE

    def _box(self, line: str, flags: int) -> QRect:
        room = QRect(0, 0, self._width - 2 * _PAD, _TALL)
        return QFontMetrics(theme().font()).boundingRect(room, flags, line)

    def _draw(self, painter: QPainter) -> None:
        painter.fillRect(QRect(0, 0, self.size.width(), self.size.height()), theme().tokens.base)
        y = 0
        for line in self.lines:
            y = self._write(painter, line, y)
        for panel in self.panels:
            y = self._write(painter, panel.title, y)
            view = panel.plot.viewport()
            # Which bar is being explained belongs to the window, not to the picture.
            current = panel.plot.current
            panel.plot.choose(None)
            panel.plot.render(painter, QRectF(0, y, view.width(), view.height()), view.rect())
            panel.plot.choose(current)
            y += view.height()

    def _write(self, painter: QPainter, line: str, y: int) -> int:
        height = self._height(line)
        if height:
            painter.setFont(theme().font())
            painter.setPen(theme().tokens.text)
            box = QRect(_PAD, y + _PAD, self._width - 2 * _PAD, height)
            painter.drawText(box, self._flags(line), line)
        return y + height

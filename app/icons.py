"""Icons drawn from SVG files and coloured by the palette at paint time."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files

from PySide6.QtCore import QByteArray, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from app.theme import theme


@cache
def _source(name: str) -> str:
    return files("resources").joinpath("icons", f"{name}.svg").read_text(encoding="utf-8")


class _Engine(QIconEngine):
    """Draws one SVG with ``currentColor`` replaced by the colour of the theme in force."""

    def __init__(self, name: str, token: str) -> None:
        super().__init__()
        self._name = name
        self._token = token

    def clone(self) -> QIconEngine:
        """Qt copies icons freely; the copy draws the same file."""
        copy = _Engine(self._name, self._token)
        _alive.append(copy)
        return copy

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        """Draw the icon into ``rect``."""
        tokens = theme().tokens
        color: QColor = getattr(tokens, self._token)
        if mode == QIcon.Mode.Disabled:
            color = tokens.edge
        _renderer(self._name, color.name()).render(painter, QRectF(rect))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """The icon as a transparent pixmap of ``size``."""
        pixmap = QPixmap(size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self.paint(painter, QRect(QPoint(0, 0), size), mode, state)
        painter.end()
        return pixmap


# Qt owns a cloned engine but PySide drops the Python half when nothing refers to it.
_alive: list[_Engine] = []


@lru_cache(maxsize=256)
def _renderer(name: str, color: str) -> QSvgRenderer:
    text = _source(name).replace("currentColor", color)
    return QSvgRenderer(QByteArray(text.encode("utf-8")))


@cache
def icon(name: str, token: str = "text") -> QIcon:
    """The icon called ``name``, in the colour of ``token`` whatever the theme becomes.

    Raises:
        FileNotFoundError: resources/icons has no such file.
    """
    _source(name)
    return QIcon(_Engine(name, token))

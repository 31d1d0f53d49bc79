"""A chart as a picture and its numbers as a file, written whole or not at all."""

from __future__ import annotations

import csv
import io
import os
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QRect, QRectF, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QGraphicsView

FORMATS = ("png", "svg", "csv")
_SCALE = 2


def png(view: QGraphicsView) -> bytes:
    """The chart at twice its size on screen."""
    return png_of(view.viewport().size(), lambda painter: _render(view, painter))


def png_of(size: QSize, draw: Callable[[QPainter], None]) -> bytes:
    """What ``draw`` paints within ``size`` points, at twice that size."""
    image = QImage(size * _SCALE, QImage.Format.Format_ARGB32)
    image.setDevicePixelRatio(_SCALE)
    painter = QPainter(image)
    draw(painter)
    painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs want bytes, Qt a text
    return bytes(data.data())


def svg(view: QGraphicsView, title: str) -> bytes:
    """The chart as lines and text."""
    return svg_of(view.viewport().size(), lambda painter: _render(view, painter), title)


def svg_of(size: QSize, draw: Callable[[QPainter], None], title: str) -> bytes:
    """What ``draw`` paints within ``size`` points, as lines and text."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    # At its default of 72 the bars come out a third larger than the axes.
    generator.setResolution(96)
    generator.setSize(size)
    generator.setViewBox(QRect(QPoint(), size))
    generator.setTitle(title)
    painter = QPainter(generator)
    draw(painter)
    painter.end()
    return bytes(data.data())


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """The numbers as CSV; a cell that starts like a formula gets a quote before it."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(header)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return text.getvalue().encode("utf-8", "replace")


def write(path: Path, data: bytes) -> None:
    """Put ``data`` at ``path`` by way of a temporary file beside it.

    Raises:
        OSError: the folder cannot be written to; nothing is left behind.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _render(view: QGraphicsView, painter: QPainter) -> None:
    # Both rectangles are named, or a picture with more pixels than points is cropped.
    target = QRectF(view.viewport().rect())
    view.render(painter, target, view.viewport().rect())


def _cell(value: object) -> object:
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return f"'{value}"
    return "" if value is None else value

"""Glyphs and dots in a slot of one width, so that the words beside them line up."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QFontMetrics, QPainter

from app.widgets.column import Mark

DOT = "dot"
MARK_GAP = 4


def mark_slot(metrics: QFontMetrics) -> int:
    """Width of the slot that holds a glyph, so that the words beside it line up."""
    return round(metrics.height() * 0.8)


def draw_mark(painter: QPainter, slot: QRect, mark: Mark) -> None:
    """Draws a glyph, or the round dot of a kind, in the middle of ``slot``."""
    if mark.glyph != DOT:
        painter.setPen(mark.color)
        painter.drawText(slot, Qt.AlignmentFlag.AlignCenter, mark.glyph)
        return
    radius = slot.width() * 0.32
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(mark.color)
    painter.drawEllipse(QPointF(slot.center()) + QPointF(0.5, 1.0), radius, radius)
    painter.restore()

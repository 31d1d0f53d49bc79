"""Draws table cells: glyph in its slot, word beside it, and the states of a row."""

from __future__ import annotations

from typing import Any, cast

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.theme import theme
from app.widgets.column import Alignment
from app.widgets.marks import MARK_GAP, draw_mark, mark_slot
from app.widgets.paged_model import PagedModel
from app.widgets.table_header import PAD

# AlignAbsolute: a right-to-left text must not move to the other edge of its cell. Combined once,
# because the flags of Qt are Python enums and slow.
_MIDDLE = Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
_ALIGNED = {
    Alignment.LEFT: _MIDDLE | Qt.AlignmentFlag.AlignLeft,
    Alignment.RIGHT: _MIDDLE | Qt.AlignmentFlag.AlignRight,
}
_SELECTED = QStyle.StateFlag.State_Selected


class RowDelegate(QStyledItemDelegate):
    """One delegate for every column of a paged table.

    Hover fills with the alternate colour, selection with its own; the word of a selected
    row stays in text colour, because status colours are too faint on the selection.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.hovered = -1

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        model = cast("PagedModel[Any]", index.model())
        column = model.columns[index.column()]
        cell = model.cell(index.row(), index.column())
        tokens = theme().tokens
        rect = option.rect
        selected = bool(option.state & _SELECTED)
        if selected:
            painter.fillRect(rect, tokens.selection)
        elif index.row() == self.hovered:
            painter.fillRect(rect, tokens.alternate)
        if not cell.text and cell.mark is None:
            return
        font = theme().fixed_font() if column.fixed_font else option.font
        painter.setFont(font)
        metrics = QFontMetrics(font)
        inner = rect.adjusted(PAD, 0, -PAD, 0)
        if column.mark is not None:
            slot = mark_slot(metrics)
            if cell.mark is not None:
                draw_mark(painter, QRect(inner.left(), inner.top(), slot, inner.height()), cell.mark)
            inner.setLeft(inner.left() + slot + MARK_GAP)
        painter.setPen(tokens.muted if cell.muted and not selected else tokens.text)
        text = metrics.elidedText(cell.text, Qt.TextElideMode.ElideRight, inner.width())
        if text.isascii():
            painter.drawText(inner, _ALIGNED[column.alignment], text)
            return
        # Marks above and below a letter may be taller than the row.
        painter.save()
        painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
        painter.drawText(inner, _ALIGNED[column.alignment], text)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, theme().row_height())

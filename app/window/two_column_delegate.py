"""Rows of the pop-up lists: an icon, a text, and something muted at the right."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QIcon, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.theme import theme

PAD = 12


class TwoColumnDelegate(QStyledItemDelegate):
    """DisplayRole at the left, UserRole at the right, DecorationRole before both."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(200, theme().row_height())

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        tokens = theme().tokens
        painter.setFont(option.font)
        rect: QRect = option.rect
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, tokens.selection)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, tokens.free)
        metrics = option.fontMetrics
        enabled = bool(index.flags() & Qt.ItemFlag.ItemIsEnabled)
        left, right = rect.left() + PAD, rect.right() - PAD
        picture = index.data(Qt.ItemDataRole.DecorationRole)
        if isinstance(picture, QIcon):
            side = metrics.height()
            spot = QRect(left, rect.center().y() - side // 2, side, side)
            mode = QIcon.Mode.Normal if enabled else QIcon.Mode.Disabled
            picture.paint(painter, spot, Qt.AlignmentFlag.AlignCenter, mode)
            left += side + 10
        aside = str(index.data(Qt.ItemDataRole.UserRole) or "")
        if aside:
            width = min(metrics.horizontalAdvance(aside) + 2, rect.width() // 2)
            box = QRect(right - width, rect.top(), width, rect.height())
            painter.setPen(tokens.muted)
            short = metrics.elidedText(aside, Qt.TextElideMode.ElideMiddle, width)
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, short)
            right -= width + PAD
        painter.setPen(tokens.text if enabled else tokens.muted)
        box = QRect(left, rect.top(), right - left, rect.height())
        text = metrics.elidedText(
            str(index.data(Qt.ItemDataRole.DisplayRole) or ""), Qt.TextElideMode.ElideRight, box.width()
        )
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)

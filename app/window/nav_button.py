"""One entry of the sidebar: icon, name, and how many there are."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOptionButton, QWidget

from app.icons import icon
from app.theme import theme
from app.wording import number, short_number


@dataclass(frozen=True, slots=True)
class Badge:
    """A count beside a pane's name; ``count`` is None while it is not known."""

    count: int | None = None
    urgent: bool = False
    tip: str = ""

    @property
    def text(self) -> str:
        """The count as it fits; never a zero for what is not known."""
        if self.count is None:
            return "…"
        return ("▲ " if self.urgent else "") + short_number(self.count)


class NavButton(QPushButton):
    """A flat checkable button, painted by hand because style sheets align icons badly."""

    def __init__(self, name: str, icon_name: str, tip: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.setProperty("role", "nav")
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMouseTracking(True)
        self._icon_name = icon_name
        self._tip = tip
        self._badge: Badge | None = None
        self.setToolTip(tip)
        self.setAccessibleName(name)

    def set_badge(self, badge: Badge | None) -> None:
        """Show ``badge``, or none where a count makes no sense."""
        if badge == self._badge:
            return
        self._badge = badge
        lines = [self._tip]
        if badge is not None:
            exact = self.tr("not counted yet") if badge.count is None else number(badge.count)
            lines.append(badge.tip.replace("%n", exact) if badge.tip else exact)
        self.setToolTip("\n".join(lines))
        self.setAccessibleDescription(lines[-1] if badge is not None else "")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(172, round(self.fontMetrics().height() * 2.1))

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        tokens = theme().tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = self.rect().adjusted(0, 0, -1, -1)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if self.isEnabled() and (self.isChecked() or hovered or self.isDown()):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tokens.selection if self.isChecked() else tokens.free)
            painter.drawRoundedRect(frame, 6, 6)
        if self.isEnabled() and self.isChecked():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tokens.accent)
            painter.drawRoundedRect(QRect(0, 6, 3, self.height() - 12), 1.5, 1.5)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(tokens.accent, 1))
            painter.drawRoundedRect(frame, 6, 6)
        self._paint_content(painter)

    def _paint_content(self, painter: QPainter) -> None:
        tokens = theme().tokens
        metrics = self.fontMetrics()
        side = round(metrics.height() * 1.15)
        slot = QRect(12, (self.height() - side) // 2, side, side)
        mode = QIcon.Mode.Normal if self.isEnabled() else QIcon.Mode.Disabled
        picture = icon(self._icon_name, "text" if self.isChecked() else "muted")
        picture.paint(painter, slot, Qt.AlignmentFlag.AlignCenter, mode)
        right = self.width() - 10
        if self._badge is not None:
            right = self._paint_badge(painter, self._badge, right) - 6
        left = slot.right() + 11
        painter.setPen(tokens.text if self.isEnabled() else tokens.edge)
        painter.setFont(self.font())
        room = QRect(left, 0, right - left, self.height())
        text = metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)

    def _paint_badge(self, painter: QPainter, badge: Badge, right: int) -> int:
        tokens = theme().tokens
        painter.setFont(theme().font(9))
        metrics = painter.fontMetrics()
        width = max(metrics.horizontalAdvance(badge.text) + 12, metrics.height() + 6)
        height = metrics.height() + 3
        box = QRect(right - width, (self.height() - height) // 2, width, height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tokens.danger if badge.urgent else tokens.free)
        painter.drawRoundedRect(box, height / 2, height / 2)
        painter.setPen(tokens.base if badge.urgent else tokens.muted)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, badge.text)
        return box.left()

"""Puts widgets side by side and goes on below when a row is full."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Like words in a paragraph: buttons and chips that must stay readable in a narrow pane."""

    def __init__(self, parent: QWidget | None = None, *, gap: int = 8) -> None:
        super().__init__(parent)
        self._gap = gap
        self._entries: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        self._entries.append(item)

    def count(self) -> int:
        return len(self._entries)

    def itemAt(self, index: int) -> QLayoutItem:
        # Qt asks past the end to find it; the stubs do not know that None is the answer.
        return self._entries[index] if 0 <= index < len(self._entries) else None  # type: ignore[return-value]

    def takeAt(self, index: int) -> QLayoutItem:
        return self._entries.pop(index) if 0 <= index < len(self._entries) else None  # type: ignore[return-value]

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, move=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._entries:
            if not item.isEmpty():
                size = size.expandedTo(item.minimumSize())
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _place(self, around: QRect, *, move: bool) -> int:
        margins = self.contentsMargins()
        rect = around.marginsRemoved(margins)
        x, y, row = rect.x(), rect.y(), 0
        for item in self._entries:
            if item.isEmpty():
                continue
            hint = item.sizeHint()
            if x > rect.x() and x + hint.width() > rect.right() + 1:
                x, y, row = rect.x(), y + row + self._gap, 0
            if move:
                item.setGeometry(QRect(QPoint(x, y), hint))
            x += hint.width() + self._gap
            row = max(row, hint.height())
        return y + row + margins.bottom() - around.y()

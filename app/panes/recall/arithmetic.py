"""A score spelled out: value times weight for every part, and the sum."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QSizePolicy, QWidget

from app.panes.recall.score_bars import part_word
from app.panes.recall.study import PARTS, rounded
from app.theme import theme
from app.wording import duration
from core.recall import Parts


class _Square(QWidget):
    """The colour of a part, as the bars have it."""

    def __init__(self, slot: int) -> None:
        super().__init__()
        self._slot = slot
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.setFixedWidth(round(self.fontMetrics().height() * 0.8))

    def paintEvent(self, event: QPaintEvent) -> None:
        side = round(self.fontMetrics().height() * 0.6)
        painter = QPainter(self)
        painter.fillRect(QRect(0, (self.height() - side) // 2, side, side), theme().tokens.kinds[self._slot])
        painter.end()


class _Raw(QLabel):
    """What a value was made from; half a number would be another number, so it is shown whole or not."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setProperty("role", "muted")
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.width() >= self.fontMetrics().horizontalAdvance(self.text()):
            super().paintEvent(event)


class Arithmetic(QWidget):
    """One line per part, numbers under numbers."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts: Parts | None = None
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(4)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(2, 1)
        theme().changed.connect(self._draw)

    def show_parts(self, parts: Parts | None) -> None:
        """Replaces what is spelled out; None shows nothing."""
        self._parts = parts
        self._draw()

    def lines(self) -> list[str]:
        """The lines as text, for screen readers and tests."""
        grid = self._grid
        rows: list[str] = []
        for row in range(grid.rowCount()):
            cells = [grid.itemAtPosition(row, column) for column in range(6)]
            labels = [cell.widget() for cell in cells if cell is not None]
            rows.append(" ".join(label.text() for label in labels if isinstance(label, QLabel)))
        return [row for row in rows if row]

    @Slot()
    def _draw(self) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        parts = self._parts
        self.setVisible(parts is not None)
        if parts is None:
            return
        points = rounded(parts)
        names = [name for name in PARTS if name != "neighbours" or getattr(parts, name).value]
        for row, name in enumerate(names):
            part = getattr(parts, name)
            self._grid.addWidget(_Square(PARTS.index(name)), row, 0)
            self._put(row, 1, part_word(name), left=True).setToolTip(_made_from(name, part.raw))
            self._grid.addWidget(_Raw(_made_from(name, part.raw)), row, 2)
            self._put(row, 3, f"{part.value:.3f} × {part.weight:.2f}".replace("-", "−"))
            self._put(row, 4, "=", muted=True)
            self._put(row, 5, f"{points[name]:.3f}".replace("-", "−"))
        rule = QFrame()
        rule.setProperty("role", "rule")
        rule.setFixedHeight(1)
        self._grid.addWidget(rule, len(names), 3, 1, 3)
        self._put(len(names) + 1, 1, self.tr("score"), bold=True, left=True)
        self._put(len(names) + 1, 5, f"{sum(points.values()):.3f}", bold=True)

    def _put(
        self, row: int, column: int, text: str, *, muted: bool = False, bold: bool = False, left: bool = False
    ) -> QLabel:
        label = QLabel(text)
        label.setTextFormat(Qt.TextFormat.PlainText)
        if muted:
            label.setProperty("role", "muted")
        if bold:
            label.setFont(theme().font(bold=True))
        side = Qt.AlignmentFlag.AlignLeft if left else Qt.AlignmentFlag.AlignRight
        label.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
        self._grid.addWidget(label, row, column)
        return label


def _made_from(name: str, raw: float) -> str:
    match name:
        case "words":
            return f"BM25 {raw:.1f}"
        case "meaning":
            return f"cos {raw:.2f}"
        case "recency":
            return duration(max(raw, 0.0) * 86400)
        case "trust":
            return f"{raw:.0f} / 4"
        case _:
            return ""

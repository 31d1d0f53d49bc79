"""A score spelled out: value times weight for every part, and the sum."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QRect, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QSizePolicy, QWidget

from app.panes.recall.digits import PARTS, factors, shown
from app.panes.recall.score_bars import part_word
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

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "muted")
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.width() >= self.fontMetrics().horizontalAdvance(self.text()):
            super().paintEvent(event)


@dataclass(frozen=True, slots=True)
class _Line:
    """The labels of one part."""

    name: QLabel
    made: QLabel
    formula: QLabel
    points: QLabel


class Arithmetic(QWidget):
    """One line per part, numbers under numbers."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts: Parts | None = None
        self._names: tuple[str, ...] = ()
        self._lines: dict[str, _Line] = {}
        self._sum: QLabel | None = None
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(4)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(2, 1)
        theme().changed.connect(self._rebuild)

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
    def _rebuild(self) -> None:
        self._names = ()
        self._draw()

    def _draw(self) -> None:
        parts = self._parts
        self.setVisible(parts is not None)
        if parts is None:
            return
        points = shown(parts)
        names = tuple(name for name in PARTS if name != "neighbours" or getattr(parts, name).value)
        if names != self._names:
            self._lay_out(names)
        for name in names:
            part, line = getattr(parts, name), self._lines[name]
            line.made.setText(_made_from(name, part.raw))
            line.name.setToolTip(line.made.text())
            line.formula.setText(" × ".join(factors(part, points.digits)).replace("-", "−"))
            line.points.setText(points.text(name).replace("-", "−"))
        if self._sum is not None:
            self._sum.setText(f"{parts.score:.3f}")

    def _lay_out(self, names: tuple[str, ...]) -> None:
        """Labels for these parts; kept as long as the parts are the same, for sliders ask often."""
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._names = names
        self._lines = {}
        for row, name in enumerate(names):
            self._grid.addWidget(_Square(PARTS.index(name)), row, 0)
            made = _Raw()
            self._grid.addWidget(made, row, 2)
            self._put(row, 4, "=", muted=True)
            self._lines[name] = _Line(
                self._put(row, 1, part_word(name), left=True), made, self._put(row, 3), self._put(row, 5)
            )
        rule = QFrame()
        rule.setProperty("role", "rule")
        rule.setFixedHeight(1)
        self._grid.addWidget(rule, len(names), 3, 1, 3)
        self._put(len(names) + 1, 1, self.tr("score"), bold=True, left=True)
        self._sum = self._put(len(names) + 1, 5, bold=True)

    def _put(
        self,
        row: int,
        column: int,
        text: str = "",
        *,
        muted: bool = False,
        bold: bool = False,
        left: bool = False,
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


def made_line(parts: Parts) -> str:
    """How a BM25 and a cosine became values between 0 and 1; empty where there was neither."""
    said = []
    words, meaning = parts.words, parts.meaning
    if words.value > 0:
        best = f"{words.raw / words.value:.1f}"
        form = _tr("words {0}: BM25 {1} divided by {2}, the best of this question")
        said.append(form.format(f"{words.value:.3f}", f"{words.raw:.1f}", best))
    if meaning.weight > 0:
        form = _tr("meaning {0}: cos {1} stretched so that the lowest of this question is 0, the highest 1")
        said.append(form.format(f"{meaning.value:.3f}", f"{meaning.raw:.2f}".replace("-", "−")))
    return "\n".join(said)


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


def _tr(text: str) -> str:
    return QCoreApplication.translate("recall", text)

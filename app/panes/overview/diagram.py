"""The picture: who sees what, who proposes, who decides, and where it is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QRectF, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.panes.overview.actor_card import ActorCard
from app.panes.overview.store_card import StoreCard
from app.panes.overview.stores import long_term, others
from app.theme import theme
from app.wording import number

if TYPE_CHECKING:
    from core.handles.overview import Overview

HEAD = 5.0


class Diagram(QWidget):
    """Cards in a grid with arrows painted in the gaps between them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = ActorCard(
            self.tr("The model"),
            self.tr("Answers from what it sees, and proposes what to remember or to do."),
            parent=self,
        )
        self.window_card = ActorCard(
            self.tr("The window"),
            self.tr("What the model sees on one call. It is gone after the answer."),
            (
                (5, self.tr("system text")),
                (1, self.tr("tools")),
                (2, self.tr("scratchpad and plan")),
                (3, self.tr("recalled memories")),
                (4, self.tr("summary")),
                (0, self.tr("recent messages")),
            ),
            self,
        )
        self.gate = ActorCard(
            self.tr("The gate"),
            self.tr(
                "Code decides: every proposal is judged by source, trust and what it says, then stored, refreshed, "
                "held for a person or refused, and journaled without its text."
            ),
            parent=self,
        )
        self._stores = QWidget(self)
        # The arrows lie between these, so one that moves takes its arrows along.
        for part in (self.model, self.window_card, self.gate, self._stores):
            part.installEventFilter(self)
        self.cards: list[StoreCard] = []
        self._columns = 0
        self._fill_stores()
        self._lay_out()

    def show_counts(self, overview: Overview | None) -> None:
        """Put the numbers into the cards."""
        for card in self.cards:
            card.show_counts(overview)
        line = ""
        if overview is not None:
            line = self.tr("Journal: %1 entries about this person, %2 in the whole file")
            line = line.replace("%1", number(overview.journal))
            line = line.replace("%2", number(overview.journal_all))
        self.gate.set_line(line)

    def fit(self, width: int) -> None:
        """Lay the stores out for a page of ``width``."""
        unit = theme().row_height()
        columns = 3 if width > unit * 34 else 2 if width > unit * 25 else 1
        if columns == self._columns:
            return
        self._columns = columns
        for grid, cards in self._grids:
            wide = min(2, columns) if len(cards) == 4 else columns
            for place, card in enumerate(cards):
                grid.addWidget(card, place // wide, place % wide)
            for column in range(3):
                grid.setColumnStretch(column, 1 if column < wide else 0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Move, QEvent.Type.Resize):
            self.update()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        model, window = self.model.geometry(), self.window_card.geometry()
        gate, stores = self.gate.geometry(), self._stores.geometry()
        y = float(min(model.center().y(), gate.center().y()))
        self._arrow(painter, QPointF(model.right() + 4, y), QPointF(gate.left() - 4, y), dashed=True)
        self._label(painter, self._above(model.right(), gate.left(), y),
                    self.tr("proposes"))  # fmt: skip
        x = float(window.center().x())
        self._arrow(painter, QPointF(x, window.top() - 4), QPointF(x, model.bottom() + 4))
        self._aside(painter, x, (window.top() + model.bottom()) / 2, self.tr("reads"))
        x = float(gate.center().x())
        self._arrow(painter, QPointF(x, gate.bottom() + 4), QPointF(x, stores.top() - 2))
        self._aside(painter, x, (gate.bottom() + stores.top()) / 2, self.tr("code writes"))
        y = float(window.top() + min(window.height(), stores.height()) / 2)
        self._arrow(painter, QPointF(stores.left() - 4, y), QPointF(window.right() + 4, y))
        self._label(painter, self._above(window.right(), stores.left(), y),
                    self.tr("recalled"))  # fmt: skip

    def _fill_stores(self) -> None:
        column = QVBoxLayout(self._stores)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        self._grids: list[tuple[QGridLayout, list[StoreCard]]] = []
        for title, texts in (
            (self.tr("Long-term records of this person"), long_term()),
            (self.tr("Other stores"), others()),
        ):
            head = QLabel(title, self._stores)
            head.setProperty("role", "muted")
            column.addWidget(head)
            grid = QGridLayout()
            grid.setSpacing(8)
            cards = [StoreCard(text, self._stores) for text in texts]
            self._grids.append((grid, cards))
            self.cards += cards
            column.addLayout(grid)
        column.addStretch(1)

    def _lay_out(self) -> None:
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.addWidget(self.model, 0, 0)
        self._grid.addWidget(self.gate, 0, 1)
        self._grid.addWidget(self.window_card, 1, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(self._stores, 1, 1)
        self._grid.setColumnStretch(1, 1)
        self._grid.setRowStretch(1, 1)
        self.gate.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        theme().changed.connect(self._on_theme)
        self._on_theme()

    @Slot()
    def _on_theme(self) -> None:
        unit = theme().row_height()
        self._grid.setHorizontalSpacing(unit * 3)
        self._grid.setVerticalSpacing(round(unit * 1.3))
        for card in (self.model, self.window_card):
            card.setFixedWidth(unit * 7)

    def _arrow(self, painter: QPainter, start: QPointF, end: QPointF, *, dashed: bool = False) -> None:
        tokens = theme().tokens
        pen = QPen(tokens.muted, 1.5)
        if dashed:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawLine(start, end)
        length = ((end.x() - start.x()) ** 2 + (end.y() - start.y()) ** 2) ** 0.5 or 1.0
        ux, uy = (end.x() - start.x()) / length, (end.y() - start.y()) / length
        back = QPointF(end.x() - ux * HEAD * 1.8, end.y() - uy * HEAD * 1.8)
        side = QPointF(-uy * HEAD, ux * HEAD)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tokens.muted)
        painter.drawPolygon(QPolygonF([end, back + side, back - side]))

    def _above(self, left: int, right: int, y: float) -> QRect:
        height = self.fontMetrics().height()
        return QRect(left, int(y) - height - 4, right - left, height)

    def _label(self, painter: QPainter, box: QRect, text: str) -> None:
        painter.setPen(theme().tokens.muted)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def _aside(self, painter: QPainter, x: float, y: float, text: str) -> None:
        painter.setPen(theme().tokens.muted)
        height = self.fontMetrics().height()
        box = QRectF(x + 10, y - height / 2, 200, height)
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)

"""One turn's prompt as a bar of its parts, with a legend that filters."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QBrush, QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.panes.conversation.study import PARTS, SLOT, Study
from app.panes.conversation.words import about, compact, share
from app.theme import theme
from app.wording import number
from app.wording.conversations import part_word
from core.memory.prompt.ledger import PromptPart

_GAP = 2
_LEAST = 2
_PAD = 8


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the bar; ``part`` is None for what is free or reserved."""

    part: PromptPart | None
    name: str
    tokens: int
    hatched: bool = False


class NowBar(QWidget):
    """Parts, then what is free, then the reserve, hatched and outside the budget.

    Signals:
        chosen: a part that was clicked, or None.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pieces: tuple[Piece, ...] = ()
        self.total = 0
        self.part: PromptPart | None = None
        self._budget = 0
        self._boxes: list[tuple[QRect, Piece]] = []
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("The prompt by part"))
        theme().changed.connect(self._on_theme)

    def show_turn(self, study: Study, turn: int) -> None:
        """Shows the parts of a turn."""
        parts, used = study.parts(turn), study.used()
        pieces = [Piece(part, part_word(part), parts[part]) for part in PARTS if part in used]
        pieces.append(Piece(None, self.tr("Free"), study.free(turn)))
        if study.ask.reserved:
            pieces.append(Piece(None, self.tr("Reserved"), study.ask.reserved, hatched=True))
        self.pieces, self._budget = tuple(pieces), study.budget
        self.total = study.total(turn)
        # Two numbers for one thing would be the worst fault of this pane.
        assert self.total == sum(piece.tokens for piece in pieces if piece.part is not None)
        said = "; ".join(f"{piece.name} {number(piece.tokens)}" for piece in pieces)
        self.setAccessibleDescription(said)
        self._on_theme()

    def choose(self, part: PromptPart | None) -> None:
        """Marks a part."""
        self.part = part
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(400, self._bar_height() + self._lines() * self._line() + _PAD)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    def resizeEvent(self, event: object) -> None:
        self.setFixedHeight(self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(theme().font())
        self._boxes = []
        self._paint_bar(painter)
        self._paint_legend(painter)
        if self.hasFocus():
            painter.setPen(theme().tokens.accent)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        piece = self._at(event.position())
        if piece is not None:
            self._take(piece.part)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}.get(Qt.Key(event.key()))
        parts: list[PromptPart | None] = [None, *(piece.part for piece in self.pieces if piece.part)]
        if step is None:
            event.ignore()
            return
        here = parts.index(self.part) if self.part in parts else 0
        self._take(parts[(here + step) % len(parts)], toggle=False)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            piece = self._at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), self._tip(piece) if piece else "", self)
            return True
        return bool(super().event(event))

    def _take(self, part: PromptPart | None, *, toggle: bool = True) -> None:
        self.choose(None if toggle and part is self.part else part)
        self.chosen.emit(self.part)

    def _tip(self, piece: Piece) -> str:
        of = share(piece.tokens, self._budget)
        if piece.hatched:
            return self.tr("{0}: {1} tokens for the answer, outside the budget").format(
                piece.name, number(piece.tokens)
            )
        said = number(piece.tokens) if piece.part is None else about(piece.tokens)
        return self.tr("{0}: {1} tokens, {2} of the budget").format(piece.name, said, of)

    def _at(self, position: QPointF) -> Piece | None:
        point = position.toPoint()
        return next((piece for box, piece in self._boxes if box.contains(point)), None)

    def _paint_bar(self, painter: QPainter) -> None:
        whole = sum(piece.tokens for piece in self.pieces) or 1
        x, covered, width = 0, 0, self.width()
        height = self._bar_height() - _PAD
        for piece in self.pieces:
            covered += piece.tokens
            upto = round(width * covered / whole)
            if piece.tokens:
                box = QRect(x, 0, max(upto - x, _LEAST), height)
                self._fill(painter, box, piece)
                if piece.part is not None and piece.part is self.part:
                    painter.setPen(theme().tokens.text)
                    painter.drawRect(box.adjusted(0, 0, -1, -1))
                self._boxes.append((box, piece))
                x = box.right() + 1 + _GAP

    def _paint_legend(self, painter: QPainter) -> None:
        tokens, metrics = theme().tokens, painter.fontMetrics()
        side, line, slot = round(metrics.height() * 0.7), self._line(), self._slot()
        columns = max(self.width() // slot, 1)
        for place, piece in enumerate(self.pieces):
            row, column = divmod(place, columns)
            box = QRect(column * slot, self._bar_height() + row * line, slot - 2 * _PAD, line)
            self._boxes.append((box, piece))
            if piece.part is not None and piece.part is self.part:
                painter.fillRect(box, tokens.selection)
            swatch = QRect(box.left(), box.center().y() - side // 2, side, side)
            self._fill(painter, swatch, piece)
            painter.setPen(tokens.edge)
            if piece.part is None:
                painter.drawRect(swatch.adjusted(0, 0, -1, -1))
            painter.setPen(tokens.text)
            middle = Qt.AlignmentFlag.AlignVCenter
            painter.drawText(box.adjusted(side + 6, 0, 0, 0), middle | Qt.AlignmentFlag.AlignLeft, piece.name)
            of = metrics.horizontalAdvance("100.0\u202f%") + _PAD
            painter.drawText(
                box.adjusted(0, 0, -of, 0), middle | Qt.AlignmentFlag.AlignRight, compact(piece.tokens)
            )
            painter.setPen(tokens.muted)
            painter.drawText(box, middle | Qt.AlignmentFlag.AlignRight, share(piece.tokens, self._budget))

    def _fill(self, painter: QPainter, box: QRect, piece: Piece) -> None:
        tokens = theme().tokens
        painter.fillRect(box, tokens.free if piece.part is None else tokens.kinds[SLOT[piece.part]])
        if piece.hatched:
            painter.fillRect(box, QBrush(QColor(tokens.muted), Qt.BrushStyle.BDiagPattern))

    def _bar_height(self) -> int:
        return round(self.fontMetrics().height() * 1.6) + _PAD

    def _line(self) -> int:
        return round(self.fontMetrics().height() * 1.35)

    def _slot(self) -> int:
        metrics = self.fontMetrics()
        names = max((metrics.horizontalAdvance(piece.name) for piece in self.pieces), default=60)
        return names + metrics.horizontalAdvance("000.0k 100.0\u202f%") + metrics.height() + 3 * _PAD + 4

    def _lines(self) -> int:
        columns = max(self.width() // self._slot(), 1)
        return -(-max(len(self.pieces), 1) // columns)

    @Slot()
    def _on_theme(self) -> None:
        self.setFixedHeight(self.sizeHint().height())
        self.update()

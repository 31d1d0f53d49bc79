"""Text that is shown and never interpreted: selectable, as tall as its content, nothing hidden."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Slot
from PySide6.QtGui import (
    QColor,
    QFont,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextEdit, QWidget

from app.theme import theme
from app.widgets.hidden_characters import pieces


class Look(Enum):
    """How a span is drawn."""

    PLAIN = auto()
    REMOVED = auto()
    ADDED = auto()
    FLAGGED = auto()


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of foreign text with its look."""

    text: str
    look: Look = Look.PLAIN


class TextView(QTextEdit):
    """Draws spans; hidden characters become boxes with their code points.

    Text goes in through a cursor, never as markup, so nothing in it is interpreted. Copying
    a selection copies what is seen, boxes as their code points.
    """

    def __init__(self, parent: QWidget | None = None, *, fixed: bool = False, leading: int = 120) -> None:
        super().__init__(parent)
        self._fixed = fixed
        self._leading = leading
        self._spans: tuple[Span, ...] = ()
        self._boxes: list[tuple[int, int]] = []
        self.setReadOnly(True)
        self.setAcceptRichText(False)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        # A page has many of these; the keyboard stops at what can be acted on or read at length.
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDocumentMargin(0)
        self.viewport().setAutoFillBackground(False)
        self.setStyleSheet("QTextEdit { background: transparent; border: none; }")
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        theme().changed.connect(self._on_theme)

    def show_spans(self, spans: Iterable[Span]) -> None:
        """Replaces the text."""
        self._spans = tuple(spans)
        self._draw()

    def shown_text(self) -> str:
        """What is on screen, boxes as their code points."""
        return self.toPlainText()

    def box_count(self) -> int:
        """How many hidden characters are drawn as boxes."""
        return len(self._boxes)

    def sizeHint(self) -> QSize:
        return QSize(200, self._height())

    def minimumSizeHint(self) -> QSize:
        return QSize(40, self._height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the page scrolls, not the text

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._boxes:
            return
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme().tokens.warn)
        visible = QRectF(event.rect())
        for start, end in self._boxes:
            box = self._box(start, end)
            if box.intersects(visible):
                painter.drawRoundedRect(box, 3, 3)
        painter.end()

    def _box(self, start: int, end: int) -> QRectF:
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        first = self.cursorRect(cursor)
        cursor.setPosition(end)
        last = self.cursorRect(cursor)
        right = last.left() if last.top() == first.top() else self.viewport().width() - 1
        return QRectF(first.left() + 0.5, first.top() + 0.5, right - first.left() - 1, first.height() - 1)

    def _draw(self) -> None:
        self.setFont(theme().fixed_font() if self._fixed else theme().font())
        self._boxes = []
        self.clear()
        cursor = self.textCursor()
        block = QTextBlockFormat()
        block.setLineHeight(self._leading, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor.setBlockFormat(block)
        for span in self._spans:
            form = _format(span.look)
            for piece in pieces(span.text):
                if piece.hidden:
                    start = cursor.position()
                    cursor.insertText(f"\u202f{piece.text}\u202f", _boxed(form))
                    self._boxes.append((start, cursor.position()))
                else:
                    cursor.insertText(piece.text, form)
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self._fit()

    def _height(self) -> int:
        return max(round(self.document().size().height()), self.fontMetrics().height()) + 1

    def _fit(self) -> None:
        self.document().setTextWidth(max(self.viewport().width(), 40))
        height = self._height()
        if self.height() != height or self.minimumHeight() != height:
            self.setFixedHeight(height)
            self.updateGeometry()

    @Slot()
    def _on_theme(self) -> None:
        self._draw()


def _format(look: Look) -> QTextCharFormat:
    form = QTextCharFormat()
    tokens = theme().tokens
    form.setForeground(tokens.text)
    if look is Look.REMOVED:
        form.setFontStrikeOut(True)
        form.setBackground(_tint(tokens.danger))
    elif look is Look.ADDED:
        form.setFontWeight(QFont.Weight.Bold)
        form.setBackground(_tint(tokens.ok))
    elif look is Look.FLAGGED:
        form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        form.setUnderlineColor(tokens.danger)
        form.setBackground(_tint(tokens.warn))
    return form


def _boxed(form: QTextCharFormat) -> QTextCharFormat:
    boxed = QTextCharFormat(form)
    boxed.setForeground(theme().tokens.warn)
    boxed.setFontWeight(QFont.Weight.Normal)
    boxed.setFontStrikeOut(False)
    return boxed


def _tint(color: QColor) -> QColor:
    tint = QColor(color)
    tint.setAlpha(56 if theme().dark else 36)
    return tint

"""Words that are not the program's own, drawn so that they cannot pass for it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from app.theme import theme
from app.widgets.text_view import Look, Span, TextView
from app.wording import number

BAR = 3
LINES = 12
CHARACTERS = 1600
# Beyond this a text view takes seconds to lay out; the whole text can be copied or exported.
MOST = 100_000


class ForeignText(QWidget):
    """Alternate fill, a bar at the left, the fixed font; cut after some lines."""

    def __init__(
        self, parent: QWidget | None = None, *, lines: int = LINES, characters: int = CHARACTERS
    ) -> None:
        super().__init__(parent)
        self._text = ""
        self._flagged: tuple[tuple[int, int], ...] = ()
        self._lines = lines
        self._characters = characters
        self._all = False
        self.view = TextView(fixed=True)
        self.view.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.view.installEventFilter(self)
        self.more = QPushButton()
        self.more.setProperty("role", "link")
        self.more.setCursor(Qt.CursorShape.PointingHandCursor)
        self.more.clicked.connect(self._on_more)
        box = QVBoxLayout(self)
        box.setContentsMargins(BAR + 10, 8, 10, 8)
        box.setSpacing(4)
        box.addWidget(self.view)
        box.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        theme().changed.connect(self.update)

    @property
    def cut(self) -> bool:
        """True while the end of the text is not shown."""
        return len(self._head()) < len(self._text)

    def show_text(self, text: str, flagged: tuple[tuple[int, int], ...] = ()) -> None:
        """Shows ``text``; ``flagged`` spans are underlined and marked."""
        if text != self._text:
            self._all = False
        self._text = text
        self._flagged = flagged
        self._draw()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().tokens.alternate)
        painter.fillRect(0, 0, BAR, self.height(), theme().tokens.muted)
        if self.view.hasFocus():
            painter.setPen(theme().tokens.accent)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def _head(self) -> str:
        if self._all:
            return self._text[:MOST]
        head = self._text[: self._characters]
        rows = head.split("\n", self._lines)
        return head if len(rows) <= self._lines else "\n".join(rows[: self._lines])

    def _draw(self) -> None:
        head = self._head()
        self.view.show_spans(_spans(head, self._flagged))
        hidden = number(len(self._text) - len(head))
        if self._all:
            self.more.setText(self.tr("Show less"))
            tip = self.tr("{0} more characters can be copied or exported").format(hidden)
            self.more.setToolTip(tip if self.cut else "")
        else:
            self.more.setText(self.tr("Show all, {0} more").format(hidden))
            self.more.setToolTip(self.tr("{0} more characters").format(hidden))
        self.more.setVisible(self._all or self.cut)

    @Slot()
    def _on_more(self) -> None:
        self._all = not self._all
        self._draw()


def _spans(text: str, flagged: tuple[tuple[int, int], ...]) -> list[Span]:
    spans: list[Span] = []
    place = 0
    for start, end in sorted(flagged):
        start, end = max(start, place), min(end, len(text))
        if start >= end:
            continue
        if start > place:
            spans.append(Span(text[place:start]))
        spans.append(Span(text[start:end], Look.FLAGGED))
        place = end
    if place < len(text):
        spans.append(Span(text[place:]))
    return spans

"""Talking to the demo agent: what is said at the left, what it saw and did at the right."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSplitter, QVBoxLayout, QWidget

from app.panes.conversation.chat_entry import ChatEntry
from app.panes.conversation.chat_inspector import Inspector
from app.panes.conversation.chat_transcript import Transcript
from app.panes.heading import GAP, MARGIN, Heading
from app.widgets.card import Card
from app.widgets.loading_line import LoadingLine


class ChatView(QWidget):
    """Signals:
    said: words to be answered.
    left: somebody wants back to the charts.
    """

    said = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = Heading(self.tr("Conversation"))
        self.anew = QPushButton(self.tr("New talk"))
        self.anew.setToolTip(self.tr("Begin another conversation; this one stays in the list"))
        self.back = QPushButton(self.tr("Back to the charts"))
        self.back.setToolTip(self.tr("Show this conversation’s budget, messages and prompts (Esc)"))
        self.back.clicked.connect(self.left)
        self.heading.add(self.anew)
        self.heading.add(self.back)
        self.loading = LoadingLine()
        self.transcript = Transcript()
        self.entry = ChatEntry()
        self.entry.sent.connect(self._on_send)
        self.entry.textChanged.connect(self._on_written)
        self.send = QPushButton(self.tr("Send"))
        self.send.setProperty("role", "primary")
        self.send.setToolTip(self.tr("Send (Return); Shift+Return begins a new line"))
        self.send.clicked.connect(self._on_send)
        self.stop = QPushButton(self.tr("Stop"))
        self.stop.setToolTip(self.tr("Ends this turn; what was proposed until then stands"))
        self.write = QPushButton(self.tr("Write notes"))
        self.state = QLabel()
        self.state.setProperty("role", "muted")
        self.state.setTextFormat(Qt.TextFormat.PlainText)
        self.state.setWordWrap(True)
        self.enable = QPushButton(self.tr("Enable writing"))
        self.inspector = Inspector()
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(GAP)
        left, right = Card(self._left()), Card(self.inspector)
        left.setMinimumWidth(320)
        right.setMinimumWidth(320)
        self.splitter.addWidget(left)
        self.splitter.addWidget(right)
        self.splitter.setStretchFactor(0, 5)
        self.splitter.setStretchFactor(1, 4)
        page = QVBoxLayout(self)
        page.setContentsMargins(MARGIN, GAP, MARGIN, MARGIN)
        page.setSpacing(8)
        page.addWidget(self.heading)
        page.addWidget(self.loading)
        page.addWidget(self.splitter, 1)
        self._ready = False

    def show_ready(self, ready: bool, *, running: bool, writes: bool) -> None:
        """Offers what can be done now.

        Args:
            ready: the file can be written and nothing runs.
            writes: a writer's model is there and something was said for it to read.
        """
        self._ready = ready
        self.stop.setVisible(running)
        self.send.setVisible(not running)
        self.anew.setEnabled(not running)
        self.write.setEnabled(ready and writes)
        self.loading.set_busy(running)
        self._on_written()

    @Slot(str)
    def write_words(self, words: str) -> None:
        """Writes words into the entry, to be changed or sent."""
        self.entry.setPlainText(words)
        self.entry.moveCursor(QTextCursor.MoveOperation.End)
        self.entry.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            return
        super().keyPressEvent(event)

    def _left(self) -> QWidget:
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.transcript, 1)
        below = QVBoxLayout()
        below.setContentsMargins(12, 8, 12, 8)
        below.setSpacing(8)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.state, 1)
        for button in (self.enable, self.write, self.stop, self.send):
            row.addWidget(button)
        below.addWidget(self.entry)
        below.addLayout(row)
        column.addLayout(below)
        return side

    @Slot()
    def _on_send(self) -> None:
        if self.send.isEnabled() and self.send.isVisibleTo(self):
            words = self.entry.words
            self.entry.clear()
            self.said.emit(words)

    @Slot()
    def _on_written(self) -> None:
        self.send.setEnabled(self._ready and bool(self.entry.words) and not self.entry.too_long)

"""What was said in a talk, one message below the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.panes.conversation.chat_turn import WatchedTurn
from app.widgets.flow_layout import FlowLayout
from app.widgets.foreign_text import ForeignText
from app.widgets.hidden_characters import one_line
from app.widgets.narrow import Narrow
from app.widgets.text_view import Span, TextView
from app.wording import Sentence, number


class Transcript(QScrollArea):
    """Signals:
    turn_chosen: the place of a turn, counted from 0, whose details are wanted.
    item_wanted: a proposal to show in Review.
    example_chosen: words somebody may want to say.
    """

    turn_chosen = Signal(int)
    item_wanted = Signal(int)
    example_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("What was said"))
        inner = Narrow()
        self._column = QVBoxLayout(inner)
        self._column.setContentsMargins(16, 12, 16, 12)
        self._column.setSpacing(12)
        self._column.addStretch(1)
        self.setWidget(inner)
        inner.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)
        self._links: list[QPushButton] = []
        self._words: TextView | None = None
        # A new message is laid out first, and only then its end can be shown.
        self.verticalScrollBar().rangeChanged.connect(
            lambda low, high: self.verticalScrollBar().setValue(high)
        )

    def clear(self) -> None:
        """Takes everything away."""
        self._links.clear()
        self._words = None
        while self._column.count() > 1:
            item = self._column.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def add_words(self, words: str) -> None:
        """Shows what the person said."""
        self._words = TextView()
        self._words.show_spans([Span(words)])
        self._add(_message(self.tr("You"), self._words))

    def add_answer(self, place: int, name: str, turn: WatchedTurn) -> None:
        """Shows what the agent said, with a way to what it saw and to what waits for a person."""
        text = turn.turned.text if turn.turned is not None else ""
        body = ForeignText(lines=60, characters=8_000)
        body.view.setAccessibleName(self.tr("Answer"))
        body.show_text(text or self.tr("(no words)"))
        links = QWidget()
        row = FlowLayout(links, gap=8)
        row.setContentsMargins(0, 0, 0, 0)
        saw = _link(self.tr("What it saw"), lambda: self.turn_chosen.emit(place))
        saw.setToolTip(self.tr("Show prompt, recalled memories and proposals of this turn"))
        saw.setCheckable(True)
        self._links.append(saw)
        row.addWidget(saw)
        for id_ in turn.items:
            row.addWidget(_link(self.tr("Proposal #{0} in Review").format(id_), self._wanting(id_)))
        self._add(_message(self.tr("Demo agent · {0}").format(one_line(name, 60)), body, links))

    def add_trouble(self, said: Sentence, action: str = "", run: Callable[[], object] | None = None) -> None:
        """Shows an error where the answer would stand."""
        text = QLabel(" ".join(part for part in (f"✗ {said.title}.", said.text, said.advice) if part))
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setWordWrap(True)
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        link = _link(action, run) if run is not None else None
        self._add(_message(self.tr("Not answered"), text, link))

    def add_note(self, text: str) -> None:
        """Says something in the program's own words."""
        label = QLabel(text)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setProperty("role", "muted")
        label.setWordWrap(True)
        self._add(label)

    def add_examples(self, examples: Sequence[str]) -> None:
        """Offers words to begin with; choosing some writes them, and sends nothing."""
        box = QWidget()
        row = FlowLayout(box, gap=8)
        row.setContentsMargins(0, 0, 0, 0)
        for words in examples:
            chip = QPushButton(words)
            chip.setProperty("role", "chip")
            chip.clicked.connect(self._choosing(words))
            row.addWidget(chip)
        self._add(box)

    def show_masked(self, words: str, count: int) -> None:
        """Shows what the person said last without its secrets, and says that they were taken out."""
        if self._words is not None:
            self._words.show_spans([Span(words)])
        form = self.tr("{0} secrets were taken out before anything was kept or sent.")
        one = self.tr("A secret was taken out before anything was kept or sent.")
        self.add_note(one if count == 1 else form.format(number(count)))

    def mark(self, place: int) -> None:
        """Marks the turn whose details are shown."""
        for number_, link in enumerate(self._links):
            link.setChecked(number_ == place)
            link.setText(self.tr("Shown at the right") if number_ == place else self.tr("What it saw"))

    def _choosing(self, words: str) -> Callable[[], object]:
        return lambda: self.example_chosen.emit(words)

    def _wanting(self, id_: int) -> Callable[[], object]:
        return lambda: self.item_wanted.emit(id_)

    def _add(self, widget: QWidget) -> None:
        self._column.insertWidget(self._column.count() - 1, widget)
        QTimer.singleShot(0, self, self._to_end)

    def _to_end(self) -> None:
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())


def _message(who: str, body: QWidget, below: QWidget | None = None) -> QWidget:
    message = QWidget()
    box = QVBoxLayout(message)
    box.setContentsMargins(0, 0, 0, 0)
    box.setSpacing(4)
    head = QLabel(who)
    head.setTextFormat(Qt.TextFormat.PlainText)
    head.setProperty("role", "muted")
    head.setWordWrap(True)
    box.addWidget(head)
    box.addWidget(body)
    if below is not None:
        box.addWidget(
            below, 0, Qt.AlignmentFlag.AlignLeft if isinstance(below, QPushButton) else Qt.AlignmentFlag(0)
        )
    return message


def _link(text: str, run: Callable[[], object]) -> QPushButton:
    link = QPushButton(text)
    link.setProperty("role", "link")
    link.setCursor(Qt.CursorShape.PointingHandCursor)
    link.clicked.connect(lambda: run())
    return link

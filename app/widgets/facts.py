"""Labels and values of a detail, one below the other, every label column equally wide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from app.theme import theme
from app.widgets.column import Mark
from app.widgets.marks import draw_mark, mark_slot
from app.widgets.text_view import Span, TextView

LABEL_CHARS = 13
_LONGEST = 2000


@dataclass(frozen=True, slots=True)
class Fact:
    """One line: what it is, its value, and how the value is shown.

    Attributes:
        foreign: the value came from outside; fixed font, hidden characters as code points.
        link: pressing it sends this; the value is then a button.
    """

    label: str
    value: str
    tip: str = ""
    foreign: bool = False
    mark: Mark | None = None
    link: object | None = None


class MarkLabel(QWidget):
    """A glyph in its slot, as the tables draw it."""

    def __init__(self, mark: Mark, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mark = mark
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(mark_slot(self.fontMetrics()), self.fontMetrics().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        draw_mark(painter, QRect(0, 0, self.width(), self.height()), self._mark)
        painter.end()


class Facts(QWidget):
    """A grid of facts.

    Signals:
        linked: the ``link`` of a fact whose value was pressed.
        drawn: the values, and with them the buttons among them, are new widgets.
    """

    linked = Signal(object)
    drawn = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._facts: tuple[Fact, ...] = ()
        self.links: list[QPushButton] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        theme().changed.connect(self._draw)

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Replaces what is shown."""
        before, self._facts = self._facts, tuple(facts)
        if before and _form(before) == _form(self._facts):
            # Who scrubs through turns changes the words alone; widgets made anew would cost a frame.
            for row, fact in enumerate(self._facts):
                item = self._grid.itemAtPosition(row, 1)
                value = None if item is None else item.widget()
                if isinstance(value, QLabel) and value.text() != fact.value:
                    value.setText(fact.value)
            return
        self._draw()

    def values(self) -> dict[str, str]:
        """Label to value, as shown."""
        return {fact.label: fact.value for fact in self._facts}

    @Slot()
    def _draw(self) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.links = []
        self._grid.setColumnMinimumWidth(0, LABEL_CHARS * self.fontMetrics().averageCharWidth())
        for row, fact in enumerate(self._facts):
            label = QLabel(fact.label)
            label.setProperty("role", "muted")
            self._grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
            if fact.link is not None and fact.mark is None:
                # A size policy that keeps the button small would keep its whole column small.
                self._grid.addWidget(self._value(fact), row, 1, Qt.AlignmentFlag.AlignLeft)
            else:
                self._grid.addWidget(self._value(fact), row, 1)
        self.drawn.emit()

    def _value(self, fact: Fact) -> QWidget:
        if fact.foreign:
            return self._foreign(fact)
        value = self._text(fact) if fact.link is None else self._button(fact)
        if fact.mark is None:
            return value
        both = QWidget()
        box = QHBoxLayout(both)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(4)
        box.addWidget(MarkLabel(fact.mark))
        box.addWidget(value, 1)
        return both

    def _text(self, fact: Fact) -> QLabel:
        label = QLabel(fact.value)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        label.setToolTip(fact.tip)
        label.setMinimumWidth(40)
        return label

    def _foreign(self, fact: Fact) -> QWidget:
        # A text view, because a label neither breaks a long word nor shows what is hidden.
        view = TextView(fixed=True, leading=100)
        view.setAccessibleName(fact.label)
        view.show_spans([Span(fact.value[:_LONGEST])])
        view.setToolTip(fact.tip)
        return view

    def _button(self, fact: Fact) -> QWidget:
        button = QPushButton(fact.value)
        button.setProperty("role", "link")
        button.setStyleSheet("QPushButton { text-align: left; padding: 0px; }")
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.setToolTip(fact.tip)
        button.clicked.connect(lambda: self.linked.emit(fact.link))
        self.links.append(button)
        return button


def _form(facts: tuple[Fact, ...]) -> list[object]:
    """What of facts their widgets depend on; only plain words can be put into the widgets that are there."""
    plain = [not (fact.foreign or fact.mark is not None or fact.link is not None) for fact in facts]
    return [(fact.label, fact.tip) if each else fact for fact, each in zip(facts, plain, strict=True)]

"""The words a proposal of a writer run was read from, as evidence beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.widgets.foreign_text import ForeignText
from app.widgets.hidden_characters import revealed
from app.wording import number, trust_word
from core.gate import trust_of
from core.memory.records import Sourced

_RUNS = 3
_LINES = 6


class Quotes(QWidget):
    """One line for each cited source, with its trust, and below it the words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._box = QVBoxLayout(self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(6)

    def show_quotes(
        self, sourced: Sequence[Sourced], shown: Callable[[str], str] = lambda words: words
    ) -> None:
        """Replaces what is shown.

        Args:
            shown: what of the words may be read.
        """
        while (item := self._box.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        if not sourced:
            self._say(self.tr("The host vouches for this source; no quote was given."))
        for behind in sourced[:_RUNS]:
            run = revealed(behind.run, 60)
            if not behind.cited:
                self._say(self.tr("Run {0}; what it cited was not kept: a rule failed.").format(run))
            for source, words in behind.cited:
                said = self.tr("Run {0} cites {1} · trust {2}")
                self._say(said.format(run, revealed(shown(source), 80), trust_word(trust_of(source))))
                if words:
                    self._quote(shown(words))
                else:
                    self._say(self.tr("The run holds no text of this source."))
        if len(sourced) > _RUNS:
            self._say(self.tr("{0} more of its runs cite it.").format(number(len(sourced) - _RUNS)))

    def texts(self) -> list[str]:
        """What is said and quoted, from top to bottom."""
        found = []
        for place in range(self._box.count()):
            item = self._box.itemAt(place)
            widget = item.widget() if item is not None else None
            if isinstance(widget, QLabel):
                found.append(widget.text())
            elif isinstance(widget, ForeignText):
                found.append(widget.view.shown_text())
        return found

    def _say(self, text: str) -> None:
        label = QLabel(text)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setProperty("role", "muted")
        label.setWordWrap(True)
        label.setMinimumWidth(40)
        self._box.addWidget(label)

    def _quote(self, words: str) -> None:
        quote = ForeignText(lines=_LINES)
        quote.view.setAccessibleName(self.tr("Cited words"))
        quote.show_text(words)
        self._box.addWidget(quote)

"""Two versions of a text, one below the other, with only the changed words marked."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from app.theme import theme
from app.widgets.text_view import Look, Span, TextView
from app.widgets.word_diff import Run, word_diff

_MOST = 4000
# Unchanged words around a change, enough to find the place again.
_NEAR = 240


class Difference(QWidget):
    """− and + at the margin, removed words struck, added words bold; readable without colour."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._minus = QLabel("−")
        self._plus = QLabel("+")
        self.before = TextView(fixed=True)
        self.after = TextView(fixed=True)
        self.before.setAccessibleName(self.tr("Before"))
        self.after.setAccessibleName(self.tr("After"))
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        top = Qt.AlignmentFlag.AlignTop
        grid.addWidget(self._minus, 0, 0, top)
        grid.addWidget(self.before, 0, 1)
        grid.addWidget(self._plus, 1, 0, top)
        grid.addWidget(self.after, 1, 1)
        grid.setColumnStretch(1, 1)
        theme().changed.connect(self._on_theme)
        self._on_theme()

    def compare(self, before: str, after: str) -> None:
        """Shows what changed from ``before`` to ``after``; what is far from any change is left out."""
        found = word_diff(before, after)
        self.before.show_spans(_spans(found.before, Look.REMOVED))
        self.after.show_spans(_spans(found.after, Look.ADDED))

    def shown(self) -> tuple[str, str]:
        """Both sides as they stand on screen."""
        return self.before.shown_text(), self.after.shown_text()

    @Slot()
    def _on_theme(self) -> None:
        tokens = theme().tokens
        for sign, color in ((self._minus, tokens.danger), (self._plus, tokens.ok)):
            sign.setFont(theme().fixed_font())
            sign.setStyleSheet(f"color: {color.name()}; font-weight: bold;")


def _spans(runs: tuple[Run, ...], changed: Look) -> list[Span]:
    spans: list[Span] = []
    length = 0
    for place, run in enumerate(runs):
        text = run.text
        if not run.changed:
            text = _near(text, after=place > 0, before=place < len(runs) - 1)
        if length + len(text) > _MOST:
            spans.append(Span(f"{text[: _MOST - length]} …", changed if run.changed else Look.PLAIN))
            break
        length += len(text)
        spans.append(Span(text, changed if run.changed else Look.PLAIN))
    return spans


def _near(text: str, *, after: bool, before: bool) -> str:
    """What of an unchanged stretch stands close behind one change and close before the next."""
    if len(text) <= 3 * _NEAR:
        return text
    end = text[-_NEAR:] if before else ""
    start = text[:_NEAR] if after or not before else ""
    return f"{start} … {end}" if start and end else f"{start} …" if start else f"… {end}"

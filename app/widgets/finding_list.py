"""What the gate found in a text: a severity and one sentence for each finding."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from app.theme import theme
from app.widgets.column import Mark
from app.widgets.facts import MarkLabel
from app.wording import finding, glyph, severity_word
from core.gate import Finding, Severity

_ORDER = list(Severity)


def severity_color(severity: Severity) -> QColor:
    """The colour of a severity's glyph; its word stays in text colour."""
    tokens = theme().tokens
    return {Severity.LOW: tokens.muted, Severity.MEDIUM: tokens.warn}.get(severity, tokens.danger)


def severity_mark(severity: Severity) -> Mark:
    """The glyph of a severity, in its colour."""
    return Mark(glyph(severity), severity_color(severity))


def spans_of(findings: Sequence[Finding]) -> tuple[tuple[int, int], ...]:
    """The places the findings point to."""
    return tuple(found.span for found in findings if found.span is not None)


class FindingList(QWidget):
    """Glyph, severity and sentence in three columns, the gravest first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._findings: tuple[Finding, ...] = ()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(2, 1)
        theme().changed.connect(self._draw)

    def show_findings(self, findings: Sequence[Finding]) -> None:
        """Replaces what is shown."""
        self._findings = tuple(sorted(findings, key=lambda found: -_ORDER.index(found.severity)))
        self._draw()

    def sentences(self) -> list[str]:
        """What is said, in order."""
        return [finding(found) for found in self._findings]

    @Slot()
    def _draw(self) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        top = Qt.AlignmentFlag.AlignTop
        for row, found in enumerate(self._findings):
            word = QLabel(severity_word(found.severity))
            word.setProperty("role", "muted")
            said = QLabel(finding(found))
            said.setTextFormat(Qt.TextFormat.PlainText)
            said.setWordWrap(True)
            said.setMinimumWidth(40)
            said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            said.setAccessibleName(f"{severity_word(found.severity)}: {said.text()}")
            self._grid.addWidget(MarkLabel(severity_mark(found.severity)), row, 0, top)
            self._grid.addWidget(word, row, 1, top)
            self._grid.addWidget(said, row, 2)

"""One step of the checklist: glyph and word, what it brought, and how long it took."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QEnterEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.elided_label import ElidedLabel
from app.panes.tasks.marks import step_mark
from app.theme import theme
from app.widgets.facts import MarkLabel
from app.widgets.foreign_text import ForeignText
from app.widgets.hidden_characters import one_line, revealed
from app.wording import duration, moment, step_word
from core.memory.tasks import Step, StepState

_LINES = 6


class StepRow(QWidget):
    """A step in two lines; the chosen one, and what failed, shows all of its words.

    Signals:
        pressed: the step's number.
    """

    pressed = Signal(int)

    def __init__(self, step: Step, stale: bool, now: datetime, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.step = step
        self._stale = stale
        self.chosen = False
        self.focused = False
        self._hovered = False
        self.setSizePolicy(self.sizePolicy().Policy.Preferred, self.sizePolicy().Policy.Maximum)
        name = QLabel(revealed(step.name))
        name.setTextFormat(Qt.TextFormat.PlainText)
        name.setWordWrap(True)
        if step.state is StepState.RUNNING:
            name.setFont(theme().font(bold=True))
        self.time = QLabel(time_text(step, now))
        self.time.setProperty("role", "muted")
        self.time.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        self.time.setToolTip(_times(step))
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(name, 1)
        top.addWidget(self.time)
        self.facts = QLabel(facts_text(step, stale=stale))
        self.facts.setProperty("role", "muted")
        self.facts.setTextFormat(Qt.TextFormat.PlainText)
        self.facts.setWordWrap(True)
        self.told = _told(step)
        self.short = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self.short.setFont(theme().fixed_font())
        self.short.setText(f"“{one_line(self.told)}”")
        self.short.setToolTip(revealed(self.told))
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addLayout(top)
        words.addWidget(self.facts)
        words.addWidget(self.short)
        self.text = ForeignText(lines=_LINES, characters=600)
        self.text.show_text(self.told)
        self.text.setVisible(False)
        self.text.view.setAccessibleName(self.tr("What became of it"))
        words.addWidget(self.text)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 12, 6)
        row.setSpacing(8)
        mark = MarkLabel(step_mark(step, stale=stale))
        row.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        self.setAccessibleName(f"{step.name}, {step_word(step.state)}")

    def choose(self, chosen: bool) -> None:
        """Marks it as the one acts are about."""
        self.chosen = chosen
        opened = bool(self.told) and (chosen or self.step.state is StepState.FAILED)
        self.text.setVisible(opened)
        self.short.setVisible(bool(self.told) and not opened)
        self.update()

    def focus(self, focused: bool) -> None:
        """Draws the edge of keyboard use."""
        self.focused = focused
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.pressed.emit(self.step.id)
        super().mousePressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._hovered = True
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: object) -> None:
        self._hovered = False
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme().tokens
        painter = QPainter(self)
        if self.chosen:
            painter.fillRect(self.rect(), tokens.selection)
        elif self._hovered:
            painter.fillRect(self.rect(), tokens.alternate)
        if self.chosen and self.focused:
            painter.setPen(tokens.accent)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()


def time_text(step: Step, now: datetime) -> str:
    """How long the last attempt took, or has lasted."""
    if step.duration is not None:
        seconds = step.duration.total_seconds()
        return duration(seconds) if seconds >= 1 else _tr("at once")
    if step.started_at is not None:
        return _tr("for {0}").format(duration(max((now - step.started_at).total_seconds(), 0)))
    return ""


def facts_text(step: Step, *, stale: bool) -> str:
    """State, attempt, evidence and who decided, on one line."""
    word = step_word(step.state)
    if stale and step.state is StepState.RUNNING:
        word = _tr("running, but its process is gone")
    elif step.interrupted:
        word = _tr("failed: interrupted, its process ended")
    elif step.state in (StepState.SKIPPED, StepState.CANCELLED):
        word = _tr("{0} by {1}: {2}").format(word, one_line(step.by, 40), revealed(step.reason, 300))
    parts = [word]
    if step.attempts:
        parts.append(_tr("attempt {0} of {1}").format(len(step.attempts), step.limit))
    if step.evidence:
        parts.append(_tr("evidence {0}").format(revealed(step.evidence, 60)))
    if step.replaces is not None:
        parts.append(_tr("replaces s{0}").format(step.replaces))
    return " · ".join(parts)


def _told(step: Step) -> str:
    """The words that came with it from outside; a person's reason stands beside their name instead."""
    return step.result or ("" if step.by else step.reason)


def _times(step: Step) -> str:
    lines = []
    for number, attempt in enumerate(step.attempts, 1):
        ended = moment(attempt.ended_at) if attempt.ended_at is not None else _tr("still running")
        lines.append(_tr("attempt {0}: {1} to {2}").format(number, moment(attempt.started_at), ended))
    return "\n".join(lines)


def _tr(text: str) -> str:
    return QCoreApplication.translate("tasks", text)

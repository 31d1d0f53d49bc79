"""The log beside the checklist: what was proposed, and the rule behind every refusal."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from PySide6.QtCore import QCoreApplication, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.panes.tasks.marks import event_mark
from app.panes.tasks.reading import Dossier
from app.panes.tasks.rows import Rows
from app.theme import theme
from app.widgets.facts import MarkLabel
from app.widgets.hidden_characters import one_line, revealed
from app.wording import ago, event_title, moment, number, problem_sentence, rule_word
from core.memory.tasks import Ruling, TaskEvent


class LogView(Rows):
    """Entries, the newest first.

    Signals:
        older_asked: the entries before these are wanted.
    """

    older_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(self.tr("Log"))
        self.rows: list[LogRow] = []
        self._shown: tuple[object, ...] = ()
        theme().changed.connect(self._on_theme)
        self._on_theme()

    def show_dossier(self, dossier: Dossier | None, now: datetime) -> None:
        """Shows the log of a task."""
        entries = dossier.log if dossier is not None else ()
        shown = tuple((entry.seq, entry.times) for entry in entries)
        if dossier is not None and (dossier.task.id, shown) == self._shown:
            for row in self.rows:
                row.show_age(now)
            return
        self._shown = () if dossier is None else (dossier.task.id, shown)
        names = {} if dossier is None else {step.id: step.name for step in dossier.task.steps}
        self.rows = [LogRow(entry, names, now) for entry in entries]
        widgets: list[QWidget] = [*self.rows]
        if dossier is not None and dossier.more:
            older = QPushButton(self.tr("Show older entries"))
            older.setProperty("role", "link")
            older.clicked.connect(self.older_asked)
            widgets.append(older)
        self.put(widgets)

    def forget_look(self) -> None:
        """Draws every row anew when it is shown next: the colours have changed."""
        self._shown = ()

    @Slot()
    def _on_theme(self) -> None:
        # No row is current here, so the whole list says that the keyboard scrolls it.
        accent = theme().tokens.accent.name()
        self.setStyleSheet(
            "LogView { background: transparent; border: 1px solid transparent; }"
            f" LogView:focus {{ border-color: {accent}; }}"
        )


class LogRow(QWidget):
    """One entry: what, by whom, at which revision; refused ones with every rule's sentence."""

    def __init__(
        self, event: TaskEvent, names: Mapping[int, str], now: datetime, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.entry = event
        refused = event.ruling is Ruling.REFUSED
        what = event_title(event, names)
        self.title = _label(self.tr("refused: {0}").format(what) if refused else what)
        self.age = QLabel()
        self.age.setProperty("role", "muted")
        self.age.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        self.age.setToolTip(moment(event.at))
        self.show_age(now)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.title, 1)
        top.addWidget(self.age)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addLayout(top)
        self.sentences: list[QLabel] = []
        for problem in event.problems:
            told = _label(problem_sentence(problem))
            self.sentences.append(told)
            words.addWidget(told)
            words.addWidget(_label(self.tr("rule: {0}").format(rule_word(problem.code)), "muted"))
        if event.note:
            words.addWidget(_label(self.tr("reason: {0}").format(revealed(event.note, 200)), "muted"))
        words.addWidget(_label(_by(event), "muted"))
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 12, 6)
        row.setSpacing(8)
        row.addWidget(MarkLabel(event_mark(event)), 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)

    def show_age(self, now: datetime) -> None:
        """Says how long ago it was."""
        self.age.setText(ago(self.entry.at, now))


def _by(event: TaskEvent) -> str:
    parts = [_tr("by {0}").format(one_line(event.source, 60))]
    if not event.source.endswith(f":{event.actor}"):
        parts.append(_tr("through {0}").format(one_line(event.actor, 40)))
    parts.append(_tr("revision {0}").format(event.rev))
    if event.base_rev is not None and event.base_rev != event.rev:
        parts.append(_tr("made for revision {0}").format(event.base_rev))
    if event.times > 1:
        parts.append(_tr("{0} times").format(number(event.times)))
    return " · ".join(parts)


def _label(text: str, role: str = "") -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    if role:
        label.setProperty("role", role)
    return label


def _tr(text: str) -> str:
    return QCoreApplication.translate("tasks", text)

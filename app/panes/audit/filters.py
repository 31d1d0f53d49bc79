"""What the journal is narrowed to: one person, actor, action, kind, time, words of a reason."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from PySide6.QtCore import QSignalBlocker, QTimer, Signal, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QWidget

from app.icons import icon
from app.theme import theme
from app.widgets.hidden_characters import one_line
from app.wording import action_word, object_word
from core.audit import Role
from core.handles.journal import JournalChoices, JournalFilter
from core.scope import Scope

_TYPING = 300
_SPANS = (timedelta(hours=1), timedelta(days=1), timedelta(days=7), timedelta(days=30), timedelta(days=365))


class Filters(QWidget):
    """A row of choices.

    Signals:
        changed: another filter is wanted.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scope: Scope | None = None
        self.person, self.actor, self.action = QComboBox(), QComboBox(), QComboBox()
        self.object, self.since = QComboBox(), QComboBox()
        self.words = QLineEdit()
        self.words.setClearButtonEnabled(True)
        self.words.addAction(icon("find", "muted"), QLineEdit.ActionPosition.LeadingPosition)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for box, name in (
            (self.person, self.tr("Person")),
            (self.actor, self.tr("Actor")),
            (self.action, self.tr("Action")),
            (self.object, self.tr("Object")),
            (self.since, self.tr("Time")),
        ):
            box.setAccessibleName(name)
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(6)
            row.addWidget(box, 1)
            box.currentIndexChanged.connect(self.changed)
        row.addWidget(self.words, 2)
        self.words.setMinimumWidth(12 * self.fontMetrics().averageCharWidth())
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_TYPING)
        self._pause.timeout.connect(self._on_words)
        self.words.textChanged.connect(self._pause.start)
        self.words.returnPressed.connect(self._on_words)
        self.since.addItem(self.tr("Any time"), None)
        for text, span in zip(
            (
                self.tr("Last hour"),
                self.tr("Last 24 hours"),
                self.tr("Last 7 days"),
                self.tr("Last 30 days"),
                self.tr("Last year"),
            ),
            _SPANS,
            strict=True,
        ):
            self.since.addItem(text, span)
        theme().changed.connect(self._on_theme)
        self._on_theme()
        self.offer(JournalChoices((), (), ()))
        self.show_person(None)

    @property
    def waiting(self) -> bool:
        """True while a pause in typing is awaited."""
        return self._pause.isActive()

    @property
    def narrowed(self) -> bool:
        """True when something is left out on purpose."""
        boxes = (self.person, self.actor, self.action, self.object, self.since)
        return any(box.currentIndex() > 0 for box in boxes) or bool(self.words.text().strip())

    def wanted(self, now: datetime) -> JournalFilter:
        """What is chosen, seen from ``now``."""
        span = self.since.currentData()
        return JournalFilter(
            self.person.currentData(),
            self.actor.currentData(),
            self.action.currentData(),
            self.object.currentData(),
            now - span if span is not None else None,
            words=self.words.text().strip(),
        )

    def show_person(self, scope: Scope | None) -> None:
        """Offers the person in the picker; another one takes the place of the one before."""
        if scope == self._scope and self.person.count():
            return
        narrowed = self.person.currentIndex() > 0 and scope is not None
        self._scope = scope
        with QSignalBlocker(self.person), QSignalBlocker(self.words):
            self.words.clear()
            self.person.clear()
            self.person.addItem(self.tr("Everybody"), None)
            if scope is not None:
                self.person.addItem(one_line(str(scope)), scope)
            self.person.setCurrentIndex(1 if narrowed else 0)
        self.words.setEnabled(scope is not None)
        name = one_line(str(scope)) if scope is not None else self.tr("nobody")
        self.words.setPlaceholderText(self.tr("reason about {0}").format(name))
        self.words.setAccessibleName(self.tr("Words of a reason"))
        self.words.setToolTip(
            self.tr("Reasons are personal: only those about the person chosen at the top are looked through.")
        )

    def offer(self, choices: JournalChoices) -> None:
        """Offers what occurs in the journal and keeps what is chosen."""
        actors = [
            (one_line(each.name) if each.role == Role.OPERATOR else f"agent · {one_line(each.name)}", each.id)
            for each in choices.actors
        ]
        actions = [(action_word(each), each) for each in choices.actions]
        objects = [(object_word(each), each) for each in choices.object_kinds]
        _fill(self.actor, self.tr("Every actor"), actors)
        _fill(self.action, self.tr("Every action"), sorted(actions))
        _fill(self.object, self.tr("Every object"), sorted(objects))

    @Slot()
    def _on_theme(self) -> None:
        height = self.words.sizeHint().height()
        for box in (self.person, self.actor, self.action, self.object, self.since):
            box.setFixedHeight(height)

    @Slot()
    def clear(self) -> None:
        """Lists everything again."""
        for box in (self.person, self.actor, self.action, self.object, self.since):
            with QSignalBlocker(box):
                box.setCurrentIndex(0)
        with QSignalBlocker(self.words):
            self.words.clear()
        self._pause.stop()
        self.changed.emit()

    @Slot()
    def _on_words(self) -> None:
        self._pause.stop()
        if self.words.text().strip() and self.person.count() > 1:
            with QSignalBlocker(self.person):
                self.person.setCurrentIndex(1)
        self.changed.emit()


def _fill(box: QComboBox, everything: str, offered: Sequence[tuple[str, object]]) -> None:
    chosen = box.currentData()
    with QSignalBlocker(box):
        box.clear()
        box.addItem(everything, None)
        for text, value in offered:
            box.addItem(text, value)
        place = box.findData(chosen) if chosen is not None else 0
        box.setCurrentIndex(max(place, 0))

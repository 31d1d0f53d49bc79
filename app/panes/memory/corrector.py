"""Writing a better version of a record in place, with the difference while typing."""

from __future__ import annotations

import json

from PySide6.QtCore import QEvent, QObject, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import QLabel, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from app.panes.memory.content import pretty
from app.panes.memory.correction_bar import CorrectionBar, saves
from app.theme import theme
from app.widgets.difference import Difference
from app.widgets.foreign_text import ForeignText
from app.widgets.hidden_characters import revealed
from app.widgets.strip import Strip
from core.memory.records import Kind, Record

_TYPING = 120
_ROWS = 6
_MOST_ROWS = 14


class Corrector(QWidget):
    """Editor, steps of a procedure, reason, live difference; ``bar`` holds Save and Cancel.

    Signals:
        saved: the new text (JSON of a JSON record is valid), the steps or None, and the reason.
        cancelled: nothing shall be changed.
        escaped: Escape was pressed; what was typed may be dear.
        rebased: the draft now corrects the record of this id, written meanwhile.
    """

    saved = Signal(str, object, str)
    cancelled = Signal()
    escaped = Signal()
    rebased = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.record: Record | None = None
        self._text = ""
        self._steps: tuple[str, ...] = ()
        self._newer: Record | None = None
        self._saving = False
        self.editor = _field(self.tr("New text"))
        self.steps = _field(self.tr("Steps, one a line"))
        self._steps_title = QLabel(self.tr("Steps, one a line"))
        self._steps_title.setProperty("role", "muted")
        self._steps_title.setBuddy(self.steps)
        self.difference = Difference()
        self.reason = QLineEdit()
        self.reason.setPlaceholderText(self.tr("Why (kept in the journal; optional)"))
        self.reason.setAccessibleName(self.tr("Reason"))
        self.meanwhile = Strip()
        self.meanwhile.pressed.connect(self._on_rebase)
        self.present = ForeignText()
        self.present.view.setAccessibleName(self.tr("Text of the version written meanwhile"))
        self.bar = CorrectionBar()
        self.save = self.bar.save
        self.bar.save_asked.connect(self._on_save)
        self.bar.cancel_asked.connect(self.cancelled)
        self.bar.escaped.connect(self.escaped)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(8)
        for widget in (
            self.meanwhile,
            self.present,
            self.editor,
            self._steps_title,
            self.steps,
            self.reason,
            self.difference,
        ):
            box.addWidget(widget)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_TYPING)
        self._pause.timeout.connect(self._compare)
        for field in (self.editor, self.steps):
            field.textChanged.connect(self._on_typed)
            field.installEventFilter(self)
        self.reason.installEventFilter(self)
        theme().changed.connect(self._on_theme)
        self._on_theme()

    @property
    def trouble(self) -> str:
        """Why it was not saved; empty while nothing is wrong."""
        return self.bar.trouble

    @property
    def changed(self) -> bool:
        """True when something was typed that is not saved."""
        return self.record is not None and (self._differs or bool(self.reason.text().strip()))

    @property
    def new_steps(self) -> tuple[str, ...]:
        """The steps as they are written now, without empty lines."""
        return tuple(filter(None, map(_one_line, self.steps.toPlainText().split("\n"))))

    @property
    def _differs(self) -> bool:
        return self.editor.toPlainText() != self._text or self.new_steps != self._steps

    def start(self, record: Record) -> None:
        """Begins with the present text of ``record``, the caret at its end."""
        self._stand_on(record)
        self.editor.setPlainText(pretty(record))
        self.steps.setPlainText("\n".join(_one_line(step) for step in record.details.steps))
        self.reason.clear()
        self.complain("")
        self._size()
        self._compare()
        self.editor.moveCursor(QTextCursor.MoveOperation.End)
        self.editor.setFocus()

    def complain(self, text: str) -> None:
        """Says beside Save why it was not saved; empty takes it away."""
        self._saving = False
        self.bar.say(text)
        self._compare()

    def remind(self, text: str) -> None:
        """Says beside Save that the correction is still open."""
        self.bar.say(text)

    def say_meanwhile(self, newer: Record | None) -> None:
        """Shows beside the draft what was written while it was typed; None for nothing."""
        self._newer = newer
        self.meanwhile.setVisible(newer is not None)
        self.present.setVisible(newer is not None)
        if newer is None or self.record is None:
            return
        said = self.tr("v{0} was written meanwhile, by {1}. It says:").format(
            newer.version, revealed(newer.source, 40)
        )
        self.meanwhile.say("■", said, self.tr("Correct v{0} instead").format(newer.version), "warn")
        self.present.show_text(pretty(newer))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent):
            if event.type() is QEvent.Type.ShortcutOverride and saves(event):
                event.accept()
                return True
            if event.type() is QEvent.Type.KeyPress and self.bar.take(event):
                return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.bar.take(event):
            super().keyPressEvent(event)

    def _stand_on(self, record: Record) -> None:
        self.record = record
        # The editor turns some line ends into others; that is no change anybody typed.
        document = QTextDocument()
        document.setPlainText(pretty(record))
        self._text = document.toPlainText()
        self._steps = tuple(filter(None, map(_one_line, record.details.steps)))
        for widget in (self._steps_title, self.steps):
            widget.setVisible(record.kind is Kind.PROCEDURAL)
        self.say_meanwhile(None)

    @Slot()
    def _compare(self) -> None:
        self._pause.stop()
        if self.record is None:
            return
        before, after = _whole(self._text, self._steps), _whole(self.editor.toPlainText(), self.new_steps)
        self.difference.compare(before, after)
        self._allow()

    def _allow(self) -> None:
        self.save.setEnabled(not self._saving and self._differs and bool(self.editor.toPlainText().strip()))

    @Slot()
    def _on_typed(self) -> None:
        # The keyboard must find Save at once; only the comparison can wait.
        self._allow()
        self._pause.start()

    @Slot()
    def _on_save(self) -> None:
        self._compare()
        if self.record is None or not self.save.isEnabled():
            return
        text = self.editor.toPlainText()
        if self.record.is_json:
            try:
                text = json.dumps(json.loads(text), ensure_ascii=False)
            except ValueError as error:
                place = f"{getattr(error, 'lineno', '?')}:{getattr(error, 'colno', '?')}"
                self.complain(
                    self.tr("This record holds JSON, and the text is not valid JSON at {0}.").format(place)
                )
                return
        self.complain("")
        self._saving = True
        self.save.setEnabled(False)
        steps = self.new_steps if self.new_steps != self._steps else None
        # Only what was typed is new: untouched words keep their own line ends.
        text = text if text != self._text or self.record.is_json else self.record.content
        self.saved.emit(text, steps, self.reason.text().strip())

    @Slot()
    def _on_rebase(self) -> None:
        newer = self._newer
        if newer is None:
            return
        kept_steps = self.new_steps != self._steps
        self._stand_on(newer)
        if not kept_steps:
            self.steps.setPlainText("\n".join(self._steps))
        self.complain("")
        self.editor.setFocus()
        self.rebased.emit(newer.id)

    def _size(self) -> None:
        for field, least, most in ((self.editor, _ROWS, _MOST_ROWS), (self.steps, 3, 8)):
            line = field.fontMetrics().lineSpacing()
            # Lines wrap at about forty characters in the narrowest detail.
            rows = sum(1 + len(each) // 40 for each in field.toPlainText().split("\n", most)[:most])
            field.setFixedHeight(round(line * min(max(rows, least), most)) + 16)

    @Slot()
    def _on_theme(self) -> None:
        for field in (self.editor, self.steps):
            field.setFont(theme().fixed_font())
        self._size()


def _field(name: str) -> QPlainTextEdit:
    field = QPlainTextEdit()
    field.setProperty("role", "field")
    field.setTabChangesFocus(True)
    field.setAccessibleName(name)
    return field


def _one_line(step: str) -> str:
    return " ".join(step.split())


def _whole(text: str, steps: tuple[str, ...]) -> str:
    return "\n".join((text, *(f"{place}. {step}" for place, step in enumerate(steps, 1))))

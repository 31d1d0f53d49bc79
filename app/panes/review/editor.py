"""Changing the words of a proposal before they are released, with difference and verdict live."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.panes.review.case import Case
from app.theme import theme
from app.widgets.difference import Difference
from app.widgets.finding_list import FindingList
from app.widgets.section_label import SectionLabel
from app.wording import day, sentence
from core.review import Consequences

_TYPING = 150
_ROWS = 5

# Asks core what releasing these words would do: text, answer, error.
Ask = Callable[[Case, str, Callable[[Consequences], None], Callable[[Exception], None]], None]


class ReleaseEditor(QWidget):
    """Editor, live difference against the proposal, live verdict, reason, Release and Cancel.

    ``foot`` holds the last three; whoever shows the editor keeps it in view below.

    Signals:
        saved: the words to release and the reason.
        cancelled: nothing shall be changed.
    """

    saved = Signal(str, str)
    cancelled = Signal()

    def __init__(self, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ask = ask
        self._case: Case | None = None
        self._title = SectionLabel()
        self.editor = QPlainTextEdit()
        self.editor.setProperty("role", "field")
        self.editor.setTabChangesFocus(True)
        self.editor.setAccessibleName(self.tr("Words to release"))
        self.difference = Difference()
        self.verdict = QLabel()
        self.verdict.setTextFormat(Qt.TextFormat.PlainText)
        self.verdict.setWordWrap(True)
        self.blocking = FindingList()
        self.reason = QLineEdit()
        self.reason.setPlaceholderText(self.tr("Why (kept in the journal; optional)"))
        self.reason.setAccessibleName(self.tr("Reason"))
        self.save = QPushButton()
        self.save.setProperty("role", "primary")
        self.save.setToolTip(self.tr("Store these words as yours, derived from the source (Ctrl+S)"))
        self.save.clicked.connect(self._on_save)
        cancel = QPushButton(self.tr("Cancel"))
        cancel.setToolTip(self.tr("Leave it as it was (Esc)"))
        cancel.clicked.connect(self.cancelled)
        self.foot = _Foot(self.reason, self.save, cancel)
        self.foot.hide()
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(8)
        for widget in (
            self._title,
            self.editor,
            self.difference,
            self.verdict,
            self.blocking,
        ):
            box.addWidget(widget)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_TYPING)
        self._pause.timeout.connect(self._judge)
        self.editor.textChanged.connect(self._on_typed)
        self.foot.left.connect(self.cancelled)
        for place in (self, self.foot):
            shortcut = QShortcut(QKeySequence(QKeySequence.StandardKey.Save), place)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(self._on_save)
        theme().changed.connect(self._on_theme)
        self._on_theme()

    @property
    def waiting(self) -> bool:
        """True while words were typed that are not judged yet."""
        return self._pause.isActive()

    def start(self, case: Case, text: str, *, redacting: bool) -> None:
        """Begins with ``text``: the words as proposed, or without what was marked in them."""
        self._case = case
        if redacting:
            self._title.setText(self.tr("Redact: this is taken out before the rest is stored"))
            self.save.setText(self.tr("Release redacted"))
        else:
            self._title.setText(self.tr("Edit, then release"))
            self.save.setText(self.tr("Release edited"))
        self.editor.setPlainText(text)
        self.reason.clear()
        self._judge()
        self.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def complain(self, text: str) -> None:
        """Says why it was not released; the words stay."""
        self._say(f"✗ {text}", "danger")
        self.save.setEnabled(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
            return
        super().keyPressEvent(event)

    @Slot()
    def _on_typed(self) -> None:
        self.save.setEnabled(False)
        self._pause.start()

    @Slot()
    def _judge(self) -> None:
        self._pause.stop()
        case, text = self._case, self.editor.toPlainText()
        if case is None:
            return
        self.difference.compare(case.item.shown, text)
        self.blocking.show_findings(())
        self.save.setEnabled(False)
        if text == case.item.shown:
            self._say(self.tr("Nothing is changed yet."), "muted")
        elif text.strip():
            self._say(self.tr("Judging…"), "muted")
            self._ask(case, text, lambda found: self._judged(text, found), self._failed)
        else:
            self._say(self.tr("✗ There is no text to store."), "danger")

    def _judged(self, text: str, found: Consequences) -> None:
        if text != self.editor.toPlainText():
            return
        self.save.setEnabled(found.possible)
        self.blocking.show_findings(found.blocking)
        if not found.possible:
            self._say(self.tr("✗ Today’s rules refuse these words from anybody:"), "danger")
        elif found.duplicates is not None:
            said = self.tr("✓ Marks record #{0} as seen again: it says the same.")
            self._say(said.format(found.duplicates.id), "ok")
        elif found.supersedes is not None:
            said = self.tr("✓ Replaces record #{0}, current since {1}.")
            self._say(said.format(found.supersedes.id, day(found.supersedes.recorded_at)), "ok")
        else:
            self._say(self.tr("✓ Adds a record and replaces nothing."), "ok")

    def _failed(self, error: Exception) -> None:
        said = sentence(error)
        self._say(f"✗ {said.text or said.title}", "danger")

    def _say(self, text: str, role: str) -> None:
        self.verdict.setText(text)
        self.verdict.setProperty("role", role)
        self.verdict.style().unpolish(self.verdict)
        self.verdict.style().polish(self.verdict)

    @Slot()
    def _on_save(self) -> None:
        if self._case is None or not self.save.isEnabled():
            return
        self.save.setEnabled(False)
        self.saved.emit(self.editor.toPlainText(), self.reason.text().strip())

    @Slot()
    def _on_theme(self) -> None:
        self.editor.setFont(theme().fixed_font())
        self.editor.setFixedHeight(round(self.editor.fontMetrics().lineSpacing() * _ROWS) + 16)


class _Foot(QWidget):
    """Reason and buttons; Esc in them leaves the editor, as it does in the text."""

    left = Signal()

    def __init__(self, reason: QLineEdit, save: QPushButton, cancel: QPushButton) -> None:
        super().__init__()
        rule = QFrame()
        rule.setProperty("role", "rule")
        rule.setFixedHeight(1)
        row = QHBoxLayout()
        row.setContentsMargins(16, 8, 16, 8)
        row.setSpacing(8)
        row.addWidget(reason, 1)
        row.addWidget(save)
        row.addWidget(cancel)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        box.addWidget(rule)
        box.addLayout(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            return
        super().keyPressEvent(event)

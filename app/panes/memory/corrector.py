"""Writing a better version of a record in place, with the difference while typing."""

from __future__ import annotations

import json

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.panes.memory.content import pretty
from app.theme import theme
from app.widgets.difference import Difference
from core.memory.records import Record

_TYPING = 120
_ROWS = 6


class Corrector(QWidget):
    """Editor, live difference, reason, Save and Cancel.

    Signals:
        saved: the new text and the reason; JSON of a JSON record is valid.
        cancelled: nothing shall be changed.
    """

    saved = Signal(str, str)
    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._record: Record | None = None
        self.editor = QPlainTextEdit()
        self.editor.setProperty("role", "field")
        self.editor.setTabChangesFocus(True)
        self.editor.setAccessibleName(self.tr("New text"))
        self.difference = Difference()
        self.reason = QLineEdit()
        self.reason.setPlaceholderText(self.tr("Why (kept in the journal; optional)"))
        self.reason.setAccessibleName(self.tr("Reason"))
        self._trouble = QLabel()
        self._trouble.setProperty("role", "danger")
        self._trouble.setWordWrap(True)
        self._trouble.hide()
        self.save = QPushButton(self.tr("Save correction"))
        self.save.setProperty("role", "primary")
        self.save.clicked.connect(self._on_save)
        cancel = QPushButton(self.tr("Cancel"))
        cancel.clicked.connect(self.cancelled)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.save)
        buttons.addWidget(cancel)
        buttons.addStretch(1)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(8)
        for widget in (self.editor, self.difference, self.reason, self._trouble):
            box.addWidget(widget)
        box.addLayout(buttons)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_TYPING)
        self._pause.timeout.connect(self._compare)
        self.editor.textChanged.connect(self._pause.start)
        shortcut = QShortcut(QKeySequence(QKeySequence.StandardKey.Save), self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(self._on_save)
        self.save.setToolTip(self.tr("Write a new version; the old one stays in the history (Ctrl+S)"))
        theme().changed.connect(self._on_theme)
        self._on_theme()

    @property
    def trouble(self) -> str:
        """Why it was not saved; empty while nothing is wrong."""
        return self._trouble.text()

    @property
    def changed(self) -> bool:
        """True when something was typed that is not saved."""
        return self._record is not None and self.editor.toPlainText() != pretty(self._record)

    def start(self, record: Record) -> None:
        """Begins with the present text of ``record``."""
        self._record = record
        self.editor.setPlainText(pretty(record))
        self.reason.clear()
        self.complain("")
        self._compare()
        self.editor.setFocus(Qt.FocusReason.OtherFocusReason)
        self.editor.selectAll()

    def complain(self, text: str) -> None:
        """Says under the field why it was not saved; empty takes it away."""
        self._trouble.setText(f"✗ {text}" if text else "")
        self._trouble.setVisible(bool(text))
        self.save.setEnabled(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
            return
        super().keyPressEvent(event)

    @Slot()
    def _compare(self) -> None:
        self._pause.stop()
        if self._record is None:
            return
        before, after = pretty(self._record), self.editor.toPlainText()
        self.difference.compare(before, after)
        self.save.setEnabled(before != after and bool(after.strip()))

    @Slot()
    def _on_save(self) -> None:
        self._compare()
        if self._record is None or not self.save.isEnabled():
            return
        text = self.editor.toPlainText()
        if self._record.is_json:
            try:
                text = json.dumps(json.loads(text), ensure_ascii=False)
            except ValueError as error:
                place = f"{getattr(error, 'lineno', '?')}:{getattr(error, 'colno', '?')}"
                self.complain(
                    self.tr("This record holds JSON, and the text is not valid JSON at {0}.").format(place)
                )
                return
        self.complain("")
        self.save.setEnabled(False)
        self.saved.emit(text, self.reason.text().strip())

    @Slot()
    def _on_theme(self) -> None:
        self.editor.setFont(theme().fixed_font())
        self.editor.setFixedHeight(round(self.editor.fontMetrics().lineSpacing() * _ROWS) + 16)

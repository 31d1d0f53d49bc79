"""A field for plain text that takes a bounded amount, and says what it left out."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Signal, Slot
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QWidget

from app.wording import number

MOST = 20_000
"""Characters a field takes; a line of a million characters would stop the window for minutes."""


class CappedEdit(QPlainTextEdit):
    """Typed, pasted and dropped text up to `MOST` characters; ``note`` says what had no room.

    Signals:
        left_out: how many characters were not taken.
    """

    left_out = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabChangesFocus(True)
        self.note = QLabel(self)
        self.note.setProperty("role", "warn")
        self.note.setWordWrap(True)
        self.note.hide()
        self.textChanged.connect(self._on_changed)

    def setPlainText(self, text: str) -> None:  # noqa: N802 - as Qt calls it
        """Replaces all of it, as far as there is room."""
        kept = _first(text, MOST)
        super().setPlainText(kept)
        self._tell(len(text) - len(kept))

    def insertPlainText(self, text: str) -> None:  # noqa: N802 - as Qt calls it
        """Puts text where the cursor is, or over the selection, as far as there is room."""
        selected = self.textCursor()
        room = MOST - self._length() + selected.selectionEnd() - selected.selectionStart()
        kept = _first(text, max(room, 0))
        super().insertPlainText(kept)
        self._tell(len(text) - len(kept))

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802 - as Qt calls it
        """What a paste or a drop brings, as plain text."""
        if source.hasText():
            self.insertPlainText(source.text())

    def _length(self) -> int:
        # The document counts the end of its last line.
        return self.document().characterCount() - 1

    def _tell(self, left: int) -> None:
        self.note.setVisible(left > 0)
        if left > 0:
            self.note.setText(
                self.tr("Only {0} characters have room here; the last {1} were not taken.").format(
                    number(MOST), number(left)
                )
            )
            self.left_out.emit(left)

    @Slot()
    def _on_changed(self) -> None:
        over = self._length() - MOST
        if over > 0:
            # Typed or composed past the end of the room.
            cursor = QTextCursor(self.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.movePosition(QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor, over)
            cursor.removeSelectedText()
            self._tell(over)
        elif self._length() < MOST:
            self.note.hide()


def _first(text: str, room: int) -> str:
    """As much of a text as fits; Qt counts in units of UTF-16."""
    if len(text) * 2 <= room:
        return text
    return text.encode("utf-16-le", "surrogatepass")[: 2 * room].decode("utf-16-le", "ignore")

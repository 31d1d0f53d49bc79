"""Why any one record is, or is not, in the answer."""

from __future__ import annotations

from PySide6.QtCore import QRegularExpression, Qt, Signal, Slot
from PySide6.QtGui import QRegularExpressionValidator
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from app.theme import theme
from app.widgets.hidden_characters import one_line
from app.widgets.section_label import SectionLabel
from app.wording import sentence, why
from core.memory.records import Explanation


class WhyNotBox(QWidget):
    """A number in, a sentence out.

    Signals:
        asked: the id of the record to explain.
    """

    asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = QLineEdit()
        self.field.setValidator(QRegularExpressionValidator(QRegularExpression("#?[0-9]{1,15}"), self.field))
        self.field.setPlaceholderText(self.tr("number"))
        self.field.setAccessibleName(self.tr("Number of the record"))
        self.field.returnPressed.connect(self._on_asked)
        self.button = QPushButton(self.tr("Explain"))
        self.button.clicked.connect(self._on_asked)
        label = QLabel(self.tr("Record #"))
        label.setProperty("role", "muted")
        label.setBuddy(self.field)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(label)
        row.addWidget(self.field)
        row.addWidget(self.button)
        row.addStretch(1)
        self.text = QLabel()
        self.text.setProperty("role", "muted")
        self.answer = QLabel()
        for each in (self.text, self.answer):
            each.setTextFormat(Qt.TextFormat.PlainText)
            each.setWordWrap(True)
            each.setMinimumWidth(40)
            each.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(SectionLabel(self.tr("Why not…?")))
        column.addLayout(row)
        column.addWidget(self.text)
        column.addWidget(self.answer)
        theme().changed.connect(self._on_theme)
        self._on_theme()

    def show_explanation(self, explained: Explanation) -> None:
        """Says what became of the record."""
        self._say(
            f"→ {why(explained)}", f"#{explained.record.id}  “{one_line(explained.record.content, 80)}”"
        )

    def show_error(self, error: Exception) -> None:
        """Says why there is no answer."""
        said = sentence(error)
        self._say(f"✗ {said.text or said.title}")

    def clear(self) -> None:
        """Forgets question and answer."""
        self.field.clear()
        self.forget_answer()

    def forget_answer(self) -> None:
        """The answer was to another question."""
        self._say("")

    def _say(self, answer: str, text: str = "") -> None:
        for label, words in ((self.answer, answer), (self.text, text)):
            label.setText(words)
            label.setVisible(bool(words))

    @Slot()
    def _on_asked(self) -> None:
        digits = self.field.text().lstrip("#")
        if digits:
            self.asked.emit(int(digits))

    @Slot()
    def _on_theme(self) -> None:
        self.field.setFixedWidth(12 * self.fontMetrics().averageCharWidth())

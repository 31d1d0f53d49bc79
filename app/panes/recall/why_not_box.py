"""Why any one record is, or is not, in the answer."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRegularExpression, Qt, Signal, Slot
from PySide6.QtGui import QRegularExpressionValidator
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from app.theme import theme
from app.widgets.hidden_characters import one_line
from app.widgets.section_label import SectionLabel
from app.wording import finding_name, sentence, why_held
from core.memory.records import Explanation, HeldBack


class WhyNotBox(QWidget):
    """A number in, a sentence out.

    Attributes:
        explained: the record the answer is about; None when it is about none.
        explained_item: the item of Review the answer is about.

    Signals:
        asked: the id of the record to explain.
        held_wanted: the list of what waits in Review is asked for.
        held_asked: the number of the item to explain.
    """

    asked = Signal(int)
    held_wanted = Signal()
    held_asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.explained: int | None = None
        self.explained_item: int | None = None
        self.field = QLineEdit()
        self.field.setValidator(QRegularExpressionValidator(QRegularExpression("#?[0-9]{1,15}"), self.field))
        self.field.setPlaceholderText(self.tr("number"))
        self.field.setAccessibleName(self.tr("Number of the record"))
        self.field.returnPressed.connect(self._on_asked)
        self.button = QPushButton(self.tr("Explain"))
        self.button.clicked.connect(self._on_asked)
        self.what = QComboBox()
        self.what.addItems([self.tr("Record #"), self.tr("Waiting")])
        self.what.setAccessibleName(self.tr("What to explain"))
        self.what.currentIndexChanged.connect(self._on_what)
        self.items = QComboBox()
        self.items.setAccessibleName(self.tr("Item that waits in Review"))
        self.items.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.items.setMinimumContentsLength(10)
        self.items.hide()
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.what)
        row.addWidget(self.field)
        row.addWidget(self.items, 1)
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

    def show_explanation(self, explained: Explanation, reason: str) -> None:
        """Says what became of the record."""
        record = explained.record
        self.explained = record.id
        self._say(f"→ {reason}", f"#{record.id}  “{one_line(record.content, 80)}”")

    def ask_first(self) -> None:
        """Says that there is no answer before there is a question."""
        self.forget_answer()
        self._say(self.tr("→ Ask a question first; what becomes of a record depends on it."))

    def offer_held(self, waiting: Sequence[tuple[int, str]]) -> None:
        """Lists the items that wait in Review, with the code of why."""
        chosen = self.items.currentData()
        self.items.clear()
        for item, reason in waiting:
            self.items.addItem(f"{item} · {finding_name(reason)}", item)
        if not waiting:
            self.items.addItem(self.tr("nothing waits"))
        self.items.setCurrentIndex(max(0, self.items.findData(chosen)) if chosen is not None else 0)
        self.items.setEnabled(bool(waiting))
        self.button.setEnabled(bool(waiting) or not self.asks_for_held)

    @property
    def asks_for_held(self) -> bool:
        """Whether an item of Review is to be explained, and no record."""
        return self.what.currentIndex() == 1

    def show_held(self, told: HeldBack) -> None:
        """Says what became of the proposal."""
        self.explained_item = told.item
        self._say(f"→ {why_held(told)}", self.items.currentText())

    def show_error(self, error: Exception) -> None:
        """Says why there is no answer."""
        said = sentence(error)
        self._say(f"✗ {said.text or said.title}")

    def clear(self) -> None:
        """Forgets question and answer."""
        self.field.clear()
        self.what.setCurrentIndex(0)
        self.items.clear()
        self.forget_answer()

    def forget_answer(self) -> None:
        """The answer was to another question."""
        self.explained = self.explained_item = None
        self._say("")

    def _say(self, answer: str, text: str = "") -> None:
        for label, words in ((self.answer, answer), (self.text, text)):
            label.setText(words)
            label.setVisible(bool(words))

    @Slot(int)
    def _on_what(self, place: int) -> None:
        self.field.setVisible(not self.asks_for_held)
        self.items.setVisible(self.asks_for_held)
        self.button.setEnabled(not self.asks_for_held or self.items.currentData() is not None)
        self.forget_answer()
        if self.asks_for_held:
            self.held_wanted.emit()

    @Slot()
    def _on_asked(self) -> None:
        if self.asks_for_held:
            if self.items.currentData() is not None:
                self.held_asked.emit(self.items.currentData())
            return
        digits = self.field.text().lstrip("#")
        if digits:
            self.asked.emit(int(digits))

    @Slot()
    def _on_theme(self) -> None:
        self.field.setFixedWidth(12 * self.fontMetrics().averageCharWidth())

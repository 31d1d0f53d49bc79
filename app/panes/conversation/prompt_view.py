"""The text that would be sent on a turn, alone or against another turn, setting or strategy."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.panes.conversation.prompt_text import Sheet
from app.panes.conversation.words import about
from app.theme import theme
from app.widgets.difference import Difference
from app.widgets.foreign_text import ForeignText
from app.wording import number
from app.wording.conversations import strategy_word
from core.memory.conversation.settings import Strategy

NOTHING, TURN_BEFORE, TURN_AT, SETTING_BEFORE = "", "turn", "at", "setting"


class PromptView(QWidget):
    """Signals:
    against_changed: it is to be compared with something else.
    model_wanted: a model is to tell the summary of this turn.
    """

    against_changed = Signal()
    model_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sheet: Sheet | None = None
        self.against = QComboBox()
        self.against.setAccessibleName(self.tr("Compare with"))
        self.against.addItem(self.tr("nothing"), NOTHING)
        self.against.addItem(self.tr("the turn before"), TURN_BEFORE)
        self.against.addItem(self.tr("turn number"), TURN_AT)
        self.against.addItem(self.tr("the setting before"), SETTING_BEFORE)
        for strategy in Strategy:
            self.against.addItem(strategy_word(strategy), strategy)
        self.at = QSpinBox()
        self.at.setRange(1, 1)
        self.at.setAccessibleName(self.tr("Turn to compare with"))
        self.at.setKeyboardTracking(False)
        self.at.hide()
        label = QLabel(self.tr("Compare with"))
        label.setProperty("role", "muted")
        self.copy = QPushButton(self.tr("Copy"))
        self.copy.setToolTip(self.tr("Copy the whole text of this turn's prompt"))
        self.ask = QPushButton(self.tr("Ask the model"))
        self.ask.hide()
        self.reason = QLabel()
        self.reason.setWordWrap(True)
        self.reason.setProperty("role", "muted")
        self.reason.hide()
        self.line = QLabel()
        self.line.setWordWrap(True)
        self.line.setProperty("role", "muted")
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(label)
        row.addWidget(self.against)
        row.addWidget(self.at)
        row.addStretch(1)
        row.addWidget(self.ask)
        row.addWidget(self.copy)
        self.text = ForeignText(lines=300, characters=14_000)
        self.text.view.setAccessibleName(self.tr("The prompt as the model gets it"))
        self.difference = Difference()
        self._holder = QWidget()
        inner = QVBoxLayout(self._holder)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.addWidget(self.text)
        inner.addWidget(self.difference)
        inner.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self._holder)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 4, 12, 8)
        column.setSpacing(6)
        column.addLayout(row)
        column.addWidget(self.line)
        column.addWidget(self.reason)
        column.addWidget(area, 1)
        self.against.activated.connect(self._on_against)
        self.at.valueChanged.connect(self.against_changed)
        self.ask.clicked.connect(self.model_wanted)
        self.copy.clicked.connect(self._on_copy)
        theme().changed.connect(self._on_theme)
        self._on_theme()

    def show_sheets(self, sheet: Sheet, other: Sheet | None) -> None:
        """Shows a prompt, or what changed from another one to it."""
        self.sheet = sheet
        self.line.setText(self._said(sheet, other))
        self.text.setVisible(other is None)
        self.difference.setVisible(other is not None)
        if other is None:
            self.text.show_text(sheet.text)
        else:
            self.difference.compare(other.text, sheet.text)

    def offer_model(self, model: str | None, *, summarises: bool, folds: bool) -> None:
        """Offers a model's summary where the strategy is one; says what is missing where none can be asked.

        Args:
            model: its name; None where no server is set.
            folds: whether the turn has a summary at all.
        """
        self.ask.setVisible(summarises)
        self.ask.setEnabled(model is not None and folds)
        if model is None:
            why = self.tr("No model is set, so first sentences stand in. Name one in Settings, Model server.")
        elif not folds:
            why = self.tr("Everything fits on this turn, so there is nothing to summarise.")
        else:
            why = ""
        self.reason.setText(why)
        self.reason.setVisible(summarises and bool(why))
        told = self.tr("Sends the messages before the cut to {0} and shows its summary here").format(model)
        self.ask.setToolTip(why or told)

    def _said(self, sheet: Sheet, other: Sheet | None) -> str:
        said = [
            self.tr("Turn {0}: {1} tokens, {2} messages").format(
                sheet.turn + 1, about(sheet.tokens), number(sheet.messages)
            )
        ]
        if other is not None:
            before = self.tr("before: turn {0}, {1} tokens").format(other.turn + 1, about(other.tokens))
            said.append(self.tr("the same text") if other.text == sheet.text else before)
        if sheet.packed is not None:
            form = self.tr("as a call, with the chat format's own tokens and every limit: {0}")
            said.append(form.format(about(sheet.packed.total)))
            said += sheet.steps
        elif sheet.refused is not None:
            said.append(self.tr("a call would be refused: {0}").format(sheet.refused.text))
        said += sheet.notes
        return " · ".join(said)

    def show_turns(self, turns: int) -> None:
        """How many turns there are to compare with."""
        with QSignalBlocker(self.at):
            self.at.setMaximum(max(turns, 1))

    @Slot()
    def _on_against(self) -> None:
        self.at.setVisible(self.against.currentData() == TURN_AT)
        self.against_changed.emit()

    @Slot()
    def _on_copy(self) -> None:
        if self.sheet is not None:
            QGuiApplication.clipboard().setText(self.sheet.text)

    @Slot()
    def _on_theme(self) -> None:
        self._holder.setStyleSheet(f".QWidget {{ background: {theme().tokens.base.name()}; }}")

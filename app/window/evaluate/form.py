"""Which board to measure, and how, as fields."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QFormLayout, QHBoxLayout, QLineEdit, QPushButton, QSpinBox, QWidget

from app.evaluate.running import BUDGET, BUDGETS, COUNTER, SEEDS, Wanted
from app.prices import prices
from app.window import file_dialogs
from core.memory.tokens.counter import KNOWN

_NUMBERS = re.compile(r"\s*\d+\s*(,\s*\d+\s*)*")


class EvaluateForm(QWidget):
    """Fields of the chosen board only; those of the others are hidden.

    Signals:
        changed: something else is wanted now.
        board_chosen: another board was chosen.
    """

    changed = Signal()
    board_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.file: Path | None = None
        self.board = QComboBox()
        for name, title in (
            ("world", self.tr("World: five policies, thirteen sessions")),
            ("repeats", self.tr("Repeats against new problems")),
            ("everything", self.tr("Remember everything")),
            ("evidence", self.tr("Evidence in the prompt")),
        ):
            self.board.addItem(title, name)
        self.script = QComboBox()
        for name, title in (
            ("varied", self.tr("Generated, phrasings vary")),
            ("fixed", self.tr("Generated, one script")),
            ("hard", self.tr("Generated, phrasings held out")),
            ("file", self.tr("From a file…")),
        ):
            self.script.addItem(title, name)
        self.seeds = QLineEdit(", ".join(map(str, SEEDS)))
        self.seeds.setToolTip(self.tr("One world is generated from each number"))
        self.choose = QPushButton(self.tr("Open a file…"))
        self.choose.setAutoDefault(False)
        self.choose.clicked.connect(self._on_choose)
        self.budget = QSpinBox()
        self.budget.setRange(0, 100_000)
        self.budget.setValue(BUDGET)
        self.budget.setSuffix(self.tr(" tokens"))
        self.budgets = QLineEdit(", ".join(map(str, BUDGETS)))
        self.counter = QComboBox()
        self.counter.addItems([COUNTER, *(name for name in KNOWN if name != COUNTER)])
        self.price = QComboBox()
        self.price.addItem(self.tr("no costs"), None)
        for each in prices().models:
            self.price.addItem(f"{each.name}, ${each.input:.2f}", each.name)
        left, right = QWidget(), QWidget()
        self._left, self._right = QFormLayout(left), QFormLayout(right)
        for form in (self._left, self._right):
            form.setContentsMargins(0, 0, 0, 0)
            form.setHorizontalSpacing(12)
            form.setVerticalSpacing(6)
        self._left.addRow(self.tr("&Scoreboard"), self.board)
        self._left.addRow(self.tr("Se&ssions"), self.script)
        self._left.addRow(self.tr("See&ds"), self.seeds)
        self._left.addRow(self.tr("&File"), self.choose)
        self._right.addRow(self.tr("&Budget"), self.budget)
        self._right.addRow(self.tr("&Budgets"), self.budgets)
        self._right.addRow(self.tr("&Counter"), self.counter)
        self._right.addRow(self.tr("&Price of"), self.price)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(24)
        row.addWidget(left, 3)
        row.addWidget(right, 2)
        self.board.currentIndexChanged.connect(self._on_board)
        self.script.currentIndexChanged.connect(self._on_changed)
        for field in (self.seeds, self.budgets):
            field.textChanged.connect(self._on_changed)
        self._on_changed()

    @property
    def wanted(self) -> Wanted | None:
        """What the fields ask for; None while one of them is not filled in."""
        board = str(self.board.currentData())
        seeds, budgets = _numbers(self.seeds.text()), _numbers(self.budgets.text())
        needs_file = self._needs_file
        if needs_file and self.file is None:
            return None
        if (board == "world" and not needs_file and not seeds) or (board == "evidence" and not budgets):
            return None
        return Wanted(
            board,
            seeds=seeds or SEEDS,
            budget=self.budget.value(),
            budgets=budgets or BUDGETS,
            counter=self.counter.currentText(),
            script="varied" if needs_file else str(self.script.currentData()),
            file=self.file if needs_file else None,
            price=self.price.currentData() if board == "repeats" else None,
        )

    @property
    def lacking(self) -> str:
        """What has to be filled in first; empty when nothing has to."""
        if self.wanted is not None:
            return ""
        if self._needs_file:
            return self.tr("Open a file first.")
        return self.tr("Numbers with commas between them are needed, such as 101, 102.")

    @property
    def _needs_file(self) -> bool:
        board = str(self.board.currentData())
        return board == "evidence" or (board == "world" and str(self.script.currentData()) == "file")

    def take_file(self, path: Path) -> None:
        """Use a file: a world's for the world, conversations for the evidence."""
        self.file = path
        self._on_changed()

    @Slot()
    def _on_choose(self) -> None:
        path = file_dialogs.ask_json(self, self.tr("Open a file"))
        if path is not None:
            self.take_file(path)

    @Slot()
    def _on_board(self) -> None:
        # A world is no file of conversations, nor the other way round.
        self.file = None
        self._on_changed()
        self.board_chosen.emit(str(self.board.currentData()))

    @Slot()
    def _on_changed(self) -> None:
        board, from_file = self.board.currentData(), self._needs_file
        self._left.setRowVisible(self.script, board == "world")
        self._left.setRowVisible(self.seeds, board == "world" and not from_file)
        self._left.setRowVisible(self.choose, from_file)
        self._right.setRowVisible(self.budget, board == "world")
        self._right.setRowVisible(self.budgets, board == "evidence")
        self._right.setRowVisible(self.price, board == "repeats")
        self.choose.setText(self.tr("Open a file…") if self.file is None else self.file.name)
        self.changed.emit()


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(","))) if _NUMBERS.fullmatch(text) else ()

"""The numbers of the bars, turn by turn."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication, Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.panes.conversation.study import PARTS, Study
from app.settings import Settings
from app.widgets.column import Alignment, Column
from app.widgets.short_table import ShortTable
from app.wording import number
from app.wording.conversations import part_word
from core.memory.prompt.ledger import PromptPart

_RANKS = {PromptPart.TOOLS: 3, PromptPart.SCRATCHPAD: 4, PromptPart.RECALLED: 2, PromptPart.SYSTEM: 1}


class NumbersView(QWidget):
    """Signals:
    wanted: the turn of a row that became current.
    """

    wanted = Signal(int)

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._study: Study | None = None
        self.table: ShortTable[int] = ShortTable(
            self._columns(), "conversation-numbers", lambda turn: turn, settings
        )
        self.table.setProperty("role", "")
        self.table.table.setAccessibleName(self.tr("Tokens by turn and part"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.table)
        self._quiet = False
        self.table.chosen.connect(self._on_chosen)

    def show_turn(self, study: Study, turn: int) -> None:
        """Lists a study, with a turn chosen."""
        self._quiet = True
        if study is not self._study:
            self._study = study
            self.table.show_rows(range(study.turns))
        self.table.choose(turn)
        self._quiet = False

    def _columns(self) -> tuple[Column[int], ...]:
        right = Alignment.RIGHT
        parts = [
            Column(
                part.value,
                part_word(part),
                partial(self._said, part),
                partial(self._part, part),
                "Scratchpad",
                right,
                rank=_RANKS.get(part, 0),
            )
            for part in PARTS
        ]
        return (
            Column("turn", _tr("Turn"), lambda t: str(t + 1), lambda t: t + 1, "9999", right, always=True),
            *parts,
            Column(
                "total",
                _tr("≈ Total"),
                lambda t: number(self._total(t)),
                self._total,
                "100 000",
                right,
                always=True,
            ),
            Column(
                "free", _tr("Free"), lambda t: number(self._free(t)), self._free, "100 000", right, rank=5
            ),
            Column(
                "unmanaged",
                _tr("Unmanaged"),
                lambda t: number(self._whole(t)),
                self._whole,
                "Unmanaged",
                right,
                rank=1,
            ),
            Column(
                "anchored",
                _tr("≈ Calibrated"),
                lambda t: _or_none(self._anchored(t)),
                self._anchored,
                "≈ Calibrated",
                right,
                rank=7,
                tip=lambda t: _tr("Counted on from what the API reported before this turn"),
            ),
            Column("exact", _tr("API, exact"), self._exact_text, self._exact, "API, exact", right, rank=6),
            Column(
                "recut",
                _tr("Cut"),
                lambda t: "▼" if self._recut(t) else "",
                self._recut,
                "Cut",
                always=True,
                stretch=True,
            ),
        )

    def _need(self) -> Study:
        assert self._study is not None
        return self._study

    def _part(self, part: PromptPart, turn: int) -> int:
        return self._need().parts(turn)[part]

    def _said(self, part: PromptPart, turn: int) -> str:
        return number(self._part(part, turn))

    def _total(self, turn: int) -> int:
        return self._need().total(turn)

    def _free(self, turn: int) -> int:
        return self._need().free(turn)

    def _whole(self, turn: int) -> int:
        return self._need().unmanaged(turn)

    def _anchored(self, turn: int) -> int | None:
        return self._need().anchored(turn)

    def _exact(self, turn: int) -> int | None:
        return self._need().exact.get(turn)

    def _exact_text(self, turn: int) -> str:
        return _or_none(self._exact(turn))

    def _recut(self, turn: int) -> bool:
        return turn in self._need().trace.recut

    @Slot()
    def _on_chosen(self) -> None:
        if not self._quiet and self.table.row is not None:
            self.wanted.emit(self.table.row)


def _or_none(tokens: int | None) -> str:
    return "–" if tokens is None else number(tokens)


def _tr(text: str) -> str:
    return QCoreApplication.translate("conversation", text)

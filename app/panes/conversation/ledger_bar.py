"""The bill of one prompt as a bar, drawn as the bar of a turn is."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from app.panes.conversation.now_bar import NowBar, Piece
from app.panes.conversation.study import PARTS
from app.wording import number
from app.wording.conversations import part_word
from core.memory.prompt.ledger import Ledger


class LedgerBar(NowBar):
    """Parts, what is free, and the reserve; nothing here filters, so nothing is to be pressed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def show_ledger(self, ledger: Ledger) -> None:
        """Shows a bill; its lines add up to its total."""
        pieces = [Piece(part, part_word(part), ledger.of(part)) for part in PARTS if ledger.of(part)]
        pieces.append(Piece(None, self.tr("Free"), ledger.free))
        if ledger.reserved:
            pieces.append(Piece(None, self.tr("Reserved"), ledger.reserved, hatched=True))
        self.pieces, self._budget, self.total = tuple(pieces), ledger.budget, ledger.total
        said = "; ".join(f"{piece.name} {number(piece.tokens)}" for piece in pieces)
        self.setAccessibleDescription(said)
        self._on_theme()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.ignore()

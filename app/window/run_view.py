"""The proposals of one writer run, one below the other."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.widgets.narrow import Narrow
from app.widgets.proposal_block import ProposalBlock
from app.wording import glyph, number, status_word, verdict_word
from core.memory.records import RunProposal

_MOST = 100


class RunView(Narrow):
    """Each proposal: what became of it, its words, and the reasons.

    Signals:
        linked: ("record", id) or ("item", id) to show elsewhere.
    """

    linked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._box = QVBoxLayout(self)
        self._box.setContentsMargins(0, 0, 8, 0)
        self._box.setSpacing(16)
        self._box.addStretch(1)

    def show_proposals(self, proposals: Sequence[RunProposal]) -> None:
        """Replaces what is shown."""
        while self._box.count() > 1:
            item = self._box.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for place, proposal in enumerate(proposals[:_MOST]):
            self._box.insertWidget(place, self._shown(proposal))
        if len(proposals) > _MOST:
            more = QLabel(self.tr("{0} more are not shown.").format(number(len(proposals) - _MOST)))
            self._box.insertWidget(_MOST, more)

    def _shown(self, proposal: RunProposal) -> QWidget:
        kept = self.tr("Kept") if proposal.kept else self.tr("Not kept")
        said = f"{glyph(proposal.outcome)} {kept}: {verdict_word(proposal.outcome)}"
        item = proposal.item
        if item is not None and item.status in ("released", "rejected"):
            said = self.tr("{0}, then {1} by a person").format(said, status_word(item.status))
        words = proposal.record.content if proposal.record is not None else item.shown if item else ""
        block = ProposalBlock(said)
        block.show_words(words, [words_ for _, words_ in proposal.cited])
        block.show_findings(proposal.reasons)
        if proposal.record is not None:
            block.link_record(proposal.record.id)
        elif item is not None:
            block.link_item(item.id)
        block.linked.connect(self.linked)
        return block

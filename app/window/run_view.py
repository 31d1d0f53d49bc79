"""The proposals of one writer run, one below the other."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.widgets.finding_list import FindingList
from app.widgets.foreign_text import ForeignText
from app.wording import glyph, number, status_word, verdict_word
from core.gate import Cover
from core.memory.records import RunProposal

_MOST = 100


class RunView(QWidget):
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

    def minimumSizeHint(self) -> QSize:
        # Never wider than the view: what is long wraps, it does not slide out of sight.
        return QSize(0, super().minimumSizeHint().height())

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
        block = QWidget()
        box = QVBoxLayout(block)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(6)
        head = QHBoxLayout()
        head.setSpacing(12)
        kept = self.tr("Kept") if proposal.kept else self.tr("Not kept")
        said = f"{glyph(proposal.outcome)} {kept}: {verdict_word(proposal.outcome)}"
        item = proposal.item
        if item is not None and item.status in ("released", "rejected"):
            said = self.tr("{0}, then {1} by a person").format(said, status_word(item.status))
        label = QLabel(said)
        label.setTextFormat(Qt.TextFormat.PlainText)
        head.addWidget(label)
        head.addStretch(1)
        if proposal.record is not None:
            head.addWidget(self._link(self.tr("Record #{0}"), "record", proposal.record.id))
        elif item is not None:
            head.addWidget(self._link(self.tr("Proposal #{0} in Review"), "item", item.id))
        box.addLayout(head)
        words = proposal.record.content if proposal.record is not None else item.shown if item else ""
        cover = Cover((words, *(words_ for _, words_ in proposal.cited)))
        if words:
            text = ForeignText(lines=4)
            text.view.setAccessibleName(self.tr("Proposed text"))
            # Many people's data in one list: it is read one by one, in Memory or Review.
            text.show_text(cover.over(words).text)
            box.addWidget(text)
        if proposal.reasons:
            reasons = FindingList()
            reasons.show_findings(proposal.reasons)
            box.addWidget(reasons)
        else:
            nothing = QLabel(self.tr("No finding."))
            nothing.setProperty("role", "muted")
            box.addWidget(nothing)
        return block

    def _link(self, form: str, kind: str, id_: int) -> QPushButton:
        button = QPushButton(form.format(id_))
        button.setProperty("role", "link")
        button.setAutoDefault(False)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.clicked.connect(lambda: self.linked.emit((kind, id_)))
        return button

"""One proposal of an agent: what became of it, its words, and what the gate saw."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from app.widgets.finding_list import FindingList
from app.widgets.foreign_text import ForeignText
from core.gate import Cover, Finding


class ProposalBlock(QWidget):
    """A line, the proposed text, a sentence for each finding, and a link; they stand in the order they are given.

    Signals:
        linked: ("record", id) or ("item", id) to show elsewhere.
    """

    linked = Signal(object)

    def __init__(self, said: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._box = QVBoxLayout(self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(6)
        self.said = QLabel(said)
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self.said.setWordWrap(True)
        self._box.addWidget(self.said)

    def link_record(self, id_: int) -> None:
        """Offer the record it became."""
        self._link(self.tr("Record #{0}").format(id_), "record", id_)

    def link_item(self, id_: int) -> None:
        """Offer the item it is in Review."""
        self._link(self.tr("Proposal #{0} in Review").format(id_), "item", id_)

    def show_words(self, words: str, beside: Sequence[str] = ()) -> None:
        """Shows the proposed text.

        Many people's data may stand in one list, so contact data is covered here: it is read one by
        one, in Memory or Review.

        Args:
            beside: other texts in which the same data may stand.
        """
        if not words:
            return
        text = ForeignText(lines=4)
        text.view.setAccessibleName(self.tr("Proposed text"))
        text.show_text(Cover((words, *beside)).over(words).text)
        self._box.addWidget(text)

    def show_findings(self, findings: Sequence[Finding]) -> None:
        """Shows the reasons, or that there are none."""
        if findings:
            reasons = FindingList()
            reasons.show_findings(findings)
            self._box.addWidget(reasons)
            return
        nothing = QLabel(self.tr("No finding."))
        nothing.setProperty("role", "muted")
        self._box.addWidget(nothing)

    def _link(self, text: str, kind: str, id_: int) -> None:
        button = QPushButton(text)
        button.setProperty("role", "link")
        button.setAutoDefault(False)
        button.setStyleSheet("QPushButton { padding: 0px; }")
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.clicked.connect(lambda: self.linked.emit((kind, id_)))
        self._box.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)

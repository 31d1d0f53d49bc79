"""The evidence on one item, always in the same order."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.panes.review.case import Case
from app.panes.review.case_facts import proposal_facts, release_facts, source_facts
from app.panes.review.editor import Ask, ReleaseEditor
from app.widgets.difference import Difference
from app.widgets.facts import Facts
from app.widgets.finding_list import FindingList
from app.widgets.foreign_text import ForeignText
from app.widgets.quotes import Quotes
from app.widgets.section_label import SectionLabel


class CaseBody(QWidget):
    """What would change, the words, why they were held, their source, and what a release costs.

    Signals:
        linked: ("record", id) or ("session", name) to show elsewhere.
    """

    linked = Signal(object)

    def __init__(self, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.difference = Difference()
        self.text = ForeignText()
        self.text.view.setAccessibleName(self.tr("Proposed text"))
        self.editor = ReleaseEditor(ask)
        self.editor.hide()
        self.identity, self.source, self.after = Facts(), Facts(), Facts()
        self.quotes = Quotes()
        self.findings = FindingList()
        self._why = SectionLabel()
        self._blocked = SectionLabel(self.tr("Why it cannot be released"))
        self.blocking = FindingList()
        self._after = SectionLabel(self.tr("After release"))
        box = QVBoxLayout(self)
        box.setContentsMargins(16, 4, 16, 16)
        box.setSpacing(8)
        for widget in (self.difference, self.text, self.editor, self.identity):
            box.addWidget(widget)
        for heading, content in (
            (self._why, self.findings),
            (self._blocked, self.blocking),
            (SectionLabel(self.tr("Source")), self.source),
            (self._after, self.after),
        ):
            box.addSpacing(4)
            box.addWidget(heading)
            box.addWidget(content)
            if content is self.source:
                box.addWidget(self.quotes)
        box.addStretch(1)
        self.after.linked.connect(self.linked)
        self.source.linked.connect(self.linked)

    def minimumSizeHint(self) -> QSize:
        # Never wider than the view: what is long wraps, it does not slide out of sight.
        return QSize(0, super().minimumSizeHint().height())

    def show_case(self, case: Case, now: datetime) -> None:
        """Shows the evidence."""
        item, replaced = case.item, case.replaced
        self.show_words(case)
        if replaced is not None:
            self.difference.compare(replaced.content, item.shown)
        elif case.is_note and case.consequences is not None:
            self.difference.compare(case.consequences.before, case.consequences.after)
        elif case.is_deletion and case.consequences is not None and case.consequences.doomed:
            self.difference.compare(case.consequences.doomed[0].content, "")
        self.text.show_text(item.shown, case.spans)
        self.identity.show_facts(proposal_facts(case))
        self.findings.show_findings(item.findings)
        self._why.setText(self._why_text(case))
        blocking = case.consequences.blocking if case.consequences is not None else ()
        self.blocking.show_findings(blocking)
        for widget in (self._blocked, self.blocking):
            widget.setVisible(bool(blocking))
        self.source.show_facts(source_facts(case, now))
        self.quotes.setVisible(not case.is_deletion)
        self.quotes.show_quotes(case.sourced)
        facts = release_facts(case)
        self.after.show_facts(facts)
        self._after.setVisible(bool(facts))
        self.after.setVisible(bool(facts))
        self._after.setText(self.tr("After release") if case.open else self.tr("Result"))

    def show_words(self, case: Case) -> None:
        """Shows the words, not the editor; with a difference they need not be said twice."""
        compared = case.replaced is not None or (
            case.consequences is not None and (case.is_deletion or bool(case.consequences.before))
        )
        self.difference.setVisible(compared)
        self.text.setVisible(bool(case.item.shown) and (not compared or bool(case.spans)))
        self.editor.hide()

    def edit(self, case: Case, text: str, *, redacting: bool) -> None:
        """Puts the editor in the place of the words."""
        self.difference.hide()
        self.text.setVisible(redacting and bool(case.item.shown))
        self.editor.show()
        self.editor.start(case, text, redacting=redacting)

    def _why_text(self, case: Case) -> str:
        return {
            "refused": self.tr("Why it was refused"),
            "skipped": self.tr("Why it was skipped"),
        }.get(case.item.status, self.tr("Why it was held"))

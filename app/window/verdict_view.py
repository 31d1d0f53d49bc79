"""A verdict of the gate: the outcome, every finding with its place, and the rows that decided."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from app.theme import theme
from app.widgets.finding_list import FindingList, spans_of
from app.widgets.foreign_text import ForeignText
from app.widgets.section_label import SectionLabel
from app.wording import Sentence, finding_name, glyph, trust_word, verdict_word
from core.gate import Trust, Verdict, WriteOutcome
from core.gate.table import TABLE, Cell

_COLUMNS = (Trust.OPERATOR, Trust.USER, Trust.AGENT, Trust.EXTERNAL, Trust.NONE)
_ROLES = {WriteOutcome.HELD: "warn", WriteOutcome.REFUSED: "danger", WriteOutcome.SKIPPED: "muted"}


class VerdictView(QWidget):
    """What the gate would do with a proposal, and why."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.outcome = QLabel()
        self.outcome.setTextFormat(Qt.TextFormat.PlainText)
        self.outcome.setWordWrap(True)
        self.text = ForeignText(lines=6)
        self.text.view.setAccessibleName(self.tr("Text as it would be stored"))
        self.findings = FindingList()
        self._heading = SectionLabel(self.tr("Rows of the decision table"))
        self.table = QWidget()
        self._grid = QGridLayout(self.table)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(len(_COLUMNS), 1)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(8)
        for widget in (self.outcome, self.text, self.findings, self._heading, self.table):
            box.addWidget(widget)
        box.addStretch(1)
        self.say("")

    def say(self, text: str, role: str = "muted") -> None:
        """Shows a sentence in place of a verdict."""
        self._say_outcome(text, role)
        for widget in (self.text, self.findings, self._heading, self.table):
            widget.hide()

    def fail(self, said: Sentence) -> None:
        """It could not be judged."""
        self.say(f"✗ {said.text or said.title}", "danger")

    def show_verdict(self, verdict: Verdict) -> None:
        """Shows a verdict."""
        parts = [self.tr("{0} Would be {1}").format(glyph(verdict.outcome), verdict_word(verdict.outcome))]
        parts.append(self.tr("trust {0}").format(trust_word(verdict.trust)))
        if verdict.supersedes is not None:
            parts.append(self.tr("replaces #{0}").format(verdict.supersedes))
        if verdict.refreshes is not None:
            parts.append(self.tr("#{0} says the same").format(verdict.refreshes))
        if verdict.tentative:
            parts.append(self.tr("as the person’s own guess"))
        if not verdict.findings:
            parts.append(self.tr("no finding"))
        self._say_outcome("  ·  ".join(parts), _ROLES.get(verdict.outcome, "ok"))
        masked = bool(verdict.redacted) and verdict.redacted != verdict.text
        shown = str(verdict.redacted) if masked else verdict.text
        self.text.show_text(shown, () if masked else spans_of(verdict.findings))
        self.text.setVisible(bool(shown))
        self.findings.show_findings(verdict.findings)
        self.findings.setVisible(bool(verdict.findings))
        codes = [code for code in dict.fromkeys(found.code for found in verdict.findings) if code in TABLE]
        self._show_rows(codes, verdict)
        self._heading.setVisible(bool(codes))
        self.table.setVisible(bool(codes))

    def _say_outcome(self, text: str, role: str) -> None:
        self.outcome.setText(text)
        self.outcome.setFont(theme().font(11, bold=True))
        self.outcome.setProperty("role", role)
        self.outcome.style().unpolish(self.outcome)
        self.outcome.style().polish(self.outcome)

    def _show_rows(self, codes: list[str], verdict: Verdict) -> None:
        trust = verdict.trust
        # The column that counts shows what the row gave this time, conditions included.
        given = {found.code: ruling for found, ruling in zip(verdict.findings, verdict.rulings, strict=False)}
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for column, rank in enumerate(_COLUMNS, 1):
            mark = "▾ " if rank is trust else ""
            self._cell(0, column, f"{mark}{trust_word(rank)}", strong=rank is trust, muted=rank is not trust)
        for row, code in enumerate(codes, 1):
            self._cell(row, 0, finding_name(code))
            for column, rank in enumerate(_COLUMNS, 1):
                cell = TABLE[code].cell(rank)
                outcome = given.get(code, cell.outcome) if rank is trust else cell.outcome
                told = "–" if cell.never else verdict_word(outcome)
                self._cell(row, column, told, self._hint(cell), strong=rank is trust, muted=rank is not trust)

    def _hint(self, cell: Cell) -> str:
        if cell.never:
            return self.tr("Cannot occur: the rule does not run for this source")
        if cell.given is None or cell.then is None:
            return ""
        told = self.tr("{0}; {1} where: {2}")
        return told.format(verdict_word(cell.outcome), verdict_word(cell.then), cell.given.value)

    def _cell(
        self, row: int, column: int, text: str, hint: str = "", *, strong: bool = False, muted: bool = False
    ) -> None:
        label = QLabel(text)
        label.setToolTip(hint)
        if strong:
            label.setFont(theme().font(bold=True))
        if muted:
            label.setProperty("role", "muted")
        self._grid.addWidget(label, row, column)

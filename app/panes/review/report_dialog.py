"""What a bulk decision did, item by item."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QListWidget, QPushButton, QVBoxLayout, QWidget

from app.panes.review.bulk import BulkLine, BulkReport
from app.theme import theme
from app.widgets.hidden_characters import revealed
from app.wording import finding, sentence


class ReportDialog(QDialog):
    """One line per item: done, left for one by one, or why not."""

    def __init__(self, report: BulkReport, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("What was decided"))
        heading = QLabel(summary(report))
        heading.setFont(theme().font(12, bold=True))
        heading.setWordWrap(True)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Items"))
        self.list.setWordWrap(True)
        self.list.addItems([line_text(line) for line in report.lines])
        close = QPushButton(self.tr("Close"))
        close.setDefault(True)
        close.clicked.connect(self.accept)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(close)
        page = QVBoxLayout(self)
        page.setContentsMargins(24, 20, 24, 16)
        page.setSpacing(12)
        page.addWidget(heading)
        page.addWidget(self.list, 1)
        page.addLayout(row)
        unit = theme().row_height()
        self.resize(unit * 22, unit * 13)


def summary(report: BulkReport) -> str:
    """How many of each kind."""
    parts = [_tr("{0} of {1} decided").format(len(report.done), len(report.lines))]
    if report.left:
        parts.append(_tr("{0} of high risk left for one by one").format(report.left))
    if report.failed:
        parts.append(_tr("{0} not done").format(report.failed))
    return "  ·  ".join(parts)


def line_text(line: BulkLine) -> str:
    """One item with what became of it."""
    name = _tr("#{0} {1}: {2}").format(line.entry.id, revealed(str(line.entry.scope), 40), line.text[:80])
    if line.done:
        return f"✓  {name}"
    if line.left:
        return f"▲  {name}\n    {_tr('left: of high risk, decided one by one')}"
    if line.error is not None:
        said = sentence(line.error)
        return f"✗  {name}\n    {said.title}. {said.advice}"
    return f"✗  {name}\n    {' '.join(finding(reason) for reason in line.reasons)}"


def _tr(text: str) -> str:
    return QCoreApplication.translate("review", text)

"""What became of an import, reasons included."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from app.theme import theme
from app.wording import Sentence, differing, finding, number, skip
from core import Scope

if TYPE_CHECKING:
    from core.handles.import_report import ImportReport

SHOWN = 200


class ImportResult(QWidget):
    """Counts in one line, and below it every item that was not taken, with its reason."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = QLabel(self)
        self.title.setFont(theme().font(bold=True))
        self.text = QLabel(self)
        self.text.setWordWrap(True)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.list = QTreeWidget(self)
        self.list.setHeaderLabels([self.tr("Item"), self.tr("What became of it")])
        self.list.setRootIsDecorated(False)
        self.list.setAccessibleName(self.tr("Items that were not taken"))
        self.list.setSelectionMode(QTreeWidget.SelectionMode.ExtendedSelection)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(self.title)
        column.addWidget(self.text)
        self.counts = QGridLayout()
        self.counts.setHorizontalSpacing(12)
        self.counts.setVerticalSpacing(4)
        self.counts.setColumnMinimumWidth(0, theme().row_height() * 2)
        self.counts.setColumnStretch(1, 1)
        column.addLayout(self.counts)
        column.addWidget(self.list, 4)
        column.addStretch(1)

    def show_report(self, report: ImportReport, scope: Scope | None) -> None:
        """Show a finished import, or one that was stopped between batches."""
        self.title.setText(self.tr("Stopped") if report.stopped else self.tr("Import finished"))
        line = f"{report.path.name} → {scope}" if scope else report.path.name
        if report.stopped:
            line += "\n" + self.tr("What was stored stays; importing again goes on from there.")
        self.text.setText(line)
        spoken = bool(report.conversations or report.messages)
        for count, text, always in (
            (report.conversations, self.tr("conversations with something new"), False),
            (report.messages, self.tr("messages kept"), False),
            (report.masked, self.tr("secrets masked in them"), spoken),
            (len(report.differing), self.tr("with another past than before, kept beside it"), False),
            (report.stored, self.tr("stored"), not spoken),
            (report.refreshed, self.tr("known already, seen again"), not spoken),
            (report.already, self.tr("imported before, unchanged"), False),
            (report.forgotten, self.tr("forgotten here before, left out"), False),
            (report.refused_count, self.tr("refused"), not spoken),
            (report.skipped_count, self.tr("skipped"), True),
        ):
            if count or always:
                self._add_count(count, text)
        self._fill(report)

    def _add_count(self, count: int, text: str) -> None:
        row = self.counts.rowCount()
        amount = QLabel(number(count), self)
        amount.setFont(theme().font(bold=True))
        self.counts.addWidget(amount, row, 0, Qt.AlignmentFlag.AlignRight)
        self.counts.addWidget(QLabel(text, self), row, 1)

    def show_failure(self, told: Sentence, *, stopped: bool) -> None:
        """Show why nothing came of it."""
        self.title.setText(told.title)
        self.text.setText(f"{told.text} {told.advice}")
        self.list.hide()

    def _fill(self, report: ImportReport) -> None:
        rows = [(found.title, differing(found)) for found in report.differing[:SHOWN]]
        rows += [
            (refusal.external_id, " ".join(finding(found) for found in refusal.reasons))
            for refusal in report.refused[: SHOWN - len(rows)]
        ]
        rows += [(left.where, skip(left)) for left in report.skipped[: SHOWN - len(rows)]]
        for where, why in rows:
            item = QTreeWidgetItem([where, why])
            item.setToolTip(0, where)
            item.setToolTip(1, why)
            self.list.addTopLevelItem(item)
        missing = len(report.differing) + report.refused_count + report.skipped_count - len(rows)
        if missing > 0:
            more = self.tr("and %1 more").replace("%1", number(missing))
            self.list.addTopLevelItem(QTreeWidgetItem(["…", more]))
        self.list.setColumnWidth(0, theme().row_height() * 6)
        self.list.setVisible(bool(rows))

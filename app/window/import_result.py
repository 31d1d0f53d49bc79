"""What became of an import, reasons included."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from app.theme import theme
from app.wording import Sentence, finding, number, skip

if TYPE_CHECKING:
    from core.handles.importing import ImportReport

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
        self.list.setHeaderLabels([self.tr("Item"), self.tr("Why it was not taken")])
        self.list.setRootIsDecorated(False)
        self.list.setAccessibleName(self.tr("Items that were not taken"))
        self.list.setSelectionMode(QTreeWidget.SelectionMode.ExtendedSelection)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(self.title)
        column.addWidget(self.text)
        column.addWidget(self.list, 1)
        column.addStretch(0)

    def show_report(self, report: ImportReport) -> None:
        """Show a finished import, or one that was stopped between batches."""
        self.title.setText(self.tr("Stopped") if report.stopped else self.tr("Import finished"))
        parts = [
            self.tr("%1 stored").replace("%1", number(report.stored)),
            self.tr("%1 refreshed").replace("%1", number(report.refreshed)),
        ]
        for count, text in (
            (report.already, self.tr("%1 imported before")),
            (report.forgotten, self.tr("%1 forgotten here before, left out")),
            (report.refused_count, self.tr("%1 refused")),
            (report.skipped_count, self.tr("%1 skipped")),
        ):
            if count:
                parts.append(text.replace("%1", number(count)))
        line = " · ".join(parts)
        if report.stopped:
            line += "\n" + self.tr("What was stored stays; importing again goes on from there.")
        self.text.setText(line)
        self._fill(report)

    def show_failure(self, told: Sentence, *, stopped: bool) -> None:
        """Show why nothing came of it."""
        self.title.setText(told.title)
        self.text.setText(f"{told.text} {told.advice}")
        self.list.hide()

    def _fill(self, report: ImportReport) -> None:
        rows = [
            (refusal.external_id, " ".join(finding(found) for found in refusal.reasons))
            for refusal in report.refused[:SHOWN]
        ]
        rows += [(left.where, skip(left)) for left in report.skipped[: SHOWN - len(rows)]]
        for where, why in rows:
            item = QTreeWidgetItem([where, why])
            item.setToolTip(0, where)
            item.setToolTip(1, why)
            self.list.addTopLevelItem(item)
        missing = report.refused_count + report.skipped_count - len(rows)
        if missing > 0:
            more = self.tr("and %1 more").replace("%1", number(missing))
            self.list.addTopLevelItem(QTreeWidgetItem(["…", more]))
        self.list.setColumnWidth(0, theme().row_height() * 6)
        self.list.setVisible(bool(rows))

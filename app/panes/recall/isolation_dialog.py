"""The isolation check: every way of reading tried, and the picture of what never happens."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Slot
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.panes.recall.chart_out import Export, ask_path, write
from app.panes.recall.picture import Panel, Picture
from app.panes.recall.score_table import no_pages
from app.session import Session
from app.theme import theme
from app.widgets.bar_chart import BarChart, is_loaded, load
from app.widgets.bars import BarRow, Bars, Segment, Swatch
from app.widgets.card import Card
from app.widgets.column import Column, Mark
from app.widgets.listing import Listing
from app.widgets.paged_model import PagedModel
from app.widgets.paged_table import PagedTable
from app.widgets.section_label import SectionLabel
from app.wording import number, sentence
from core.evaluation.isolation import ASKER, OWNER, QUESTION, IsolationReport, check_isolation


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that was checked."""

    what: str
    passed: bool
    detail: str


class IsolationDialog(QDialog):
    """Runs the check in a store of its own when it opens, and says pass or fail per way."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.report: IsolationReport | None = None
        self.setWindowTitle(self.tr("Isolation check"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.verdict = QLabel()
        self.verdict.setTextFormat(Qt.TextFormat.PlainText)
        told = self.tr(
            "A temporary store holds a secret of {owner}. As {asker} every public way of reading is tried "
            "with the secret itself as the question; then the store is deleted. The open file is only read."
        )
        about = QLabel(told.format(owner=OWNER, asker=ASKER))
        about.setWordWrap(True)
        about.setProperty("role", "muted")
        self.table = PagedTable(PagedModel(_columns(), no_pages, parent=self), "isolation")
        self.table.setAccessibleName(self.tr("What was checked"))
        self.chart = BarChart(self.tr("What an index over everybody would have scored"))
        picture = QLabel(
            self.tr(
                "Likeness to “{0}”. Hatched bars are no results: an index over everybody would have"
            ).format(QUESTION.split(" tenant_id")[0])
            + self.tr(" scored them, and on the real path they are never reached.")
        )
        picture.setWordWrap(True)
        picture.setProperty("role", "muted")
        self.again = QPushButton(self.tr("Run again"))
        self.again.setAutoDefault(False)
        self.again.clicked.connect(self.run)
        self.export_button = QPushButton(self.tr("Export…"))
        self.export_button.setAutoDefault(False)
        self.export_button.setToolTip(self.tr("Write the picture as PNG or SVG, or the table as CSV"))
        self.export_button.clicked.connect(self.export)
        close = QPushButton(self.tr("Close"))
        close.setDefault(True)
        close.clicked.connect(self.accept)
        buttons = QHBoxLayout()
        buttons.addWidget(self.export_button)
        buttons.addStretch(1)
        buttons.addWidget(self.again)
        buttons.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 16)
        column.setSpacing(8)
        column.addWidget(self.verdict)
        column.addWidget(about)
        column.addWidget(Card(self.table), 3)
        column.addWidget(SectionLabel(self.tr("What an index over everybody would have scored")))
        column.addWidget(picture)
        column.addWidget(Card(self.chart), 2)
        column.addLayout(buttons)
        theme().changed.connect(self._say)
        theme().changed.connect(self._size)
        self._size()
        self.run()
        if is_loaded():
            # Here, while the check runs, it holds up nothing.
            QTimer.singleShot(0, self, self.chart.prepare)

    @Slot()
    def run(self) -> None:
        """Tries everything again."""
        store = self._session.store
        for button in (self.again, self.export_button):
            button.setEnabled(False)
        self.report = None
        self._say()

        def work(token: object) -> IsolationReport:
            load()
            return check_isolation(store)

        self._session.jobs.read(work, self._show, failed=self._on_failed, key="recall.isolation", owner=self)

    @Slot()
    def export(self) -> None:
        """Asks where to, then writes."""
        path = ask_path(self, "isolation")
        if path is not None:
            self.write(path)

    def write(self, path: Path) -> None:
        """Writes what the ending of the name says."""
        plot = self.chart.plot
        if plot is None or self.report is None:
            return
        title = self.tr("What an index over everybody would have scored")
        picture = Picture((f"{self.verdict.text()} · {title}",), (Panel(plot),))
        write(self._session, self, path, Export(picture, self.table, self.tr("Exported to {0}")))

    def lines(self) -> list[Line]:
        """What was checked, with its outcome."""
        report = self.report
        if report is None:
            return []
        found = [
            Line(
                self.tr("only the asker’s own record comes back"),
                len(report.returned) == 1 and all(each.passed for each in report.attempts),
                self.tr("{0} came back").format(number(len(report.returned))),
            )
        ]
        found += [Line(f"{each.path}()", each.passed, "") for each in report.attempts]
        ran = self.tr("{0} statements run").format(number(report.statements))
        lacking = self.tr("{0} without a scope").format(number(len(report.unscoped)))
        found.append(Line(self.tr("every statement names a scope"), not report.unscoped, f"{ran}, {lacking}"))
        if report.open_file is not None:
            names = ", ".join(report.open_file) or self.tr("none lacks it")
            told = self.tr("this file: tables, indexes, open caches")
            found.append(Line(told, not report.open_file, names))
        return found

    def _show(self, report: IsolationReport) -> None:
        self.report = report
        for button in (self.again, self.export_button):
            button.setEnabled(True)
        self._say()
        lines = self.lines()
        self.table.show_listing(Listing(array("q", range(len(lines))), {0: list(lines)}))
        self.chart.show_bars(global_bars(report))

    @Slot()
    def _say(self) -> None:
        report, tokens = self.report, theme().tokens
        self.verdict.setFont(theme().font(12, bold=True))
        if report is None:
            self.verdict.setText(self.tr("Checking…"))
            color = tokens.text
        elif report.passed:
            count = number(len(report.attempts))
            self.verdict.setText(self.tr("✓ Passed: {0} ways tried, nothing came through").format(count))
            color = tokens.ok
        else:
            self.verdict.setText(self.tr("✗ Failed: see the lines marked ✗"))
            color = tokens.danger
        self.verdict.setStyleSheet(f"color: {color.name()};")

    @Slot()
    def _size(self) -> None:
        # Legend, three bars and the axis.
        self.chart.setMinimumHeight(theme().row_height() * 6)
        char = self.fontMetrics().averageCharWidth()
        self.resize(108 * char, 36 * self.fontMetrics().lineSpacing())

    def _on_failed(self, error: Exception) -> None:
        self.again.setEnabled(True)
        self.verdict.setText(f"✗ {sentence(error)}")
        self.verdict.setStyleSheet(f"color: {theme().tokens.danger.name()};")


def global_bars(report: IsolationReport) -> Bars:
    """The picture: what the asker may reach solid, all else hatched."""
    rows = []
    for place, standing in enumerate(report.standings):
        whose = _tr("{0}’s own") if standing.reached else _tr("{0}: never scored")
        rows.append(
            BarRow(
                None,
                standing.text,
                (Segment(max(standing.likeness, 0.0), 1, hatched=not standing.reached),),
                lead=str(place + 1),
                value=f"{standing.likeness:.2f}",
                note=whose.format(standing.scope),
                muted=not standing.reached,
            )
        )
    legend = (Swatch(_tr("reached"), 1), Swatch(_tr("never reached"), 1, hatched=True))
    return Bars(tuple(rows), legend, _tr("likeness"))


def _columns() -> tuple[Column[Line], ...]:
    def mark(line: Line) -> Mark:
        tokens = theme().tokens
        return Mark("✓", tokens.ok) if line.passed else Mark("✗", tokens.danger)

    return (
        Column(
            "outcome",
            _tr("Outcome"),
            lambda line: _tr("pass") if line.passed else _tr("fail"),
            lambda line: line.passed,
            "Outcome",
            always=True,
            mark=mark,
        ),
        Column(
            "what",
            _tr("Way of reading"),
            lambda line: line.what,
            lambda line: line.what,
            always=True,
            stretch=True,
        ),
        Column(
            "detail",
            _tr("Detail"),
            lambda line: line.detail,
            lambda line: line.detail,
            "999 statements run, 0 without a scope",
        ),
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("recall", text)

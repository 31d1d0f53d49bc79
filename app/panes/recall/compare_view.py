"""Two settings side by side on one question: the pinned one and the present one."""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from app.elided_label import ElidedLabel
from app.panes.recall.picture import Panel, Picture
from app.panes.recall.score_bars import kept_bars
from app.panes.recall.score_table import no_pages
from app.panes.recall.setting_words import differing, setting_line
from app.panes.recall.study import Row, Study
from app.settings import Settings
from app.theme import theme
from app.widgets.bar_chart import BarChart
from app.widgets.bars import Bars
from app.widgets.column import Alignment, Column
from app.widgets.hidden_characters import one_line, revealed
from app.widgets.listing import Listing
from app.widgets.paged_model import PagedModel
from app.widgets.paged_table import PagedTable
from app.widgets.section_label import SectionLabel
from app.widgets.state_page import StateStack

# Characters; below this two charts side by side leave no room for their bars.
_ABREAST = 72


@dataclass(frozen=True, slots=True)
class Pair:
    """One memory under both settings; None where it is in one answer only."""

    pinned: Row | None
    now: Row | None

    @property
    def row(self) -> Row:
        """The one that is there."""
        found = self.now or self.pinned
        if found is None:
            raise ValueError("a pair of nothing")
        return found

    @property
    def move(self) -> str:
        """How its rank changed."""
        before, after = _rank(self.pinned), _rank(self.now)
        if before is None:
            return "+" if after is not None else ""
        if after is None:
            return "−"
        return "=" if before == after else f"▲ {before - after}" if before > after else f"▼ {after - before}"


class CompareView(QWidget):
    """Two charts over one table.

    Signals:
        unpin_wanted: the pinned setting is to be forgotten.
    """

    unpin_wanted = Signal()

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        right = Qt.TextElideMode.ElideRight
        self._studies: tuple[Study, Study] | None = None
        self.captions = (ElidedLabel(mode=right), ElidedLabel(mode=right))
        self.unpin = QPushButton(self.tr("Unpin"))
        self.unpin.setProperty("role", "link")
        self.unpin.setToolTip(self.tr("Forget the pinned setting"))
        self.unpin.clicked.connect(self.unpin_wanted)
        self.charts = (BarChart(self.tr("Scores, pinned setting")), BarChart(self.tr("Scores, setting now")))
        charts = QWidget()
        self._sides = row = QBoxLayout(QBoxLayout.Direction.LeftToRight, charts)
        row.setContentsMargins(8, 4, 8, 0)
        row.setSpacing(12)
        titles = (self.tr("Pinned"), self.tr("Now"))
        for title, caption, chart in zip(titles, self.captions, self.charts, strict=True):
            caption.setProperty("role", "muted")
            caption.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            head = QHBoxLayout()
            head.setSpacing(8)
            head.addWidget(SectionLabel(title))
            head.addWidget(caption, 1)
            if chart is self.charts[0]:
                head.addWidget(self.unpin)
            side = QVBoxLayout()
            side.setSpacing(2)
            side.addLayout(head)
            side.addWidget(chart, 1)
            row.addLayout(side, 1)
        self.table = PagedTable(PagedModel(_columns(), no_pages, parent=self), "recall-compare", settings)
        self.table.setAccessibleName(self.tr("Ranks and scores under both settings"))
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        split.addWidget(charts)
        split.addWidget(self.table)
        self.stack = StateStack(split)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.stack)
        theme().changed.connect(self._on_theme)
        self._on_theme()
        self.show_studies(None, None)

    @Slot()
    def _on_theme(self) -> None:
        # Two bars with legend and axis; more are scrolled to.
        for chart in self.charts:
            chart.setMinimumHeight(theme().row_height() * 5)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        way = QBoxLayout.Direction
        self._sides.setDirection(way.TopToBottom if self._narrow else way.LeftToRight)

    @property
    def _narrow(self) -> bool:
        return self.width() < _ABREAST * self.fontMetrics().averageCharWidth()

    def show_studies(self, pinned: Study | None, now: Study | None) -> None:
        """Shows two answers to one question."""
        if pinned is None or now is None:
            self._studies = None
            for chart in self.charts:
                if chart.plot is not None:
                    chart.show_bars(Bars((), (), ""))
            self.table.show_listing(Listing(array("q"), {}))
            self.stack.show_empty(
                self.tr("No setting is pinned"),
                self.tr("Pin the present setting (P), then move a slider: both answers stand side by side."),
            )
            return
        self._studies = (pinned, now)
        self.stack.show_content()
        # One scale for both, or the longer bar would not be the higher score.
        upto = max((row.hit.score for study in (pinned, now) for row in study.kept if row.hit), default=0.0)
        different = differing(pinned, now)
        for study, line, caption, chart in zip(
            (pinned, now), different, self.captions, self.charts, strict=True
        ):
            whole = setting_line(study.ask, study.hits)
            caption.setText(line or whole)
            caption.setToolTip(whole)
            chart.show_bars(kept_bars(study, named=not self._narrow or study is pinned, upto=upto))
        pairs = pairs_of(pinned, now)
        ids = array("q", (pair.row.record.id for pair in pairs))
        self.table.show_listing(Listing(ids, {0: list(pairs[:128])}))

    def picture(self) -> Picture:
        """Both charts, each under its whole setting."""
        if self._studies is None:
            return Picture((), ())
        titles = (self.tr("Pinned: {0}"), self.tr("Now: {0}"))
        panels = [
            Panel(chart.plot, title.format(setting_line(study.ask, study.hits)))
            for study, title, chart in zip(self._studies, titles, self.charts, strict=True)
            if chart.plot is not None
        ]
        return Picture((f"“{one_line(self._studies[1].ask.query, 300)}”",), tuple(panels))


def pairs_of(pinned: Study, now: Study) -> list[Pair]:
    """Every memory kept by one of them, in the order of now, then of before."""
    before = {row.record.id: row for row in pinned.rows if row.hit is not None}
    after = {row.record.id: row for row in now.rows if row.hit is not None}
    ids = [row.record.id for row in (*now.kept, *pinned.kept)]
    return [Pair(before.get(id_), after.get(id_)) for id_ in dict.fromkeys(ids)]


def _rank(row: Row | None) -> int | None:
    return row.rank if row is not None and row.kept else None


def _columns() -> tuple[Column[Pair], ...]:
    right = Alignment.RIGHT

    def rank(row: Row | None) -> str:
        return "–" if _rank(row) is None else str(_rank(row))

    def score(row: Row | None) -> str:
        return row.score_text if row is not None else "–"

    def raw(row: Row | None) -> float | None:
        return row.score if row is not None else None

    return (
        Column(
            "pinned",
            _tr("Pinned"),
            lambda p: rank(p.pinned),
            lambda p: _rank(p.pinned),
            "Pinned",
            right,
            always=True,
        ),
        Column("now", _tr("Now"), lambda p: rank(p.now), lambda p: _rank(p.now), "Now", right, always=True),
        Column("move", _tr("Move"), lambda p: p.move, lambda p: p.move, "▲ 99", always=True),
        Column(
            "text",
            _tr("Text"),
            lambda p: one_line(p.row.record.content),
            lambda p: p.row.record.content,
            always=True,
            stretch=True,
            tip=lambda p: revealed(p.row.record.content),
        ),
        Column(
            "before",
            _tr("Score, pinned"),
            lambda p: score(p.pinned),
            lambda p: raw(p.pinned),
            "Score, pinned",
            right,
        ),
        Column("after", _tr("Score, now"), lambda p: score(p.now), lambda p: raw(p.now), "Score, now", right),
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("recall", text)

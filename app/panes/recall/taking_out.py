"""The charts of the pane on their way to files."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.panes.recall.chart_out import Export, ask_path, write
from app.panes.recall.page import COMPARE, PROMPT, QUESTIONS, RecallPage
from app.panes.recall.picture import Panel, Picture
from app.panes.recall.setting_words import setting_line
from app.session import Session
from app.widgets.bar_chart import BarChart
from app.widgets.hidden_characters import one_line

_QUESTION = 300


class TakingOut(QObject):
    """Writes the chart on screen as PNG or SVG, or the table of its numbers as CSV."""

    def __init__(self, session: Session, page: RecallPage, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._page = page
        self._window = parent

    @property
    def bars(self) -> BarChart | None:
        """The chart that would be written; None while there is none."""
        page = self._page
        if not page.stack.shows_content or page.tabs.place == PROMPT:
            return None
        charts = {COMPARE: page.compare.charts, QUESTIONS: (page.questions.chart,)}.get(
            page.tabs.place, (page.scores.chart,)
        )
        return next((chart for chart in charts if chart.bars.rows), None)

    def export(self) -> None:
        """Asks where to, then writes."""
        path = ask_path(self._window)
        if path is not None:
            self.write(path)

    def write(self, path: Path) -> None:
        """Writes what the ending of the name says."""
        page = self._page
        if self.bars is None:
            return
        table = {COMPARE: page.compare.table, QUESTIONS: page.questions.table}.get(
            page.tabs.place, page.scores.table
        )
        said = self.tr("Exported to {0}; it holds memory text in the clear")
        write(self._session, self._window, path, Export(self.picture(), table, said))

    def picture(self) -> Picture:
        """The charts on screen, with the question and the setting they belong to."""
        page = self._page
        if page.tabs.place == COMPARE:
            return page.compare.picture()
        if page.tabs.place == QUESTIONS:
            said = page.questions.setting
            charts = [Panel(page.questions.chart.plot)] if page.questions.chart.plot else []
            return Picture((said,) if said else (), tuple(charts))
        study = page.scores.study
        lines = () if study is None else (question_line(study.ask.query), setting_line(study.ask, study.hits))
        plot = page.scores.chart.plot
        return Picture(lines, () if plot is None else (Panel(plot),))


def question_line(query: str) -> str:
    """The question as the caption of a picture."""
    return f"“{one_line(query, _QUESTION)}”"

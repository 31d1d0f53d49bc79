"""What stands where in the Recall pane."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from app.panes.heading import GAP, MARGIN, Heading
from app.panes.recall import said
from app.panes.recall.compare_view import CompareView
from app.panes.recall.prompt_view import PromptView
from app.panes.recall.questions_view import QuestionsView
from app.panes.recall.scores_view import ScoresView
from app.panes.recall.settings_box import SettingsBox
from app.panes.recall.why_box import WhyBox
from app.panes.recall.why_not_box import WhyNotBox
from app.session import Session
from app.theme import theme
from app.widgets.card import Card
from app.widgets.key_button import KeyButton
from app.widgets.loading_line import LoadingLine
from app.widgets.state_page import StateStack
from app.widgets.strip import Strip
from app.widgets.view_tabs import ViewTabs

SCORES, PROMPT, COMPARE, QUESTIONS = range(4)
_SIDE = 360
_BREATH_MS = 20
_SPLITTER = "pane/recall/splitter"


class RecallPage(QWidget):
    """Title line, question, views at the left, explanation and setting at the right."""

    def __init__(
        self, session: Session, action: Callable[[str], QAction], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._settings = settings = session.settings
        self.heading = Heading(self.tr("Recall"))
        for name in ("isolation", "dedupe", "embedder", "export"):
            self.heading.add(KeyButton(action(f"recall.{name}")))
        self.query = QLineEdit()
        self.query.setMaxLength(said.LONGEST)
        self.query.setPlaceholderText(self.tr("What would the agent ask?"))
        self.query.setAccessibleName(self.tr("Question"))
        self.query.setClearButtonEnabled(True)
        self.ask = QPushButton(self.tr("Recall"))
        self.ask.setProperty("role", "primary")
        self.halt = QPushButton(self.tr("Stop"))
        self.halt.setToolTip(self.tr("Wait no longer for the answer"))
        self.halt.hide()
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.query, 1)
        row.addWidget(self.ask)
        row.addWidget(self.halt)
        self.note = Strip()
        self.query.inputRejected.connect(self._on_too_long)
        self.loading = LoadingLine()
        self.scores = ScoresView(settings)
        self.prompt = PromptView(settings)
        self.compare = CompareView(settings)
        self.questions = QuestionsView(settings)
        self.tabs = ViewTabs()
        self.tabs.add(self.tr("Scores"), self.scores)
        self.tabs.add(self.tr("Prompt block"), self.prompt)
        self.tabs.add(self.tr("Two settings"), self.compare)
        self.tabs.add(self.tr("Questions"), self.questions)
        self.stack = StateStack(self.tabs)
        self.why = WhyBox()
        self.why_not = WhyNotBox()
        self.setting = SettingsBox(KeyButton(action("recall.pin")))
        # The setting stands first: whoever moves it looks at the cut line, not at one memory.
        self.side = _Side((self.setting, self.why, self.why_not))
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(GAP)
        left, self._right = Card(self.stack), Card(self.side)
        left.setMinimumWidth(280)
        self.splitter.addWidget(left)
        self.splitter.addWidget(self._right)
        self.splitter.setStretchFactor(0, 5)
        self.splitter.setStretchFactor(1, 3)
        self.splitter.restoreState(settings.bytes_of(_SPLITTER))
        self.splitter.splitterMoved.connect(self._on_splitter)
        page = QVBoxLayout(self)
        page.setContentsMargins(MARGIN, GAP, MARGIN, MARGIN)
        page.setSpacing(8)
        page.addWidget(self.heading)
        page.addLayout(row)
        for widget in (self.note, self.loading):
            page.addWidget(widget)
        page.addWidget(self.splitter, 1)
        self._more = QTimer(self)
        self._more.setSingleShot(True)
        self._more.setInterval(_BREATH_MS)
        self._more.timeout.connect(self.prepare)
        theme().changed.connect(self._on_size)
        self._on_size()

    def prepare(self) -> None:
        """Makes one chart after the other before they are wanted; all at once they would be felt."""
        charts = (self.scores.chart, *self.compare.charts, self.questions.chart)
        missing = [chart for chart in charts if chart.plot is None]
        if missing:
            missing[0].prepare()
            self._more.start()

    def show_unasked(self, session: Session) -> None:
        """Says what is needed before there is an answer."""
        if session.store is None:
            self.stack.show_empty(self.tr("No file is open"), self.tr("Open a memory file, or try the demo."))
        elif session.scope is None:
            self.stack.show_empty(self.tr("No person is chosen"), self.tr("Choose one at the top."))
        else:
            self.stack.show_empty(
                self.tr("Ask what the agent would ask"),
                self.tr("Enter recalls. Every score is taken apart, and what was not kept says why."),
            )

    def show_late(self, late: bool) -> None:
        """While an answer is waited for, the button ends the wait instead of asking."""
        if late:
            self.halt.setFixedSize(self.ask.size())
        self.ask.setVisible(not late)
        self.halt.setVisible(late)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._on_size()

    @Slot()
    def _on_too_long(self) -> None:
        self.note.say("!", said.too_long(), token="warn")

    @Slot()
    def _on_size(self) -> None:
        """The explanation grows with the zoom, as long as the chart keeps the greater part."""
        zoomed = round(_SIDE * theme().zoom / 100)
        self._right.setMinimumWidth(max(_SIDE, min(zoomed, round(self.width() * 0.45))))

    @Slot()
    def _on_splitter(self) -> None:
        self._settings.set_bytes(_SPLITTER, self.splitter.saveState())


class _Side(QScrollArea):
    """Sections below one another, told apart by a rule; as wide as the card."""

    def __init__(self, sections: tuple[QWidget, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(12)
        for place, section in enumerate(sections):
            if place:
                rule = QFrame()
                rule.setProperty("role", "rule")
                rule.setFixedHeight(1)
                column.addWidget(rule)
            column.addWidget(section)
        column.addStretch(1)
        self.setWidget(inner)
        self.viewport().setAutoFillBackground(False)
        inner.setAutoFillBackground(False)

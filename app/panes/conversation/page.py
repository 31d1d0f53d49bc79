"""What stands where in the Conversation pane."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.elided_label import ElidedLabel
from app.panes.conversation.budget_view import BudgetView
from app.panes.conversation.fate_view import FateView
from app.panes.conversation.messages_view import MessagesView
from app.panes.conversation.needle_view import NeedleView
from app.panes.conversation.numbers_view import NumbersView
from app.panes.conversation.prompt_view import PromptView
from app.panes.conversation.scrubber import Scrubber
from app.panes.conversation.session_picker import SessionPicker
from app.panes.conversation.settings_box import SettingsBox
from app.panes.conversation.stakeholder_view import StakeholderView
from app.panes.conversation.strategies_view import StrategiesView
from app.panes.conversation.turn_box import PadBox, TurnBox
from app.panes.conversation.why_box import WhyBox
from app.panes.heading import GAP, MARGIN, Heading
from app.session import Session
from app.theme import theme
from app.widgets.card import Card
from app.widgets.key_button import KeyButton
from app.widgets.loading_line import LoadingLine
from app.widgets.state_page import StateStack
from app.widgets.view_tabs import ViewTabs

BUDGET, MESSAGES, MAP, NEEDLE, STRATEGIES, PROMPT, NUMBERS = range(7)
_SIDE = 320
_SPLITTER = "pane/conversation/splitter"


class ConversationPage(QWidget):
    """Title line, picker and scrubber, views at the left, setting and explanations at the right."""

    def __init__(
        self, session: Session, action: Callable[[str], QAction], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._settings = settings = session.settings
        self.heading = Heading(self.tr("Conversation"))
        self.counter = QLabel()
        self.counter.setProperty("role", "chip")
        self.heading.add(self.counter)
        self.heading.add(KeyButton(action("conversation.chat")))
        self.room = KeyButton(action("conversation.stakeholder"))
        self.heading.add(self.room)
        self.heading.add(KeyButton(action("conversation.export")))
        self.picker = QComboBox()
        self.picker.setAccessibleName(self.tr("Conversation"))
        self.picker.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.picker.setMinimumContentsLength(24)
        self.scrubber = Scrubber()
        self.bar = QWidget()
        row = QHBoxLayout(self.bar)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(16)
        self.sessions = SessionPicker()
        row.addWidget(self.picker, 2)
        row.addWidget(self.sessions, 1)
        row.addWidget(self.scrubber, 3)
        # Where the title leaves the line no room, it stands on its own.
        self.status = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self.status.setProperty("role", "muted")
        self.status.hide()
        self.loading = LoadingLine()
        self.budget = BudgetView()
        self.messages = MessagesView(settings)
        self.map = FateView()
        self.needle = NeedleView(settings)
        self.strategies = StrategiesView(settings)
        self.prompt = PromptView()
        self.numbers = NumbersView(settings)
        self.tabs = ViewTabs()
        for title, view in (
            (self.tr("Budget"), self.budget),
            (self.tr("Messages"), self.messages),
            (self.tr("Map"), self.map),
            (self.tr("Needle"), self.needle),
            (self.tr("Strategies"), self.strategies),
            (self.tr("Prompt"), self.prompt),
            (self.tr("Numbers"), self.numbers),
        ):
            self.tabs.add(title, view)
        self.stack = StateStack(self.tabs)
        self.setting = SettingsBox()
        self.turn = TurnBox()
        self.why = WhyBox()
        self.pad = PadBox()
        self.side = _Side((self.setting, self.turn, self.why, self.pad))
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(GAP)
        left, self._right = Card(self.stack), Card(self.side)
        left.setMinimumWidth(280)
        self.splitter.addWidget(left)
        self.splitter.addWidget(self._right)
        self.splitter.setStretchFactor(0, 5)
        self.splitter.setStretchFactor(1, 2)
        self.splitter.restoreState(settings.bytes_of(_SPLITTER))
        self.splitter.splitterMoved.connect(self._on_splitter)
        self.stakeholder = StakeholderView()
        self._whole = QStackedWidget()
        self._whole.addWidget(self.splitter)
        self._whole.addWidget(self.stakeholder)
        page = QVBoxLayout(self)
        page.setContentsMargins(MARGIN, GAP, MARGIN, MARGIN)
        page.setSpacing(8)
        for widget in (self.heading, self.status, self.bar, self.loading):
            page.addWidget(widget)
        page.addWidget(self._whole, 1)
        theme().changed.connect(self._on_size)
        self._on_size()

    @property
    def for_the_room(self) -> bool:
        """Whether the big view is on screen."""
        return self._whole.currentWidget() is self.stakeholder

    def show_for_the_room(self, big: bool) -> None:
        """Shows the big view, or the working one."""
        self._whole.setCurrentWidget(self.stakeholder if big else self.splitter)

    def show_nothing(self) -> None:
        """No conversation is shown: what stands around one is put away."""
        self.say("")
        self.show_for_the_room(False)
        for widget in (self.counter, self.bar, self._right):
            widget.hide()

    def say(self, line: str) -> None:
        """Says in one line what is shown, where it has room."""
        self.heading.set_line(line)
        self._place_line()

    def _place_line(self) -> None:
        own = not self.heading.fits()
        self.status.setText(self.heading.line)
        self.status.setToolTip(self.heading.line)
        self.status.setVisible(own and bool(self.heading.line))

    def show_something(self) -> None:
        """A conversation is shown."""
        for widget in (self.counter, self.bar, self._right):
            widget.show()
        self.stack.show_content()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._on_size()

    @Slot()
    def _on_size(self) -> None:
        """The side grows with the zoom, as long as the charts keep the greater part."""
        zoomed = round(_SIDE * theme().zoom / 100)
        self._right.setMinimumWidth(max(280, min(zoomed, round(self.width() * 0.34))))
        self._place_line()

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
        # A scroll area fills its widget with the colour of the window.
        inner.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)

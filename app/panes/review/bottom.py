"""What stands below an item and stays in view: the decisions, or the question one of them asks."""

from __future__ import annotations

from enum import Enum, auto

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QSizePolicy, QVBoxLayout, QWidget

from app.panes.review.case import Case
from app.panes.review.confirm_panel import ConfirmPanel
from app.panes.review.reject_panel import RejectPanel
from app.panes.review.reveal_panel import RevealPanel
from app.widgets.flow_layout import FlowLayout
from app.widgets.key_button import KeyButton
from app.widgets.strip import Strip


class Mode(Enum):
    """What a person is doing with the item on screen."""

    READING = auto()
    CONFIRMING = auto()
    REJECTING = auto()
    EDITING = auto()
    REVEALING = auto()


class Bottom(QWidget):
    """The buttons, or one of the three panels; nothing while the words are edited.

    The last button takes a decision back; it stands alone where there is one.

    Signals:
        confirmed, rejected, revealed: how a panel was answered.
        cancelled: it was left with Esc.
        writing_asked: the file shall be opened for writing.
    """

    confirmed = Signal()
    rejected = Signal(str)
    revealed = Signal(str)
    cancelled = Signal()
    writing_asked = Signal()

    def __init__(self, buttons: tuple[KeyButton, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons = buttons
        # Skip is what J does as well; without it the others keep two rows in little room.
        self.tight = False
        self.confirm = ConfirmPanel()
        self.reject = RejectPanel()
        self.reveal = RevealPanel()
        self.read_only = Strip()
        self._row = _row_of(buttons)
        rule = QFrame()
        rule.setProperty("role", "rule")
        rule.setFixedHeight(1)
        around = QVBoxLayout()
        around.setContentsMargins(16, 8, 16, 0)
        around.addWidget(self.read_only)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        box.addWidget(rule)
        box.addLayout(around)
        for widget in (self._row, self.confirm, self.reject, self.reveal):
            box.addWidget(widget)
        self.confirm.confirmed.connect(self.confirmed)
        self.confirm.cancelled.connect(self.cancelled)
        self.reject.chosen.connect(self.rejected)
        self.reject.cancelled.connect(self.cancelled)
        self.reveal.confirmed.connect(self.revealed)
        self.reveal.cancelled.connect(self.cancelled)
        self.read_only.pressed.connect(self.writing_asked)
        self.show_mode(Mode.READING)

    def suit(self, case: Case, *, writable: bool) -> None:
        """Colours the buttons by risk: releasing what is high is the dangerous act here."""
        release = self.buttons[0]
        release.set_role("danger" if case.urgent else "primary")
        *verbs, take_back = self.buttons
        for button in verbs:
            button.setVisible(case.open and not (self.tight and button is verbs[-1]))
        take_back.setVisible(not case.open)
        if writable:
            self.read_only.hide()
        else:
            self.read_only.say(
                "◎",
                self.tr("The file is open read-only; nothing can be decided."),
                self.tr("Enable writing"),
            )

    @Slot()
    def show_mode(self, mode: Mode) -> None:
        """Shows the buttons or a panel, and gives a panel the keyboard."""
        self._row.setVisible(mode is Mode.READING)
        self.confirm.setVisible(mode is Mode.CONFIRMING)
        self.reject.setVisible(mode is Mode.REJECTING)
        self.reveal.setVisible(mode is Mode.REVEALING)
        self.setVisible(mode is not Mode.EDITING)
        if mode is Mode.CONFIRMING:
            self.confirm.setFocus(Qt.FocusReason.OtherFocusReason)
        elif mode is Mode.REJECTING:
            self.reject.setFocus(Qt.FocusReason.OtherFocusReason)
        elif mode is Mode.REVEALING:
            self.reveal.setFocus(Qt.FocusReason.OtherFocusReason)


def _row_of(buttons: tuple[KeyButton, ...]) -> QWidget:
    row = QWidget()
    flow = FlowLayout(row, gap=8)
    flow.setContentsMargins(16, 8, 16, 8)
    for button in buttons:
        flow.addWidget(button)
    policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    policy.setHeightForWidth(True)
    row.setSizePolicy(policy)
    return row

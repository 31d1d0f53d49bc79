"""One item: what it would do, the evidence, and the decisions below it."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.panes.review.bottom import Bottom, Mode
from app.panes.review.case import Case
from app.panes.review.case_body import CaseBody
from app.panes.review.case_facts import consequence, standing
from app.panes.review.editor import Ask
from app.theme import theme
from app.widgets.card import Card
from app.widgets.finding_list import severity_color
from app.widgets.flow_layout import FlowLayout
from app.widgets.hidden_characters import revealed
from app.widgets.key_button import KeyButton
from app.widgets.section_label import SectionLabel
from app.widgets.state_page import StateStack
from app.widgets.strip import Strip
from app.wording import Sentence, glyph, severity_word, status_word, trust_word


class CaseDetail(Card):
    """Shows a case, or says why there is none.

    Signals:
        linked: ("record", id) or ("session", name) to show elsewhere.
        mode_changed: reading, confirming, rejecting or editing began.
        reveal_asked: the covered contact data shall be shown.
        group_asked: everything like this item shall be selected.
    """

    linked = Signal(object)
    mode_changed = Signal()
    reveal_asked = Signal()
    group_asked = Signal()

    def __init__(self, ask: Ask, buttons: tuple[KeyButton, ...], parent: QWidget | None = None) -> None:
        self._page = QWidget()
        self.states = StateStack(self._page)
        super().__init__(self.states, parent)
        self._case: Case | None = None
        self.mode = Mode.READING
        self._title = SectionLabel()
        self._title.setContentsMargins(0, 2, 0, 2)
        self._chips = QWidget()
        self._chip_box = FlowLayout(self._chips, gap=8)
        self.consequence = QLabel()
        self.standing = QLabel()
        self.standing.setProperty("role", "muted")
        for label in (self.consequence, self.standing):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.strip = Strip()
        self.cover = Strip()
        self.body = CaseBody(ask)
        self.bottom = Bottom(buttons)
        self._build()
        self.body.linked.connect(self.linked)
        self.body.editor.cancelled.connect(self.read)
        self.bottom.cancelled.connect(self.read)
        self.strip.pressed.connect(self.group_asked)
        self.cover.pressed.connect(self.reveal_asked)
        theme().changed.connect(self._on_theme)
        self._on_theme()
        self.show_nothing()

    @property
    def case(self) -> Case | None:
        """The case on screen."""
        return self._case if self.states.shows_content else None

    def show_case(self, case: Case, now: datetime, *, writable: bool) -> None:
        """Shows ``case``; what is being typed about the same version of it goes on."""
        old = self._case
        same = old is not None and (old.scope, old.item.id, old.item.version, old.covered) == (
            case.scope,
            case.item.id,
            case.item.version,
            case.covered,
        )
        self._case = case
        if not same:
            self._set_mode(Mode.READING)
            self._scroll.verticalScrollBar().setValue(0)
        if self.mode is not Mode.EDITING:
            self.body.show_case(case, now)
        self._title.setText(self.tr("Proposal #{0}").format(case.item.id))
        self._show_chips(case)
        self.consequence.setText(consequence(case))
        self.standing.setText(standing(case))
        self.standing.setVisible(bool(self.standing.text()))
        self._show_cover(case)
        self.bottom.suit(case, writable=writable)
        self.states.show_content()

    def set_tight(self, *, tight: bool) -> None:
        """Leaves out what stands elsewhere too, where the height is little."""
        if tight != self.bottom.tight:
            self.bottom.tight = tight
            self._on_theme()

    def show_line(self, title: str, text: str) -> None:
        """The row that is chosen stands for many items."""
        self._leave()
        self.states.show_empty(title, text)

    def show_nothing(self) -> None:
        """Nothing is selected."""
        self._leave()
        self.states.show_empty(
            self.tr("No item selected"), self.tr("What it would change, why it was held and its source.")
        )

    def show_gone(self) -> None:
        """The item was erased meanwhile."""
        self._leave()
        self.states.show_empty(
            self.tr("This item is gone"), self.tr("Its person was erased, here or by another program.")
        )

    def show_error(self, said: Sentence) -> None:
        """The item could not be read."""
        self._leave()
        self.states.show_error(said)

    def confirm(self, text: str, act: str) -> None:
        """Asks for the second key."""
        self.bottom.confirm.ask(text, act)
        self._set_mode(Mode.CONFIRMING)

    def reject(self, title: str) -> None:
        """Asks for the reason of a rejection."""
        self.bottom.reject.ask(title)
        self._set_mode(Mode.REJECTING)

    def reveal(self) -> None:
        """Asks for the second key before contact data is shown."""
        self.bottom.reveal.ask()
        self._set_mode(Mode.REVEALING)

    def edit(self, text: str, *, redacting: bool) -> None:
        """Opens the editor on ``text``."""
        if self._case is not None:
            self._set_mode(Mode.EDITING)
            self.body.edit(self._case, text, redacting=redacting)
            self._scroll.verticalScrollBar().setValue(0)

    @Slot()
    def read(self) -> None:
        """Leaves a panel or the editor without deciding."""
        if self.mode is Mode.EDITING and self._case is not None:
            self.body.show_words(self._case)
        self._set_mode(Mode.READING)

    def _set_mode(self, mode: Mode) -> None:
        if mode is not self.mode:
            if self.mode is Mode.EDITING:
                self.body.editor.hide()
            self.mode = mode
            self.body.editor.foot.setVisible(mode is Mode.EDITING)
            self.bottom.show_mode(mode)
            self._scroll.setVisible(not (self.bottom.tight and mode is Mode.REJECTING))
            self.mode_changed.emit()

    def _leave(self) -> None:
        self._case = None
        self._set_mode(Mode.READING)

    def _build(self) -> None:
        self._scroll = QScrollArea()
        self._scroll.setWidget(self.body)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.viewport().setAutoFillBackground(False)
        self.body.setAutoFillBackground(False)
        head = QHBoxLayout()
        head.setContentsMargins(16, 8, 16, 4)
        head.setSpacing(12)
        head.addWidget(self._title, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self._chips, 1)
        said = QVBoxLayout()
        said.setContentsMargins(16, 0, 16, 6)
        said.setSpacing(6)
        for widget in (self.consequence, self.standing, self.cover, self.strip):
            said.addWidget(widget)
        page = QVBoxLayout(self._page)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(0)
        page.addLayout(head)
        page.addLayout(said)
        page.addWidget(self._scroll, 1)
        page.addWidget(self.bottom)
        page.addWidget(self.body.editor.foot)

    def _show_chips(self, case: Case) -> None:
        while (old := self._chip_box.takeAt(0)) is not None:
            widget = old.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        item, tokens = case.item, theme().tokens
        severity = self.tr("{0} risk").format(severity_word(item.severity))
        self._chip(glyph(item.severity), severity, severity_color(item.severity))
        if item.status != "waiting":
            color = tokens.ok if item.status == "released" else tokens.muted
            self._chip(glyph(item.status), status_word(item.status), color)
        if case.open and not self.bottom.tight:
            self._chip("", self.tr("trust {0}").format(trust_word(item.trust)))
        self._chip("", revealed(str(case.scope), 60))

    def _show_cover(self, case: Case) -> None:
        if case.covered:
            self.cover.say("•", self.tr("Contact data is covered."), self.tr("Show it  V"))
        elif case.revealed:
            self.cover.say("◎", self.tr("Contact data is shown until you move on; the journal says so."))
        else:
            self.cover.hide()

    def _chip(self, sign: str, word: str, color: QColor | None = None) -> None:
        chip = QLabel()
        chip.setProperty("role", "chip")
        chip.setAccessibleName(word)
        if color is None:
            chip.setTextFormat(Qt.TextFormat.PlainText)
            chip.setText(word)
        else:
            chip.setTextFormat(Qt.TextFormat.RichText)
            chip.setText(f'<span style="color:{color.name()}">{sign}</span>&nbsp;{word}')
        self._chip_box.addWidget(chip)

    @Slot()
    def _on_theme(self) -> None:
        self.consequence.setFont(theme().font(*(() if self.bottom.tight else (11,)), bold=True))
        if self._case is not None:
            self._show_chips(self._case)

"""The Conversation pane: choose one, move through its turns, move the setting, ask why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.panes.conversation.filling import Seen, fill
from app.panes.conversation.finding import Found
from app.panes.conversation.page import MESSAGES, NEEDLE, ConversationPage
from app.panes.conversation.reading import Reading, Shelf
from app.panes.conversation.resetting import Resetting
from app.panes.conversation.states import show_none, show_silence, show_unchosen
from app.panes.conversation.study import Ask, Study
from app.panes.conversation.taking_out import TakingOut
from app.panes.conversation.words import conversation_line, counter_line, heading_line
from app.panes.pane import Pane
from app.session import Session
from app.wording import sentence
from core.memory.conversation.desk import ConversationSummary
from core.memory.conversation.settings import Strategy
from core.memory.prompt.ledger import PromptPart

if TYPE_CHECKING:
    from app.panes.conversation.chat import Chat

_SETTLE_MS = 30
_BURST_MS = 1500


class ConversationPane(Pane):
    """Where the tokens of a conversation go, what survives, and what if."""

    id = "conversation"
    icon = "conversation"

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.title = self.tr("Conversation")
        self.study: Study | None = None
        self.ghost: Study | None = None
        self.turn = 0
        self.place: int | None = None
        self.part: PromptPart | None = None
        self._listed: tuple[ConversationSummary, ...] = ()
        self._id: str | None = None
        self._ask: Ask | None = None
        self._needle = ""
        self._earlier: int | None = None
        self._stale = True
        self.reading = Reading(session, self)
        self.page = ConversationPage(session, self.action)
        self.out = TakingOut(session, self.page, self)
        self.resetting = Resetting(session, self)
        self._soon = _timer(self, _SETTLE_MS, self._study_again)
        # What is drawn is drawn in steps, and the window turns between them.
        self._view = _timer(self, 0, self._show_view)
        self._burst = _timer(self, _BURST_MS, lambda: None)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        self.chat: Chat | None = None
        self.whole = QStackedWidget()
        self.whole.addWidget(self.page)
        box.addWidget(self.whole)
        self._connect()
        self._on_scope()

    @property
    def quiet(self) -> bool:
        """True when nothing is on its way to the screen."""
        return self.session.jobs.idle() and not (self._soon.isActive() or self._view.isActive())

    def activate(self) -> None:
        if self._stale:
            self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.activate()

    def refresh(self) -> None:
        self._stale = False
        if self.session.scope is not None:
            self.page.stack.show_loading(self.tr("Reading conversations…"))
            self.reading.shelve()

    def handles(self, action_id: str) -> Callable[[], object] | None:
        if action_id == "conversation.chat":
            return self.talk if self.session.scope is not None else None
        if self.whole.currentWidget() is not self.page:
            return None
        study = self.study
        if study is None or not study.turns:
            return None
        offered: dict[str, Callable[[], object]] = {
            "edit.find": self._find,
            "conversation.stakeholder": self.switch_room,
        }
        if self.out.plot is not None or self.out.table is not None:
            offered["conversation.export"] = self.out.export
        if self.turn < study.turns - 1:
            offered["conversation.next"] = lambda: self.go(self.turn + 1)
        if self.turn > 0:
            offered["conversation.previous"] = lambda: self.go(self.turn - 1)
        standing = [each.id for each in self.page.why.because if each.record is not None]
        if standing:
            offered["conversation.open"] = lambda: self.session.show_record(standing[0])
        return offered.get(action_id)

    def open(self, id_: str) -> None:
        """Shows a conversation."""
        self._id, self._ask, self.ghost, self.study = id_, None, None, None
        self._earlier = None
        self.place = self.part = None
        self._needle = ""
        self.page.needle.clear()
        self.page.why.show_message(None, 0, None)
        with QSignalBlocker(self.page.picker):
            self.page.picker.setCurrentIndex(self.page.picker.findData(id_))
        self._study_again()

    def go(self, turn: int) -> None:
        """Shows another turn."""
        if self.study is not None and 0 <= turn < self.study.turns and turn != self.turn:
            self.turn = turn
            self._show_turn()

    def choose(self, place: int) -> None:
        """Shows a message, and asks why it was said."""
        if self.study is None or not 0 <= place < len(self.study.messages):
            return
        self.place = place
        if self.page.tabs.place == MESSAGES:
            self.page.messages.choose(place)
        prompt = self.page.why.show_message(self.study, self.turn, place)
        if prompt is not None:
            self.reading.explain(self.study, prompt)
        # Where it stands is known once the new text is laid out.
        QTimer.singleShot(0, self, self._bring_why)
        self.update_actions()

    @Slot()
    def _bring_why(self) -> None:
        self.page.side.verticalScrollBar().setValue(self.page.why.y())

    def switch_room(self) -> None:
        """Shows the big view, or the working one again."""
        self.page.show_for_the_room(not self.page.for_the_room)
        self._show_view()
        self.update_actions()

    def talk(self) -> None:
        """Shows the talk with the demo agent."""
        if self.chat is None:
            from app.panes.conversation.chat import Chat

            self.chat = Chat(self.session, self)
            self.chat.left.connect(self._on_left)
            self.whole.addWidget(self.chat.view)
        self.whole.setCurrentWidget(self.chat.view)
        self.chat.look()
        self.chat.view.entry.setFocus(Qt.FocusReason.OtherFocusReason)
        self.update_actions()

    @Slot(object)
    def _on_left(self, id_: str | None) -> None:
        """Back to the charts, which show what was said."""
        self.whole.setCurrentWidget(self.page)
        self.update_actions()
        if id_ is not None:
            if id_ != self._id:
                self.open(id_)
            self.refresh()

    def _connect(self) -> None:
        session, page, reading = self.session, self.page, self.reading
        session.scope_changed.connect(self._on_scope)
        session.changed.connect(self._on_changed)
        session.state_changed.connect(self.update_actions)
        session.state_changed.connect(self._offer_reset)
        page.picker.activated.connect(self._on_picked)
        for view in (page.scrubber, page.budget, page.needle, page.numbers):
            view.wanted.connect(self.go)
        page.budget.bar.chosen.connect(self._on_part)
        page.setting.changed.connect(self._on_setting)
        page.messages.chosen.connect(self._on_message)
        page.map.cell.connect(self._on_cell)
        page.needle.asked.connect(self._on_needle)
        page.strategies.price_changed.connect(self._show_view)
        page.strategies.taken.connect(self._on_taken)
        page.prompt.against_changed.connect(self._show_view)
        page.prompt.model_wanted.connect(self._on_model)
        page.sessions.wanted.connect(self._on_session)
        page.pad.reset_wanted.connect(self._on_reset)
        session.settings.server_changed.connect(self._show_view)
        reading.summarized.connect(self._show_view)
        page.why.record_wanted.connect(session.show_record)
        page.tabs.switched.connect(self._on_switched)
        reading.busy_changed.connect(page.loading.set_busy)
        reading.shelved.connect(self._on_shelved)
        reading.studied.connect(self._on_studied)
        reading.compared.connect(page.strategies.show_rows)
        reading.found.connect(self._on_found)
        reading.written.connect(page.prompt.show_sheets)
        reading.explained.connect(self._on_explained)
        reading.failed.connect(self._on_failed)

    def _find(self) -> None:
        self.page.show_for_the_room(False)
        self.page.tabs.show_view(NEEDLE)
        self.page.needle.text.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.page.needle.text.selectAll()

    @Slot()
    def _study_again(self) -> None:
        if self._id is not None and self.session.scope is not None:
            self.page.stack.show_loading(self.tr("Counting tokens…"))
            self.reading.study(self._id, self._ask, self._earlier)

    @Slot(object)
    def _on_shelved(self, shelf: Shelf) -> None:
        self._listed = shelf.listed
        page = self.page
        page.pad.show_pads(shelf.pads)
        page.setting.show_counters(shelf.counters)
        with QSignalBlocker(page.picker):
            page.picker.clear()
            for each in shelf.listed:
                page.picker.addItem(conversation_line(each), each.id)
            page.picker.setCurrentIndex(page.picker.findData(self._id))
        if not shelf.listed:
            self._id = self.study = None
            show_none(page)
            self.update_actions()
        elif self._id not in {each.id for each in shelf.listed}:
            self.open(shelf.listed[0].id)
        else:
            self._study_again()

    @Slot(object)
    def _on_studied(self, study: Study) -> None:
        if study.id != self._id:
            return
        before, self.study = self.study, study
        page = self.page
        page.sessions.show_sessions(study.sessions, study.session)
        if not study.turns:
            show_silence(page)
            self.update_actions()
            return
        newest = before is None or before.id != study.id or self.turn >= before.turns - 1
        self.turn = study.turns - 1 if newest else min(self.turn, study.turns - 1)
        if self.place is not None and self.place >= len(study.messages):
            self.place = None
        if self._ask is None:
            most = max(study.unmanaged(study.turns - 1), study.budget) * 6 // 5
            page.setting.show_ask(study.ask, most)
            self._ask = study.ask
        page.show_something()
        page.counter.setText(counter_line(study))
        self._say_turn(study)
        self._view.start()

    def _show_turn(self) -> None:
        if self.study is not None and self.study.turns:
            self._say_turn(self.study)
            self._show_view()

    def _say_turn(self, study: Study) -> None:
        page = self.page
        page.say(heading_line(study, self.turn))
        page.scrubber.show_turn(self.turn, study.turns)
        page.turn.show_turn(study, self.turn)
        self._offer_reset()
        self.update_actions()

    @Slot()
    def _show_view(self) -> None:
        if self.study is not None and self.study.turns:
            choice = self.session.settings.server
            model = choice.chat_model if choice.chat_model and choice.reachable else None
            seen = Seen(self.study, self.ghost, self.turn, self.place, self.part, self._needle, model)
            if fill(self.page, self.reading, seen):
                self._view.stop()
            else:
                self._view.start()

    @Slot()
    def _on_model(self) -> None:
        if self.study is not None:
            self.reading.summarize(self.study, self.turn)

    @Slot()
    def _on_reset(self) -> None:
        if self.study is not None:
            self.resetting.ask(self.study, self.page.pad.pads, self.page.pad.chosen)

    @Slot()
    def _offer_reset(self) -> None:
        self.page.pad.offer_reset(self._why_no_reset())

    def _why_no_reset(self) -> str:
        if not self.session.writable:
            return self.tr("The file is open for reading; switch to writing first.")
        if self._earlier is not None:
            return self.tr("This session is over already.")
        return (
            ""
            if self.study is not None and self.study.turns
            else self.tr("Nothing was said in this session yet.")
        )

    @Slot(object)
    def _on_session(self, number: int | None) -> None:
        """Another session is looked at; what was chosen belongs to the one before."""
        self._earlier, self.ghost, self.study = number, None, None
        self.place = self.part = None
        self.page.why.show_message(None, 0, None)
        self._study_again()

    @Slot(int)
    def _on_switched(self, place: int) -> None:
        self._show_view()
        self.update_actions()

    @Slot()
    def _on_picked(self) -> None:
        id_ = self.page.picker.currentData()
        if id_ is not None and id_ != self._id:
            self.open(id_)

    @Slot()
    def _on_setting(self) -> None:
        """The setting that stood when somebody began to move stays as a ghost."""
        if not self._burst.isActive():
            self.ghost = self.study
        self._burst.start()
        self._ask = self.page.setting.ask()
        self._soon.start()

    @Slot(object)
    def _on_taken(self, strategy: Strategy) -> None:
        if self._ask is not None and self.study is not None:
            self.ghost = self.study
            self._ask = replace(self._ask, settings=replace(self._ask.settings, strategy=strategy))
            self.page.setting.show_ask(self._ask, self.page.setting.budget.maximum())
            self._soon.start()

    @Slot(object)
    def _on_part(self, part: PromptPart | None) -> None:
        """A segment shows the messages it is made of."""
        self.part = part
        if part is not None:
            self.page.tabs.show_view(MESSAGES)

    @Slot(object)
    def _on_message(self, place: int | None) -> None:
        if place is not None and place != self.place:
            self.choose(place)

    @Slot(int, int)
    def _on_cell(self, turn: int, place: int) -> None:
        self.choose(place)
        if turn == self.turn:
            self._show_view()
        else:
            self.go(turn)

    @Slot(str)
    def _on_needle(self, needle: str) -> None:
        self._needle = needle
        if self.study is not None:
            self.reading.find(self.study, needle, self.turn)

    @Slot(object)
    def _on_found(self, found: Found) -> None:
        if found.needle == self._needle:
            self.page.needle.show_found(found, self.turn)
            self.update_actions()

    @Slot(object, object)
    def _on_explained(self, prompt: object, because: object) -> None:
        study = self.study
        if study is not None and self.place is not None and study.prompt_for(self.place) == prompt:
            self.page.why.explain(prompt, because)  # type: ignore[arg-type]
            self.update_actions()

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        self.page.show_nothing()
        self.page.stack.show_error(sentence(error), self.tr("Try again"), self.refresh)

    @Slot()
    def _on_scope(self) -> None:
        self.study = self.ghost = None
        self._id = self._ask = None
        self.place = self.part = None
        self._needle = ""
        self._listed = ()
        self.reading.forget()
        page = self.page
        page.needle.clear()
        page.why.show_message(None, 0, None)
        page.budget.bar.choose(None)
        if self.session.scope is None:
            show_unchosen(page, file=self.session.store is not None)
        elif self.isVisible():
            page.show_nothing()
            self.refresh()
        else:
            page.show_nothing()
            self._stale = True
        self.update_actions()

    @Slot(object)
    def _on_changed(self, change: object) -> None:
        kinds: frozenset[str] = getattr(change, "kinds", frozenset())
        if kinds and not kinds & {"conversation", "prompt", "scratchpad", "record", "subject"}:
            return
        if self.isVisible():
            self.refresh()
        else:
            self._stale = True


def _timer(parent: QWidget, milliseconds: int, then: Callable[[], object]) -> QTimer:
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(then)
    return timer

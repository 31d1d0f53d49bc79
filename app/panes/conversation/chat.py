"""The talk in the Conversation pane: words go to the runner, and what happens comes back to the view."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal, Slot

from app.panes.conversation.chat_runner import ChatRunner
from app.panes.conversation.chat_turn import WatchedTurn
from app.panes.conversation.chat_view import ChatView
from app.session import Session
from app.wording import Sentence, number, sentence
from core.agent.chat import Ended, Event, Heard, Noted, Sent, Worked
from core.agent.chat.speaker import SCRIPTED
from core.agent.loop import Ending, Turned
from core.agent.writer import Proposed
from core.errors import Cancelled
from core.memory.prompt.log import Because


class Chat(QObject):
    """Signals:
    left: somebody wants back to the charts of the conversation that is named, or of none.
    """

    left = Signal(object)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.view = ChatView()
        self.runner = ChatRunner(session, self)
        self.turns: list[WatchedTurn] = []
        view, runner = self.view, self.runner
        view.said.connect(self.say)
        view.left.connect(self._on_left)
        view.stop.clicked.connect(self._on_stop)
        view.anew.clicked.connect(self.begin_anew)
        view.write.clicked.connect(self._on_write)
        view.enable.clicked.connect(session.enable_writing)
        view.transcript.turn_chosen.connect(self.show_turn)
        view.transcript.item_wanted.connect(self._on_item)
        view.transcript.example_chosen.connect(view.write_words)
        view.inspector.linked.connect(self._on_linked)
        runner.happened.connect(self._on_happened)
        runner.finished.connect(self._on_finished)
        runner.failed.connect(self._on_failed)
        runner.noted.connect(self._on_noted)
        session.scope_changed.connect(self._on_scope)
        session.file_changed.connect(self.look)
        session.state_changed.connect(self.look)
        session.settings.server_changed.connect(self.look)
        self._on_scope()

    @Slot()
    def begin_anew(self) -> None:
        """Leave this talk and begin another."""
        self.runner.forget()
        self.turns.clear()
        self.view.transcript.clear()
        self.view.inspector.show_turn(None)
        self._welcome()
        self.look()
        self._take_keyboard()

    @Slot(str)
    def say(self, words: str) -> None:
        """Have words answered."""
        if not words or self.runner.running or not self.session.writable:
            return
        self.turns.append(WatchedTurn(words))
        self.view.transcript.add_words(words)
        self.view.inspector.show_turn(self.turns[-1])
        self.runner.say(words)
        self.look()

    @Slot(int)
    def show_turn(self, place: int) -> None:
        """Show what the agent saw and did in a turn."""
        if 0 <= place < len(self.turns):
            self.view.inspector.show_turn(self.turns[place])
            self.view.transcript.mark(place)

    @Slot()
    def look(self) -> None:
        """Say who answers and what can be done now."""
        session, runner, view = self.session, self.runner, self.view
        name = runner.name or self.tr("new talk")
        who = (
            self.tr("scripted, offline: no model is asked") if runner.speaker == SCRIPTED else runner.speaker
        )
        view.heading.set_line(self.tr("{0} · {1}").format(who, name))
        there = session.scope is not None and session.store is not None
        view.enable.setVisible(there and not session.writable)
        view.write.setVisible(runner.writer is not None)
        if runner.writer is not None:
            tip = self.tr("Have {0} read what was said since the last time and propose at most three notes")
            view.write.setToolTip(tip.format(runner.writer))
        view.show_ready(
            there and session.writable and not runner.running,
            running=runner.running,
            writes=any(turn.turned is not None for turn in self.turns),
        )
        view.state.setText(self._state())

    def _state(self) -> str:
        runner = self.runner
        if not self.session.writable:
            return self.tr("The file is open read-only; a talk is kept in it.")
        if runner.stopping:
            return self.tr("Stopping …")
        if runner.running:
            asks = self.turns[-1].sent if self.turns else []
            who = asks[-1].model if asks else runner.speaker
            return self.tr("Waiting for {0} …").format(who)
        return ""

    @Slot(object)
    def _on_happened(self, event: Event) -> None:
        turn = self.turns[-1]
        turn.take(event)
        if isinstance(event, Heard) and event.masked:
            self.view.transcript.show_masked(event.text, event.masked)
        if isinstance(event, Sent) and event.call == 1:
            self._read_recalled(turn)
        if isinstance(event, Worked | Noted | Ended):
            # The agent is somebody else to this window: the panes read its writes as they read another's.
            self.session.refresh()
        self.view.inspector.show_turn(turn)
        self.view.state.setText(self._state())

    def _read_recalled(self, turn: WatchedTurn) -> None:
        """What was logged with the prompt: the records, their scores, and whether they had room."""
        operator, scope, name = self.session.operator, self.session.scope, self.runner.name
        if operator is None or scope is None or name is None:
            return

        def read(token: object) -> list[Because]:
            prompts = operator.prompts(scope, name)
            return operator.why(scope, name, prompts[-1].id) if prompts else []

        def show(because: list[Because]) -> None:
            turn.because = tuple(because)
            if self.turns and turn is self.turns[-1]:
                self.view.inspector.show_turn(turn)

        self.session.jobs.read(read, show, failed=lambda error: None, key="conversation.chat.why", owner=self)

    @Slot(object)
    def _on_finished(self, turned: Turned | None) -> None:
        if turned is None:
            self.view.transcript.add_note(self.tr("These words were answered already."))
        else:
            self._show_end(turned)
        self.look()
        self._take_keyboard()

    def _take_keyboard(self) -> None:
        if self.view.isVisible():
            self.view.entry.setFocus()

    def _show_end(self, turned: Turned) -> None:
        turn, place, transcript = self.turns[-1], len(self.turns) - 1, self.view.transcript
        if turned.ending in (Ending.ANSWERED, Ending.DECLINED):
            transcript.add_answer(place, turn.sent[-1].model if turn.sent else self.runner.speaker, turn)
            transcript.mark(place)
            if turned.ending is Ending.DECLINED:
                transcript.add_note(self.tr("The model declined; these are its words."))
            return
        transcript.add_trouble(self._why_not(turned), self.tr("Ask again"), self._again)

    def _why_not(self, turned: Turned) -> Sentence:
        if turned.ending is Ending.STOPPED:
            kept = self.tr("Your words are kept, and what was proposed before the stop stands.")
            began = bool(self.turns) and self.turns[-1].heard
            text = kept if began else self.tr("It had not begun, and nothing was kept of it.")
            return Sentence(self.tr("You stopped this turn"), text, "")
        if turned.ending is Ending.FAILED and turned.failure is not None:
            said = sentence(turned.failure)
            return Sentence(
                said.title, said.text, self.tr("Your words are kept. Check the server in Settings.")
            )
        return Sentence(
            self.tr("The agent did not come to an end"),
            self.tr("After {0} requests it still called tools instead of answering.").format(
                number(turned.steps)
            ),
            self.tr("Its calls and what came of them stand at the right."),
        )

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        """The turn ended with an error of the file or of the prompt."""
        if isinstance(error, Cancelled):
            said = self._why_not(Turned(Ending.STOPPED))
        else:
            said = sentence(error)
        kept = bool(self.turns) and self.turns[-1].heard
        self.view.transcript.add_trouble(said, self.tr("Ask again"), self._again if kept else None)
        self.session.refresh()
        self.look()

    @Slot(object, bool)
    def _on_noted(self, proposed: Sequence[Proposed], waits: bool) -> None:
        if self.turns:
            self.turns[-1].noted += [Noted(each) for each in proposed]
            self.show_turn(len(self.turns) - 1)
        if waits:
            said = self.tr("The writer could not read it now; the run waits in Record ▸ Writer runs…")
        elif len(proposed) == 1:
            said = self.tr("The writer proposed a note; it stands at the right.")
        elif proposed:
            form = self.tr("The writer proposed {0} notes; they stand at the right.")
            said = form.format(number(len(proposed)))
        else:
            said = self.tr("The writer found nothing that lasts.")
        self.view.transcript.add_note(said)
        self.session.refresh()
        self.look()

    def _again(self) -> None:
        if not self.runner.running and self.session.writable and self.turns:
            self.turns.append(WatchedTurn(self.turns[-1].words, heard=True))
            self.view.inspector.show_turn(self.turns[-1])
            self.runner.again()
            self.look()

    @Slot()
    def _on_stop(self) -> None:
        self.runner.stop()
        self.look()

    @Slot()
    def _on_write(self) -> None:
        self.runner.write_notes()
        self.look()

    @Slot(int)
    def _on_item(self, id_: int) -> None:
        self._on_linked(("item", id_))

    @Slot(object)
    def _on_linked(self, target: tuple[str, int]) -> None:
        kind, id_ = target
        if kind == "record":
            self.session.show_record(id_)
        elif self.session.scope is not None:
            self.session.show_item(self.session.scope, id_)

    @Slot()
    def _on_left(self) -> None:
        self.left.emit(self.runner.name)

    @Slot()
    def _on_scope(self) -> None:
        """Another person's memory is no place for this talk."""
        self.begin_anew()

    def _welcome(self) -> None:
        self.view.transcript.add_note(
            self.tr(
                "What you say here is kept as a conversation of the person chosen at the top, as if that person had "
                "said it. The agent answers through its own handle: it recalls and proposes, and nothing else. Each "
                "turn’s prompt, recalled memories and proposals stand at the right."
            )
        )
        self.view.transcript.add_examples(
            (
                self.tr("When does my fiscal year start?"),
                self.tr("I live in Oslo."),
                self.tr("Please forget my home city."),
                self.tr("fetch_payments is done: 3 payments"),
            )
        )

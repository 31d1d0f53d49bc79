"""Carries out turns of a talk off the window's thread, and brings what happens back to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, Signal, Slot

from app.jobs import Job, Token
from app.server_choice import ServerChoice
from app.session import Session
from core import Scope, Store
from core.agent.chat import Event, ScriptedSpeaker, ServerSpeaker, Speaker, Talk, next_name
from core.agent.chat.speaker import SCRIPTED
from core.agent.chat.talk import AGENT
from core.agent.loop import Turned
from core.agent.writer import ModelWriter, Proposed

T = TypeVar("T")


class ChatRunner(QObject):
    """One talk at a time with the present person's agent.

    Signals:
        happened: an event of the turn that runs.
        finished: how the turn ended; None where there was nothing to answer.
        failed: an error; what was said before it is kept.
        noted: what a writer proposed of the talk, and whether the run waits to be tried again.
    """

    happened = Signal(object)
    finished = Signal(object)
    failed = Signal(object)
    noted = Signal(object, bool)
    _told = Signal(object, object)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._talk: Talk | None = None
        self._job: Job | None = None
        self._read_to = 0
        self._told.connect(self._on_told, Qt.ConnectionType.QueuedConnection)

    @property
    def running(self) -> bool:
        """True while a turn or a writer is at work."""
        return self._job is not None

    @property
    def stopping(self) -> bool:
        """True after somebody asked to stop."""
        return self._job is not None and self._job.token.cancelled

    @property
    def name(self) -> str | None:
        """The conversation the turns are kept in; None before the first word."""
        return self._talk.id if self._talk is not None else None

    @property
    def speaker(self) -> str:
        """Who would answer now."""
        choice = self._session.settings.server
        return choice.chat_model if choice.chat_model and choice.reachable else SCRIPTED

    @property
    def writer(self) -> str | None:
        """The model that would write notes of the talk; None where rules read every turn."""
        choice = self._session.settings.server
        return choice.writer_model if choice.writer_model and choice.reachable else None

    def forget(self) -> None:
        """Leave the talk; what runs is stopped and its answer is nobody's."""
        self.stop()
        self._job = self._talk = None
        self._read_to = 0

    def stop(self) -> None:
        """Ask what runs to stop."""
        if self._job is not None:
            self._job.token.cancel()

    def say(self, words: str) -> None:
        """Have words answered."""
        self._turn(lambda talk: talk.say(words))

    def again(self) -> None:
        """Have the last words answered once more."""
        self._turn(lambda talk: talk.again())

    def write_notes(self) -> None:
        """Hand what was said since the last time to the writer's model."""
        talk, choice = self._talk, self._session.settings.server
        store, scope = self._session.store, self._session.scope
        if talk is None or store is None or scope is None or self._job is not None:
            return
        after = self._read_to

        def work(token: Token) -> tuple[list[Proposed], bool, int]:
            model = choice.writer(lambda: token.cancelled)
            turns = talk.turns(after)
            if model is None or not turns:
                return [], False, after
            partition = store.partition(scope, AGENT)
            last = int(turns[-1].source.rpartition("-")[2])
            run = f"{talk.id}, from message {after + 1} to {last}"
            proposed = ModelWriter(partition, model, choice.price).run(run, turns)
            waits = any(each.id == run for each in partition.writer.queued())
            return proposed, waits, last

        self._ask(work, self._on_notes)

    def _turn(self, act: Callable[[Talk], Turned | None]) -> None:
        store, scope = self._session.store, self._session.scope
        if store is None or scope is None or self._job is not None:
            return
        known, choice = self._talk, self._session.settings.server

        def work(token: Token) -> Turned | None:
            speaker = _speaker(choice, token)
            reads = choice.writer() is None
            talk = known or _begun(store, scope, speaker)
            self._told.emit(token, talk)
            talk.speaker, talk.reads = speaker, reads
            talk.told = lambda event: self._told.emit(token, event)
            talk.stopped = lambda: token.cancelled
            return act(talk)

        self._ask(work, self._on_answer)

    def _ask(self, work: Callable[[Token], T], then: Callable[[T], None]) -> None:
        """What a talk that was left still brings is nobody's."""
        started: list[Job] = []

        def is_ours() -> bool:
            return bool(started) and self._job is started[0]

        self._job = self._session.jobs.ask(
            work,
            lambda answer: then(answer) if is_ours() else None,
            failed=lambda error: self._on_failed(error) if is_ours() else None,
            owner=self,
        )
        started.append(self._job)

    @Slot(object, object)
    def _on_told(self, token: Token, told: Event | Talk) -> None:
        if self._job is None or token is not self._job.token:
            return
        if isinstance(told, Talk):
            # Known from its first word on: what fails afterwards is said again in the same conversation.
            self._talk = told
        else:
            self.happened.emit(told)

    def _on_answer(self, turned: Turned | None) -> None:
        self._job = None
        self.finished.emit(turned)

    def _on_notes(self, answer: tuple[list[Proposed], bool, int]) -> None:
        proposed, waits, self._read_to = answer
        self._job = None
        self.noted.emit(proposed, waits)

    def _on_failed(self, error: Exception) -> None:
        self._job = None
        self.failed.emit(error)


def _speaker(choice: ServerChoice, token: Token) -> Speaker:
    model = choice.chat(lambda: token.cancelled)
    return ScriptedSpeaker() if model is None else ServerSpeaker(model)


def _begun(store: Store, scope: Scope, speaker: Speaker) -> Talk:
    partition = store.partition(scope, AGENT)
    return Talk(partition, next_name(partition.conversations()), speaker)

"""Conversations on their way to the screen: read and recut in the background, the newest wins."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from app.jobs import Token
from app.panes.conversation.anchoring import anchors, reported
from app.panes.conversation.chart import load_charts
from app.panes.conversation.comparing import compared
from app.panes.conversation.finding import find
from app.panes.conversation.model_summaries import ModelSummaries
from app.panes.conversation.prompt_text import Sheet, sheet
from app.panes.conversation.study import Ask, Study, beside_of, by_turn, retraced, tokens_of
from app.prices import Price
from app.session import Session
from core import Operator, Scope
from core.memory.conversation.conversation import Conversation
from core.memory.conversation.costs import Costs
from core.memory.conversation.desk import ConversationSummary
from core.memory.conversation.history import History
from core.memory.conversation.settings import Settings, Strategy
from core.memory.conversation.trace import Trace, fates, trace
from core.memory.prompt.log import Because, LoggedPrompt
from core.memory.scratchpad import Scratchpad
from core.memory.tokens import counter_named
from core.memory.tokens.counter import counters_here

T = TypeVar("T")
DEFAULT_BUDGET = 8_000


@dataclass(frozen=True, slots=True)
class Shelf:
    """What a person has: conversations, and scratchpads by task; and what can count here."""

    listed: tuple[ConversationSummary, ...]
    pads: dict[str, Scratchpad]
    counters: tuple[str, ...] = ()


class Reading(QObject):
    """Signals:
    shelved: a Shelf.
    studied: a Study.
    compared: a list of Row.
    found: a Found.
    written: a Sheet and the Sheet it is compared with, or None.
    explained: a LoggedPrompt and a list of Because.
    summarized: a model told a summary, or why it did not.
    failed: an error.
    busy_changed: whether an answer is on its way.
    """

    shelved = Signal(object)
    studied = Signal(object)
    compared = Signal(object)
    found = Signal(object)
    written = Signal(object, object)
    explained = Signal(object, object)
    summarized = Signal()
    failed = Signal(object)
    busy_changed = Signal(bool)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        # Two readers may hold the same conversation; its history grows under one of them only.
        self._lock = threading.Lock()
        self._asked: dict[str, tuple[object, ...]] = {}
        self._open: tuple[Scope, str, str, Conversation] | None = None
        self.models = ModelSummaries()

    def shelve(self) -> None:
        """Lists the person's conversations."""

        def work(operator: Operator, scope: Scope, token: Token) -> Shelf:
            listed = tuple(operator.conversations(scope).listed())
            return Shelf(listed, operator.scratchpads(scope), counters_here())

        self._read("shelf", work, self.shelved.emit)

    def study(self, id_: str, ask: Ask | None, session: int | None = None) -> None:
        """Cuts every turn anew; without a setting under the one its last prompt was built with.

        Args:
            session: an earlier one; None is the one that goes on.
        """

        def work(operator: Operator, scope: Scope, token: Token) -> Study:
            load_charts()
            logged = operator.prompts(scope, id_)
            wanted = ask or first_ask(logged)
            with self._lock:
                token.raise_if_cancelled()
                return self._studied(operator, scope, id_, wanted, logged, session)

        self._read("study", work, self.studied.emit)

    def compare(self, study: Study, price: Price | None) -> None:
        """Sets the strategies beside one another; not again where they are or will be on screen."""
        if self._is_new("compare", (study, price)):
            self._read("compare", lambda o, s, token: compared(study, price, token), self.compared.emit)

    def find(self, study: Study, needle: str, turn: int) -> None:
        """Follows a text through the turns; not again where that is or will be on screen."""
        if self._is_new("needle", (study, needle)):
            self._read(
                "needle",
                lambda operator, scope, token: find(operator, scope, token, study, needle, turn),
                self.found.emit,
            )

    def write(self, study: Study, turn: int, other: tuple[Study, int, Strategy | None] | None) -> None:
        """Writes out what is sent on a turn, and what it is to be compared with."""

        def written(operator: Operator, scope: Scope, of: Study, traced: Trace, at: int) -> Sheet:
            logged = of.prompts.get(at, ())
            past = operator.past_prompt(scope, of.id, logged[-1].id) if logged else None
            return sheet(of, traced, at, past, self.models.told(of, traced, at))

        def work(operator: Operator, scope: Scope, token: Token) -> tuple[Sheet, Sheet | None]:
            this = written(operator, scope, study, study.trace, turn)
            if other is None:
                return this, None
            before, at, strategy = other
            traced = before.trace if strategy is None else retraced(before, strategy)
            return this, written(operator, scope, before, traced, at)

        self._read("sheet", work, lambda both: self.written.emit(*both))

    def summarize(self, study: Study, turn: int) -> None:
        """Asks the model that is set for the summary of a turn; `summarized` when it is there, or is not."""
        choice = self._session.settings.server
        self._read(
            "model",
            lambda operator, scope, token: self.models.ask(choice, token, study, turn),
            lambda _: self.summarized.emit(),
        )

    def explain(self, study: Study, prompt: LoggedPrompt) -> None:
        """Reads what memory gave to one prompt."""
        self._read(
            "why",
            lambda operator, scope, token: operator.why(scope, study.id, prompt.id),
            lambda because: self._tell(prompt, because),
        )

    def _tell(self, prompt: LoggedPrompt, because: list[Because]) -> None:
        self.explained.emit(prompt, because)

    def _studied(
        self,
        operator: Operator,
        scope: Scope,
        id_: str,
        ask: Ask,
        logged: list[LoggedPrompt],
        session: int | None,
    ) -> Study:
        conversations = operator.conversations(scope)
        sessions = tuple(conversations.sessions(id_))
        if session is None or session >= len(sessions):
            talk = self._opened(operator, scope, id_, ask)
            history, handoff, number = talk.history(), talk.handoff, len(sessions)
        else:
            history = History(Costs(counter_named(ask.counter)), conversations.session(id_, session))
            handoff, number = sessions[session - 1].handoff, session
        prompts = by_turn(history, logged)
        beside = beside_of(history, prompts, handoff, history.costs.counter)
        traced = trace(history, ask.settings, [sum(parts.values()) for parts in beside])
        fate, why = fates(history, traced)
        return Study(
            id_,
            ask,
            history,
            tuple(history.messages),
            traced,
            fate,
            why,
            beside,
            prompts,
            reported(history),
            handoff,
            number,
            sum(each.messages for each in sessions[: number - 1]),
            *tokens_of(traced, beside),
            anchors(history, prompts),
            sessions,
        )

    def _opened(self, operator: Operator, scope: Scope, id_: str, ask: Ask) -> Conversation:
        """The conversation with its counted messages; counting them again would take the longest."""
        held = self._open
        if held is not None and held[:3] == (scope, id_, ask.counter):
            return held[3]
        talk = operator.conversations(scope).opened(id_, ask.settings, counter_named(ask.counter))
        self._open = (scope, id_, ask.counter, talk)
        return talk

    def forget(self) -> None:
        """Holds no conversation any more: another file or person is looked at."""
        self._asked.clear()
        self.models.forget()
        with self._lock:
            self._open = None

    def _is_new(self, name: str, asked: tuple[object, ...]) -> bool:
        """Whether this was not the last thing asked under a name."""
        before = self._asked.get(name, ())
        self._asked[name] = asked
        return len(before) != len(asked) or any(a != b for a, b in zip(before, asked, strict=True))

    def _read(
        self, name: str, work: Callable[[Operator, Scope, Token], T], then: Callable[[T], object]
    ) -> None:
        operator, scope = self._session.operator, self._session.scope
        if operator is None or scope is None:
            return
        self.busy_changed.emit(True)

        def answer(result: T) -> None:
            self.busy_changed.emit(False)
            then(result)

        def refuse(error: Exception) -> None:
            self._asked.pop(name, None)
            self.busy_changed.emit(False)
            self.failed.emit(error)

        self._session.jobs.read(
            lambda token: work(operator, scope, token),
            answer,
            failed=refuse,
            key=f"conversation.{name}",
            owner=self,
        )


def first_ask(logged: list[LoggedPrompt]) -> Ask:
    """The setting to begin with: that of the last prompt, or the library's own."""
    if not logged:
        return Ask(Settings(DEFAULT_BUDGET))
    ledger = logged[-1].ledger
    try:
        counter = counter_named(ledger.counter).name
    except ValueError:
        counter = "pieces"
    return Ask(Settings(ledger.budget), counter, ledger.reserved)

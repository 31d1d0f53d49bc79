"""Conversations on their way to the screen: read and recut in the background, the newest wins."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from app.jobs import Token
from app.panes.conversation.chart import load_charts
from app.panes.conversation.comparing import compared
from app.panes.conversation.prompt_text import Sheet, sheet
from app.panes.conversation.study import Ask, Study, beside_of, by_turn, reported, tokens_of
from app.prices import Price
from app.session import Session
from core import Operator, Scope
from core.memory.conversation.conversation import Conversation
from core.memory.conversation.desk import ConversationSummary
from core.memory.conversation.needle import Strip, smallest_budget, strip
from core.memory.conversation.settings import Settings, Strategy
from core.memory.conversation.trace import Trace, fates, trace
from core.memory.prompt.log import Because, LoggedPrompt
from core.memory.scratchpad import Scratchpad
from core.memory.tokens import counter_named

T = TypeVar("T")
DEFAULT_BUDGET = 8_000


@dataclass(frozen=True, slots=True)
class Shelf:
    """What a person has: conversations, and scratchpads by task."""

    listed: tuple[ConversationSummary, ...]
    pads: dict[str, Scratchpad]


@dataclass(frozen=True, slots=True)
class Found:
    """A needle under every strategy, and the least budget that keeps it on the turn asked about."""

    needle: str
    strips: dict[Strategy, Strip]
    turn: int
    least: int | None


class Reading(QObject):
    """Signals:
    shelved: a Shelf.
    studied: a Study.
    compared: a list of Row.
    found: a Found.
    written: a Sheet and the Sheet it is compared with, or None.
    explained: a LoggedPrompt and a list of Because.
    failed: an error.
    busy_changed: whether an answer is on its way.
    """

    shelved = Signal(object)
    studied = Signal(object)
    compared = Signal(object)
    found = Signal(object)
    written = Signal(object, object)
    explained = Signal(object, object)
    failed = Signal(object)
    busy_changed = Signal(bool)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        # Two readers may hold the same conversation; its history grows under one of them only.
        self._lock = threading.Lock()
        self._asked: dict[str, tuple[object, ...]] = {}
        self._open: tuple[Scope, str, str, Conversation] | None = None

    def shelve(self) -> None:
        """Lists the person's conversations."""

        def work(operator: Operator, scope: Scope, token: Token) -> Shelf:
            return Shelf(tuple(operator.conversations(scope).listed()), operator.scratchpads(scope))

        self._read("shelf", work, self.shelved.emit)

    def study(self, id_: str, ask: Ask | None) -> None:
        """Cuts every turn anew; without a setting under the one its last prompt was built with."""

        def work(operator: Operator, scope: Scope, token: Token) -> Study:
            load_charts()
            logged = operator.prompts(scope, id_)
            wanted = ask or first_ask(logged)
            with self._lock:
                token.raise_if_cancelled()
                return self._studied(operator, scope, id_, wanted, logged)

        self._read("study", work, self.studied.emit)

    def compare(self, study: Study, price: Price | None) -> None:
        """Sets the strategies beside one another; not again where they are or will be on screen."""
        if self._is_new("compare", (study, price)):
            self._read("compare", lambda o, s, token: compared(study, price, token), self.compared.emit)

    def find(self, study: Study, needle: str, turn: int) -> None:
        """Follows a text through the turns under every strategy; not again where that is or will be on screen."""
        if not self._is_new("needle", (study, needle)):
            return

        def work(operator: Operator, scope: Scope, token: Token) -> Found:
            strips = {}
            for strategy in Strategy:
                token.raise_if_cancelled()
                strips[strategy] = strip(study.history, retraced(study, strategy), needle)
            most = max(study.unmanaged(turn), study.budget)
            beside = [sum(parts.values()) for parts in study.beside]
            least = smallest_budget(study.history, study.ask.settings, needle, turn, most, beside)
            return Found(needle, strips, turn, least)

        self._read("needle", work, self.found.emit)

    def write(self, study: Study, turn: int, other: tuple[Study, int, Strategy | None] | None) -> None:
        """Writes out what is sent on a turn, and what it is to be compared with."""

        def work(operator: Operator, scope: Scope, token: Token) -> tuple[Sheet, Sheet | None]:
            this = sheet(study, study.trace, turn)
            if other is None:
                return this, None
            before, at, strategy = other
            traced = before.trace if strategy is None else retraced(before, strategy)
            return this, sheet(before, traced, at)

        self._read("sheet", work, lambda both: self.written.emit(*both))

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
        self, operator: Operator, scope: Scope, id_: str, ask: Ask, logged: list[LoggedPrompt]
    ) -> Study:
        talk = self._opened(operator, scope, id_, ask)
        history = talk.history()
        prompts = by_turn(history, logged)
        beside = beside_of(history, prompts, talk.handoff, talk.counter)
        traced = trace(history, ask.settings, [sum(parts.values()) for parts in beside])
        fate, why = fates(history, traced)
        first = history.messages[0].id if history.messages else 1
        known = {each.id: each for each in operator.conversations(scope).listed()}
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
            talk.handoff,
            known[id_].sessions if id_ in known else 1,
            first - 1,
            *tokens_of(traced, beside),
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


def retraced(study: Study, strategy: Strategy) -> Trace:
    """The same turns under another strategy."""
    beside = [sum(parts.values()) for parts in study.beside]
    return trace(study.history, replace(study.ask.settings, strategy=strategy), beside)

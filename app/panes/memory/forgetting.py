"""Deleting for good: list, ask, delete what was listed, and ask anew when that is not what would go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.panes.memory.forget_dialog import Again, Choice, Decision, ForgetDialog
from app.session import Session
from app.wording import number
from core.change import NOTHING
from core.errors import Conflict
from core.memory.records import Change, Forgotten


@dataclass(frozen=True, slots=True)
class ManyForgotten:
    """The deletions of several records as one change."""

    count: int
    change: Change


@dataclass(frozen=True, slots=True)
class NotAsListed:
    """Nothing went, because something else would have gone than what was agreed to."""

    change: Change = NOTHING


Gone = Forgotten | ManyForgotten
# Deletes what a choice lists; the reason is kept in the journal.
CarryOut = Callable[[Choice, str], Gone]


class Forgetting(QObject):
    """Asks with ``ForgetDialog`` and carries the decision out."""

    def __init__(self, session: Session, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._window = window

    def ask(self, read: Callable[[], list[Choice]], carry_out: CarryOut, again: Again | None = None) -> None:
        """Reads the choices on a worker, asks, deletes."""
        self._session.jobs.read(
            lambda token: read(),
            lambda choices: self._decide(choices, read, carry_out, again),
            failed=self._session.act_failed.emit,
            owner=self,
        )

    def _decide(
        self,
        choices: list[Choice],
        read: Callable[[], list[Choice]],
        carry_out: CarryOut,
        again: Again | None,
    ) -> None:
        if choices[0].preview.is_empty:
            self._session.toast(self.tr("Nothing to forget: {0}").format(choices[0].name))
            return
        asked = (choices, self._window) if again is None else (choices, self._window, again)
        decision = ForgetDialog.ask(*asked)
        if decision is None:
            return
        choice = next(each for each in choices if each.id == decision.choice)

        def work() -> Gone | NotAsListed:
            try:
                return carry_out(choice, decision.reason)
            except Conflict:
                return NotAsListed()

        def done(gone: Gone | NotAsListed) -> None:
            if isinstance(gone, NotAsListed):
                self.ask(read, carry_out, _again(choices, decision))

        self._session.act(work, done=done, says=self._says, owner=self)

    def _says(self, gone: Gone | NotAsListed) -> str:
        if isinstance(gone, NotAsListed):
            return ""
        beside = sum(gone.beside) if isinstance(gone, Forgotten) else 0
        if beside and not gone.count:
            one, many = self.tr("Forgot 1 thing that is no record"), self.tr("Forgot {0} things, no records")
            return one if beside == 1 else many.format(number(beside))
        records = (
            self.tr("Forgot 1 record")
            if gone.count == 1
            else self.tr("Forgot {0} records").format(number(gone.count))
        )
        return self.tr("{0} and {1} beside").format(records, number(beside)) if beside else records


def _again(choices: list[Choice], decision: Decision) -> Again:
    seen = frozenset(id_ for choice in choices for id_ in choice.preview.change.ids)
    return Again(decision, seen)

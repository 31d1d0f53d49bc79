"""Setting and clearing rules, and sweeping by them after a look at what would go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.jobs import Token
from app.panes.privacy.retention_view import Kept
from app.panes.privacy.rule_dialog import RuleDialog
from app.panes.privacy.sweep_dialog import SweepDialog
from app.panes.privacy.told import Told
from app.session import Session
from app.wording import kind_word, number
from app.wording.privacy import step_words
from core import Change

if TYPE_CHECKING:
    from core.privacy import Receipt
    from core.privacy.retention import Due, Swept


@dataclass(frozen=True, slots=True)
class _Done:
    swept: Swept
    receipts: tuple[Receipt, ...]

    @property
    def change(self) -> Change:
        return self.swept.change


class RetentionActs(QObject):
    """Signals: ``swept`` (the receipts of a sweep)."""

    swept = Signal(object)

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._window = parent

    def set_rule(self, kept: Kept) -> None:
        """Asks how long the kind is kept."""
        operator = self._session.operator
        entered = RuleDialog.ask(kept.kind, kept.rule, self._window.window())
        if entered is None or operator is None:
            return

        def work() -> Told:
            operator.privacy.retention.set(
                kept.kind, entered.days, reviewer=entered.reviewer, every_days=entered.every_days
            )
            return Told()

        said = self.tr("{0} memories are kept for {1} days").format(
            kind_word(kept.kind).capitalize(), number(entered.days)
        )
        self._session.act(work, says=lambda _: said, owner=self)

    def clear_rule(self, kept: Kept) -> None:
        """Keeps the kind until somebody forgets it."""
        operator = self._session.operator
        if operator is None:
            return

        def work() -> Told:
            operator.privacy.retention.clear(kept.kind)
            return Told()

        said = self.tr("There is no rule for {0} memories any more").format(kind_word(kept.kind))
        self._session.act(work, says=lambda _: said, owner=self)

    def preview(self) -> None:
        """Counts what a sweep would take and asks whether to go on."""
        operator = self._session.operator
        if operator is None:
            return
        retention = operator.privacy.retention
        self._session.jobs.read(
            lambda token: retention.preview(),
            self._previewed,
            failed=self._session.act_failed.emit,
            key="privacy.sweep",
            owner=self,
            label=self.tr("Looking for what is past its time"),
        )

    def _previewed(self, due: tuple[Due, ...]) -> None:
        reason = SweepDialog.ask(due, self._window.window())
        operator = self._session.operator
        if reason is None or operator is None:
            return

        def work(token: Token) -> _Done:
            swept, receipts = operator.privacy.sweep(
                due,
                reason=reason,
                progress=lambda step, done, total: token.progress(done, total, step_words(step)),
                cancelled=lambda: token.cancelled,
            )
            return _Done(swept, receipts)

        def says(done: _Done) -> str:
            if done.swept.skipped:
                said = self.tr("Swept {0} records; {1} people changed meanwhile and were left as they are")
                return said.format(number(done.swept.count), number(len(done.swept.skipped)))
            return self.tr("Swept {0} records").format(number(done.swept.count))

        self._session.act_at_length(
            work, done=lambda done: self.swept.emit(done.receipts), says=says, owner=self
        )

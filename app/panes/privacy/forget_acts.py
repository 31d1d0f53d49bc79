"""Forgetting one fact with the copies of its value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.jobs import Token
from app.panes.privacy.forget_dialog import ForgetFactDialog, ForgetOrder
from app.session import Session
from app.wording import number
from app.wording.privacy import step_words
from core.memory.records.query import parse
from core.store.record_query import Sort, SortColumn

if TYPE_CHECKING:
    from core.privacy import Receipt

_KEYS = 1_000


class ForgetActs(QObject):
    """Signals: ``forgotten`` (the receipt)."""

    forgotten = Signal(object)

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._window = parent

    def forget(self) -> None:
        """Offers the keys there are, then asks."""
        records = self._session.records()

        def keys() -> list[str]:
            ids = records.ids(parse("state:current"), Sort(SortColumn.KEY, descending=False))[:_KEYS]
            return sorted({record.key for record in records.page(ids) if record and record.key})

        self._session.jobs.read(
            lambda token: keys(),
            self._ask,
            failed=self._session.act_failed.emit,
            key="privacy.keys",
            owner=self,
        )

    def _ask(self, keys: list[str]) -> None:
        order = ForgetFactDialog.ask(self._session, keys, self._window.window())
        if order is not None:
            self.carry_out(order)

    def carry_out(self, order: ForgetOrder) -> None:
        """Forgets what the preview listed and scrubs the copies chosen from it."""
        operator, scope = self._session.operator, self._session.scope
        if operator is None or scope is None:
            return
        privacy = operator.privacy

        def work(token: Token) -> Receipt:
            return privacy.forget(
                scope,
                order.shown,
                scrub=order.scrub,
                reason=order.reason,
                progress=lambda step, done, total: token.progress(done, total, step_words(step)),
                cancelled=lambda: token.cancelled,
            )

        said = self.tr("Forgot {0} versions, scrubbed {1} copies")
        told = said.format(number(order.shown.gone.count), number(len(order.scrub)))
        self._session.act_at_length(work, done=self.forgotten.emit, says=lambda _: told, owner=self)

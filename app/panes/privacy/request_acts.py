"""Noting, extending and closing what people asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.panes.privacy.reason_dialog import ReasonDialog
from app.panes.privacy.request_dialog import RequestDialog
from app.session import Session
from app.widgets.hidden_characters import one_line
from app.wording import day
from app.wording.privacy import request_word

if TYPE_CHECKING:
    from core.privacy.requests import Request


class RequestActs(QObject):
    """Acts on one request; its person need not be the one looked at."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._window = parent

    def add(self) -> None:
        """Notes what the person looked at asked for."""
        operator, scope = self._session.operator, self._session.scope
        if operator is None or scope is None:
            return
        entered = RequestDialog.ask(scope, self._window.window())
        if entered is None:
            return
        self._session.act(
            lambda: operator.privacy.requests.add(scope, entered.kind, entered.note, entered.identity),
            says=lambda request: self.tr("Noted, due {0}").format(day(request.due_at)),
            owner=self,
        )

    def extend(self, request: Request) -> None:
        """Gives two months more, once."""
        operator = self._session.operator
        title = self.tr("Extend the request of {0}").format(one_line(str(request.scope)))
        said = (
            self.tr(
                "Two months more, once. The person has to be told within the first month, with the reason."
            ),
        )
        reason = ReasonDialog.ask(title, self.tr("Extend"), said, self._window.window())
        if reason is None or operator is None:
            return
        self._session.act(
            lambda: operator.privacy.requests.extend(request.scope, request.id, reason=reason),
            says=lambda changed: self.tr("Extended, due {0}").format(day(changed.due_at)),
            owner=self,
        )

    def close(self, request: Request, outcome: str) -> None:
        """Closes it as done or refused."""
        operator, kind = self._session.operator, request_word(request.kind)
        name = one_line(str(request.scope))
        if outcome == "refused":
            title, act = self.tr("Refuse the request of {0}").format(name), self.tr("Refuse")
            said = self.tr("The person has to be told why, and that they may complain.")
        else:
            title, act = self.tr("Close the request of {0}").format(name), self.tr("Close as done")
            said = self.tr("What was asked for ({0}) was done.").format(kind)
        note = ReasonDialog.ask(title, act, (said,), self._window.window(), needed=outcome == "refused")
        if note is None or operator is None:
            return
        told = (
            self.tr("Refused the request of {0}")
            if outcome == "refused"
            else self.tr("Closed the request of {0}")
        )
        self._session.act(
            lambda: operator.privacy.requests.close(request.scope, request.id, outcome, note=note),
            says=lambda _: told.format(name),
            owner=self,
        )

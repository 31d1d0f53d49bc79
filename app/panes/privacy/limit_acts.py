"""Restricting a person, putting them on hold, and taking either back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.panes.privacy.reason_dialog import ReasonDialog
from app.panes.privacy.told import Told
from app.session import Session
from app.widgets.hidden_characters import one_line


class LimitActs(QObject):
    """Asks for the reason, which stands on the page as long as the limit holds."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._window = parent

    def restrict(self) -> None:
        """Keeps the memory and lets nobody use it."""
        name, operator, scope = self._name, self._session.operator, self._session.scope
        said = (
            self.tr("Nothing is deleted. Agents recall nothing about {0}, and nobody writes.").format(name),
            self.tr("It holds until it is lifted here."),
        )
        reason = self._ask(self.tr("Restrict {0}").format(name), self.tr("Restrict"), said, needed=True)
        if reason is not None and operator is not None and scope is not None:
            self._do(
                lambda: Told(operator.privacy.restrict(scope, reason).change),
                self.tr("Restricted {0}").format(name),
            )

    def lift_restriction(self) -> None:
        """Lets the memory be used again."""
        name, operator, scope = self._name, self._session.operator, self._session.scope
        said = (self.tr("Agents recall and write about {0} again.").format(name),)
        title, act = self.tr("Lift the restriction of {0}").format(name), self.tr("Lift restriction")
        reason = self._ask(title, act, said, needed=False)
        if reason is not None and operator is not None and scope is not None:
            self._do(
                lambda: Told(operator.privacy.lift_restriction(scope, reason)),
                self.tr("{0} is not restricted any more").format(name),
            )

    def put_on_hold(self) -> None:
        """Keeps the person from being erased."""
        name, operator, scope = self._name, self._session.operator, self._session.scope
        said = (
            self.tr("{0} cannot be erased while the hold stands. Everything else goes on.").format(name),
            self.tr("The law knows few reasons: a legal duty, legal claims, expression, public interest."),
        )
        title, act = self.tr("Put {0} on legal hold").format(name), self.tr("Put on hold")
        reason = self._ask(title, act, said, needed=True)
        if reason is not None and operator is not None and scope is not None:
            self._do(
                lambda: Told(operator.privacy.put_on_hold(scope, reason).change),
                self.tr("{0} is on legal hold").format(name),
            )

    def lift_hold(self) -> None:
        """Lets the person be erased again."""
        name, operator, scope = self._name, self._session.operator, self._session.scope
        said = (self.tr("{0} can be erased again.").format(name),)
        title, act = self.tr("Lift the legal hold of {0}").format(name), self.tr("Lift hold")
        reason = self._ask(title, act, said, needed=False)
        if reason is not None and operator is not None and scope is not None:
            self._do(
                lambda: Told(operator.privacy.lift_hold(scope, reason)),
                self.tr("{0} is not on hold any more").format(name),
            )

    @property
    def _name(self) -> str:
        return one_line(str(self._session.scope))

    def _ask(self, title: str, act: str, said: tuple[str, ...], *, needed: bool) -> str | None:
        return ReasonDialog.ask(title, act, said, self._window.window(), needed=needed)

    def _do(self, act: Callable[[], Told], said: str) -> None:
        self._session.act(act, says=lambda _: said, owner=self)

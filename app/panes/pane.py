"""What every pane is to the window."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from app.actions import ACTIONS, Action, action, make
from app.session import Session


class Pane(QWidget):
    """One page of the window.

    Subclasses set ``id``, ``title`` and ``icon`` and override what they need. The window calls
    ``activate`` each time the pane is shown and ``refresh`` for F5. ``handles`` names what the
    pane can do now: the function behind an action id, or None while it cannot.
    """

    id = ""
    title = ""
    icon = ""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self._made: dict[str, QAction] = {}
        for entry in ACTIONS:
            if entry.scope == self.id:
                made = make(entry.id, self, partial(self.run, entry.id))
                self._made[entry.id] = made
                self.addAction(made)

    def activate(self) -> None:
        """The pane was brought to the front."""

    def refresh(self) -> None:
        """Read everything again."""

    def handles(self, action_id: str) -> Callable[[], object] | None:
        """The function behind ``action_id``, or None while the pane cannot do it."""
        return None

    def reveal(self, record_id: int) -> None:
        """Select one record and show it; panes without records need not know."""

    def may_leave(self) -> bool:
        """Ask before unsaved work of this pane is lost; False keeps the file, the person and the
        window as they are. What the pane agrees to lose is gone when this returns True.
        """
        return True

    def own_actions(self) -> list[QAction]:
        """The QActions of the pane, in the order of the table."""
        return list(self._made.values())

    def update_actions(self) -> None:
        """Enable what ``handles`` names now; what is disabled says why in its tooltip."""
        for action_id, made in self._made.items():
            enabled = self.handles(action_id) is not None
            made.setEnabled(enabled)
            entry = action(action_id)
            made.setToolTip(entry.tooltip if enabled else f"{entry.tooltip}\n{self._reason(entry)}")

    def _reason(self, entry: Action) -> str:
        session = self.session
        if session.store is None:
            return self.tr("No file is open.")
        if session.scope is None:
            return self.tr("No person is chosen.")
        if "write" in entry.needs and not session.writable:
            return self.tr("The file is open read-only; enable writing beside its name.")
        if "selection" in entry.needs:
            return self.tr("It does not apply to what is selected.")
        return self.tr("There is nothing to do it with at the moment.")

    def action(self, action_id: str) -> QAction:
        """The QAction of one of the pane's own actions, for buttons and context menus."""
        return self._made[action_id]

    def run(self, action_id: str) -> None:
        """Carry out ``action_id`` if the pane can do it now."""
        function = self.handles(action_id)
        if function is not None:
            function()

"""What every pane is to the window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from app.actions import ACTIONS, make
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
                made = make(entry.id, self, lambda id=entry.id: self.run(id))
                self._made[entry.id] = made
                self.addAction(made)

    def activate(self) -> None:
        """The pane was brought to the front."""

    def refresh(self) -> None:
        """Read everything again."""

    def handles(self, action_id: str) -> Callable[[], object] | None:
        """The function behind ``action_id``, or None while the pane cannot do it."""
        return None

    def action(self, action_id: str) -> QAction:
        """The QAction of one of the pane's own actions, for buttons and context menus."""
        return self._made[action_id]

    def run(self, action_id: str) -> None:
        """Carry out ``action_id`` if the pane can do it now."""
        function = self.handles(action_id)
        if function is not None:
            function()

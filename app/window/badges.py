"""The counts of the sidebar, read in the background for the person in the picker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.session import Session
from app.window.nav_button import Badge
from app.window.sidebar import Sidebar

if TYPE_CHECKING:
    from core.handles.overview import Overview


class Badges(QObject):
    """Keeps the sidebar's counts in step with the session."""

    def __init__(self, session: Session, sidebar: Sidebar) -> None:
        super().__init__(sidebar)
        self._session = session
        self._sidebar = sidebar
        session.scope_changed.connect(self._on_scope)
        session.changed.connect(self._on_changed)
        self._on_scope()

    @Slot()
    def _on_scope(self) -> None:
        unknown = Badge() if self._session.scope is not None else None
        self._sidebar.set_badge("memory", unknown)
        self._sidebar.set_badge("audit", unknown)
        self._ask()

    @Slot(object)
    def _on_changed(self, change: object) -> None:
        self._ask()

    def _ask(self) -> None:
        operator, scope = self._session.operator, self._session.scope
        if operator is None or scope is None:
            return
        self._session.jobs.read(
            lambda token: operator.overview(scope),
            self._show,
            failed=lambda error: None,
            key="badges",
            owner=self,
        )

    def _show(self, overview: Overview) -> None:
        live = Badge(overview.live, tip=self.tr("%n live records of this person"))
        self._sidebar.set_badge("memory", live)
        entries = Badge(overview.journal, tip=self.tr("%n journal entries about this person"))
        self._sidebar.set_badge("audit", entries)

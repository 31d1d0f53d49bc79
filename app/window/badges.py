"""The counts of the sidebar, read in the background for the person in the picker."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.session import Session
from app.window.nav_button import Badge
from app.window.sidebar import Sidebar
from app.wording import age
from core.memory.tasks import TaskState

if TYPE_CHECKING:
    from core.handles.overview import Overview
    from core.privacy import Request
    from core.review import QueueCounts


class Badges(QObject):
    """Keeps the sidebar's counts in step with the session.

    Review counts what its list covers: everybody, or the person it is narrowed to.
    """

    def __init__(self, session: Session, sidebar: Sidebar) -> None:
        super().__init__(sidebar)
        self._session = session
        self._sidebar = sidebar
        session.file_changed.connect(self._on_file)
        session.scope_changed.connect(self._on_scope)
        session.changed.connect(self._on_changed)
        session.narrowing_changed.connect(self._ask_review)
        session.unfinished.changed.connect(self._ask)
        self._on_file()
        self._on_scope()

    @Slot()
    def _on_file(self) -> None:
        self._sidebar.set_badge("review", Badge() if self._session.store is not None else None)
        self._ask_review()

    @Slot()
    def _on_scope(self) -> None:
        unknown = Badge() if self._session.scope is not None else None
        self._sidebar.set_badge("memory", unknown)
        self._sidebar.set_badge("conversation", unknown)
        self._sidebar.set_badge("recall", unknown)
        self._sidebar.set_badge("audit", unknown)
        self._sidebar.set_badge("privacy", unknown)
        self._sidebar.set_badge("tasks", unknown)
        self._ask()
        if self._session.narrowed:
            self._ask_review()

    @Slot(object)
    def _on_changed(self, change: object) -> None:
        self._ask()
        self._ask_review()

    def _ask(self) -> None:
        operator, scope = self._session.operator, self._session.scope
        if operator is None or scope is None:
            return
        self._session.jobs.read(
            lambda token: (operator.overview(scope), operator.privacy.requests.listed(open_only=True)),
            self._show,
            failed=lambda error: None,
            key="badges",
            owner=self,
        )
        self._session.jobs.read(
            lambda token: operator.tasks(scope).counts(),
            self._show_tasks,
            failed=lambda error: None,
            key="badges.tasks",
            owner=self,
        )

    @Slot()
    def _ask_review(self) -> None:
        session = self._session
        operator, now = session.operator, session.now()
        if operator is None:
            return
        scope = session.scope if session.narrowed else None
        self._session.jobs.read(
            lambda token: operator.review.counts(now, scope),
            self._show_review,
            failed=lambda error: None,
            key="badges.review",
            owner=self,
        )

    def _show(self, answer: tuple[Overview, tuple[Request, ...]]) -> None:
        overview, requests = answer
        live = _badge(
            overview.live, self.tr("%n live record of this person"), self.tr("%n live records of this person")
        )
        self._sidebar.set_badge("memory", live)
        turns = _badge(
            overview.turns,
            self.tr("%n turn in the conversations of this person"),
            self.tr("%n turns in the conversations of this person"),
        )
        self._sidebar.set_badge("conversation", turns)
        recalls = _badge(
            overview.recalls,
            self.tr("%n prompt of this person that something was recalled for"),
            self.tr("%n prompts of this person that something was recalled for"),
        )
        self._sidebar.set_badge("recall", recalls)
        entries = _badge(
            overview.journal,
            self.tr("%n journal entry about this person"),
            self.tr("%n journal entries about this person"),
        )
        self._sidebar.set_badge("audit", entries)
        self._show_privacy(requests)

    def _show_privacy(self, requests: tuple[Request, ...]) -> None:
        """Counts those of the person; what is late warns, whoever it is about."""
        own = [request for request in requests if request.scope == self._session.scope]
        overdue = sum(request.overdue for request in requests)
        pending = len(self._session.unfinished.waiting)
        tips = [
            _tip(
                len(own),
                self.tr("%n open request of this person"),
                self.tr("%n open requests of this person"),
            )
        ]
        if len(requests) > len(own):
            tips.append(self.tr("{0} of other people").format(len(requests) - len(own)))
        if overdue:
            tips.append(self.tr("{0} overdue").format(overdue))
        if pending:
            one = self.tr("1 deletion of this file is pending")
            many = self.tr("{0} deletions of this file are pending").format(pending)
            tips.append(_tip(pending, one, many))
        badge = Badge(len(own), urgent=bool(overdue or pending), tip=", ".join(tips))
        self._sidebar.set_badge("privacy", badge)

    def _show_tasks(self, counts: Mapping[TaskState, int]) -> None:
        unfinished = counts[TaskState.OPEN] + counts[TaskState.PAUSED]
        self._sidebar.set_badge(
            "tasks",
            _badge(
                unfinished, self.tr("%n open task of this person"), self.tr("%n open tasks of this person")
            ),
        )

    def _show_review(self, counts: QueueCounts) -> None:
        tip = self.tr("%n waiting for this person") if self._session.narrowed else self.tr("%n waiting")
        if counts.oldest is not None:
            waited = age(counts.oldest, self._session.now())
            tip = self.tr("{0}, the oldest for {1}").format(tip, waited)
        if counts.high:
            tip = self.tr("{0}; {1} of high risk").format(tip, counts.high)
        self._sidebar.set_badge("review", Badge(counts.waiting, urgent=counts.high > 0, tip=tip))


def _badge(count: int, one: str, many: str) -> Badge:
    return Badge(count, tip=_tip(count, one, many))


def _tip(count: int, one: str, many: str) -> str:
    return one if count == 1 else many

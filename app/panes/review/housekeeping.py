"""Items of medium risk that waited thirty days stop waiting: they count as refused, never as stored."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from PySide6.QtCore import QObject

from app.panes.review.reading import Answer
from app.panes.review.tab import Tab
from app.session import Session
from app.wording import number
from core.change import NOTHING, Change
from core.review import Review
from core.scope import Scope

_PATIENCE = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Expired:
    """How many items stopped waiting."""

    count: int
    change: Change


class Housekeeping(QObject):
    """Asks core to expire, once per person and file, when a list shows something that old."""

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._asked: set[Scope] = set()
        session.file_changed.connect(self._asked.clear)

    def look(self, answer: Answer) -> None:
        """Looks at a list that was just read."""
        session = self._session
        if not session.writable or session.operator is None or answer.question.tab is not Tab.WAITING:
            return
        before = answer.question.now - _PATIENCE
        scopes = {
            entry.scope
            for entry in answer.entries.values()
            if not entry.one_by_one and entry.first_at <= before
        } - self._asked
        if not scopes:
            return
        self._asked |= scopes
        review = session.operator.review
        session.act(lambda: expire(review, scopes), says=self._says, owner=self)

    def _says(self, expired: Expired) -> str:
        if not expired.count:
            return ""
        return self.tr("{0} waited 30 days without a decision and count as refused").format(
            number(expired.count)
        )


def expire(review: Review, scopes: set[Scope]) -> Expired:
    """Expires what is overdue for some people."""
    count = sum(review.expire(scope) for scope in sorted(scopes, key=str))
    return Expired(count, Change(frozenset({"quarantine"})) if count else NOTHING)

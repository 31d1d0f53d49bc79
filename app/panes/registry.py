"""Which panes there are, in the order of the sidebar; each is imported when first shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.actions import action
from app.panes.pane import Pane
from app.session import Session


@dataclass(frozen=True, slots=True)
class PaneSpec:
    """What the window must know of a pane before it exists."""

    id: str
    icon: str
    make: Callable[[Session], Pane]
    set_apart: bool = False

    @property
    def title(self) -> str:
        """The pane's name in the sidebar."""
        return action(f"pane.{self.id}").label


def _overview(session: Session) -> Pane:
    from app.panes.overview import OverviewPane

    return OverviewPane(session)


def _conversation(session: Session) -> Pane:
    from app.panes.conversation import ConversationPane

    return ConversationPane(session)


def _memory(session: Session) -> Pane:
    from app.panes.memory import MemoryPane

    return MemoryPane(session)


def _review(session: Session) -> Pane:
    from app.panes.review import ReviewPane

    return ReviewPane(session)


def _recall(session: Session) -> Pane:
    from app.panes.recall import RecallPane

    return RecallPane(session)


def _tasks(session: Session) -> Pane:
    from app.panes.tasks import TasksPane

    return TasksPane(session)


def _privacy(session: Session) -> Pane:
    from app.panes.privacy import PrivacyPane

    return PrivacyPane(session)


def _audit(session: Session) -> Pane:
    from app.panes.audit import AuditPane

    return AuditPane(session)


PANES: tuple[PaneSpec, ...] = (
    PaneSpec("overview", "overview", _overview, set_apart=True),
    PaneSpec("conversation", "conversation", _conversation),
    PaneSpec("memory", "memory", _memory),
    PaneSpec("review", "review", _review),
    PaneSpec("recall", "recall", _recall),
    PaneSpec("tasks", "tasks", _tasks),
    PaneSpec("privacy", "privacy", _privacy),
    PaneSpec("audit", "audit", _audit),
)

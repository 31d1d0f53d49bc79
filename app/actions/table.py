"""ACTIONS: every act of the program in one table."""

from __future__ import annotations

from app.actions.action import Action
from app.actions.audit import AUDIT
from app.actions.conversation import CONVERSATION
from app.actions.memory import MEMORY
from app.actions.privacy import PRIVACY
from app.actions.recall import RECALL
from app.actions.review import REVIEW
from app.actions.shell import SHELL
from app.actions.tasks import TASKS

ACTIONS: tuple[Action, ...] = (*SHELL, *CONVERSATION, *MEMORY, *REVIEW, *RECALL, *TASKS, *PRIVACY, *AUDIT)

_BY_ID = {entry.id: entry for entry in ACTIONS}


def action(action_id: str) -> Action:
    """The entry called ``action_id``.

    Raises:
        KeyError: the table has no such entry.
    """
    return _BY_ID[action_id]

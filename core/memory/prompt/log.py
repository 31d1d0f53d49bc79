"""The prompts that were built for a conversation, and why the model could say what it said."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from core.clock import to_datetime
from core.memory.ground import Ground
from core.memory.prompt.ledger import Ledger, PromptPart
from core.memory.records import Record
from core.store import prompt_rows
from core.store.prompt_rows import PromptRow


class Since(StrEnum):
    """What has changed about a record since it was recalled."""

    UNCHANGED = "unchanged"
    SUPERSEDED = "superseded"
    CORRECTED = "corrected"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"
    FORGOTTEN = "forgotten"


@dataclass(frozen=True, slots=True)
class LoggedPrompt:
    """One prompt as it was built.

    Attributes:
        message: the number of the newest message in it.
        used: the ways to memory that were taken.
        entities, passages: how many were quoted beside the records.
    """

    id: int
    message: int
    at: datetime
    ledger: Ledger
    used: tuple[str, ...]
    entities: int = 0
    passages: int = 0


@dataclass(frozen=True, slots=True)
class Because:
    """A record that was recalled for a prompt, and how it stands today.

    Attributes:
        record: the version that was recalled; None when it was forgotten since.
        score, fit: None for what was loaded without a question, or by its key.
        shown: it had room in the prompt.
        since: corrected where a person at the desk replaced it, superseded where anybody else did.
        replaced_by: the version that replaced it.
        now: the newest version of it, where another replaced it and none was forgotten between.
        changed_at: when it stopped counting; None while it counts, or where nothing of it is left.
    """

    id: int
    record: Record | None
    score: float | None
    fit: float | None
    shown: bool
    since: Since
    replaced_by: int | None = None
    now: Record | None = None
    changed_at: datetime | None = None


def prompts(ground: Ground, conversation: str) -> list[LoggedPrompt]:
    """The prompts of a conversation, oldest first."""
    with ground.read() as (connection, scope):
        rows = [] if scope is None else prompt_rows.prompts(connection, scope, conversation)
    return [_logged(row) for row in rows]


def uses(ground: Ground, record: int) -> list[tuple[str, int]]:
    """The conversations and prompts a record was shown in."""
    with ground.read() as (connection, scope):
        return [] if scope is None else prompt_rows.uses(connection, scope, record)


def _logged(row: PromptRow) -> LoggedPrompt:
    told = json.loads(row.ledger)
    lines = tuple((PromptPart(part), int(tokens)) for part, tokens in told["lines"])
    ledger = Ledger(lines, row.counter, row.budget, int(told["reserved"]), tuple(told["steps"]))
    beside = int(told.get("entities", 0)), int(told.get("passages", 0))
    return LoggedPrompt(row.id, row.message, to_datetime(row.at), ledger, tuple(told["used"]), *beside)

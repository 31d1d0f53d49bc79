"""The prompts that were built for a conversation, and why the model could say what it said."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from core.clock import to_datetime
from core.memory.ground import Ground
from core.memory.prompt.ledger import Ledger, PromptPart
from core.memory.records import Record, State
from core.memory.records.reading import by_ids
from core.store import prompt_rows
from core.store.prompt_rows import PromptRow


class Since(StrEnum):
    """What has changed about a record since it was recalled."""

    UNCHANGED = "unchanged"
    SUPERSEDED = "superseded"
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
        record: None when it was forgotten since.
        score, fit: None for what was loaded without a question, or by its key.
        shown: it had room in the prompt.
        replaced_by: the record that holds today, where another replaced it.
    """

    id: int
    record: Record | None
    score: float | None
    fit: float | None
    shown: bool
    since: Since
    replaced_by: int | None = None


def prompts(ground: Ground, conversation: str) -> list[LoggedPrompt]:
    """The prompts of a conversation, oldest first."""
    with ground.read() as (connection, scope):
        rows = [] if scope is None else prompt_rows.prompts(connection, scope, conversation)
    return [_logged(row) for row in rows]


def why(ground: Ground, conversation: str, prompt: int) -> list[Because]:
    """What memory gave to one prompt, in its order, and what became of it."""
    with ground.read() as (connection, scope):
        rows = [] if scope is None else prompt_rows.records(connection, scope, conversation, prompt)
    standing = {record.id: record for record in by_ids(ground, tuple(row.record for row in rows))}
    return [
        Because(
            row.record,
            record := standing.get(row.record),
            row.score,
            row.fit,
            bool(row.shown),
            Since.FORGOTTEN if record is None else _SINCE[record.state],
            None if record is None else record.superseded_by,
        )
        for row in rows
    ]


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


_SINCE = {
    State.CURRENT: Since.UNCHANGED,
    State.SUPERSEDED: Since.SUPERSEDED,
    State.EXPIRED: Since.EXPIRED,
    State.WITHDRAWN: Since.WITHDRAWN,
}

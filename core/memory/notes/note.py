"""A note, its versions, and the answer to a command about it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from core.change import NOTHING, Change
from core.clock import optional_datetime, to_datetime
from core.errors import Corrupt
from core.gate import Finding, Trust, WriteOutcome
from core.memory.quarantine import HeldItem
from core.store.note_rows import NoteRow, VersionRow


class NoteAct(StrEnum):
    """What made a version of a note."""

    CREATED = "created"
    EDITED = "edited"
    RENAMED = "renamed"
    DELETED = "deleted"
    RESTORED = "restored"


@dataclass(frozen=True, slots=True)
class Note:
    """One note as it stands.

    Attributes:
        size: bytes of its text.
        trust: the least of everybody who wrote in it since it was last written whole.
        deleted_at: when it left the agent's sight; its versions stay for the operator.
    """

    id: int
    path: str
    version: int
    size: int
    source: str
    trust: Trust
    created_at: datetime
    changed_at: datetime
    deleted_at: datetime | None

    @property
    def is_deleted(self) -> bool:
        """Whether only its history is left."""
        return self.deleted_at is not None


@dataclass(frozen=True, slots=True)
class NoteVersion:
    """One version of a note.

    Attributes:
        text: what the note said then, whatever the act was.
        by: the name of who acted; None where the file no longer knows.
        item: the item of the quarantine whose release wrote it.
    """

    version: int
    at: datetime
    act: NoteAct
    path: str
    text: str
    source: str
    trust: Trust
    by: str | None
    item: int | None


class NoteAnswer(str):
    """What the model reads, and what happened: a string that knows its outcome.

    Attributes:
        is_error: nothing was done, as the tool's ``is_error`` says.
        outcome: None for a view, and for a command that could not be carried out.
    """

    is_error: bool
    outcome: WriteOutcome | None
    reasons: tuple[Finding, ...]
    held: HeldItem | None
    change: Change

    def __new__(
        cls,
        text: str,
        *,
        is_error: bool = False,
        outcome: WriteOutcome | None = None,
        reasons: tuple[Finding, ...] = (),
        held: HeldItem | None = None,
        change: Change = NOTHING,
    ) -> NoteAnswer:
        answer = super().__new__(cls, text)
        answer.is_error = is_error
        answer.outcome = outcome
        answer.reasons = reasons
        answer.held = held
        answer.change = change
        return answer


def note_of(row: NoteRow) -> Note:
    """The note of a row.

    Raises:
        Corrupt: a column holds what this program never writes there.
    """
    try:
        return Note(
            row.id,
            row.path,
            row.version,
            row.size,
            row.source,
            Trust(row.trust),
            to_datetime(row.created_at),
            to_datetime(row.changed_at),
            optional_datetime(row.deleted_at),
        )
    except (ValueError, TypeError, OverflowError):
        raise Corrupt(note=row.id) from None


def version_of(row: VersionRow, text: str, by: str | None) -> NoteVersion:
    """The version of a row, with the text it left standing.

    Raises:
        Corrupt: a column holds what this program never writes there.
    """
    try:
        return NoteVersion(
            row.version,
            to_datetime(row.at),
            NoteAct(row.act),
            row.path,
            text,
            row.source,
            Trust(row.trust),
            by,
            row.item,
        )
    except (ValueError, TypeError, OverflowError):
        raise Corrupt(version=row.version) from None

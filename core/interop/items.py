"""What a reader yields: proposals, and the things it had to leave out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from core.kind import Kind
from core.memory.records.record import Details


class Problem(StrEnum):
    """Why something was left out, as a closed set; the sentences are made in ``app.wording``."""

    NOT_JSON = "not_json"
    TORN = "torn"
    NOT_AN_OBJECT = "not_an_object"
    TOO_DEEP = "too_deep"
    TOO_LONG = "too_long"
    INVALID_UTF8 = "invalid_utf8"
    LONE_SURROGATE = "lone_surrogate"
    UNKNOWN_TYPE = "unknown_type"
    MISSING_FIELD = "missing_field"
    WRONG_TYPE = "wrong_type"
    EMPTY = "empty"
    DUPLICATE = "duplicate"
    SYMLINK = "symlink"
    HIDDEN = "hidden"
    BINARY = "binary"
    NOT_A_FILE = "not_a_file"
    INVALID_NAME = "invalid_name"
    NO_ACCESS = "no_access"
    IN_USE = "in_use"
    GONE = "gone"
    IO = "io"
    OTHER_BRANCH = "other_branch"
    PROGRAM = "program"
    LOCKED = "locked"


@dataclass(frozen=True, slots=True)
class ImportItem:
    """One proposed record.

    ``external_id`` names the item within its source and stays the same when the source is
    edited elsewhere; ``digest`` changes when this item is edited. A ``created_at`` that was
    not written down by the agent is flagged ``created_estimated``; an unknown one is None.
    """

    external_id: str
    content: str
    kind: Kind
    key: str | None
    source: str
    created_at: datetime | None
    created_estimated: bool
    details: Details
    digest: str


@dataclass(frozen=True, slots=True)
class Skip:
    """One thing left out: where it stands ("line 7", a relative path), why, and facts about it.

    ``data`` holds numbers, field names and limits, never memory text.
    """

    where: str
    problem: Problem
    data: Mapping[str, object] = field(default_factory=dict)


LOSES_NOTHING = frozenset({Problem.HIDDEN, Problem.PROGRAM})
"""What is left out without losing anything somebody said."""


class Reader(Protocol):
    """A recognised source, ready to be read as often as wanted."""

    @property
    def format(self) -> str:
        """The name of the format, as it stands in sources: ``import:<format>:…``."""

    @property
    def path(self) -> Path:
        """The file or folder that is read; one waiting group per path is a good size."""

    @property
    def matched(self) -> str:
        """What the recognition rests on: facts only, no sentence."""

    @property
    def fingerprint(self) -> str:
        """Which source this is, for the unique (format, fingerprint, external_id)."""

    def total(self) -> int | None:
        """How many things `items` will yield, or None when counting would cost too much."""

    def items(self) -> Iterator[ImportItem | Skip]:
        """Everything in the source, in an order that depends on nothing but the source."""

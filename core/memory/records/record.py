"""What a long-term memory is: the values that cross every seam of this room."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from core.gate import Finding, Trust
from core.kind import Kind


class State(StrEnum):
    """Where a record stands at one moment."""

    CURRENT = "current"
    SUPERSEDED = "superseded"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"


class Outcome(StrEnum):
    """How an episode ended."""

    SUCCESS = "success"
    FAILURE = "failure"
    INCOMPLETE = "incomplete"


@dataclass(frozen=True, slots=True)
class Details:
    """What only some kinds carry: outcome, tags and learnings of an episode, steps of a procedure."""

    outcome: Outcome | None = None
    tags: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    learnings: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    applies_to: str | None = None

    @property
    def empty(self) -> bool:
        """True when nothing is set."""
        return self == Details()


@dataclass(frozen=True, slots=True)
class Record:
    """One version of one memory, as stored.

    ``id`` counts per scope. Times are aware UTC datetimes. ``recorded_at`` and ``ended_at``
    bound the time in which the record was believed; ``true_from`` and ``true_until`` bound
    the time it speaks about. ``version`` counts the versions of its key from 1.
    ``written_at`` is when the words were first written, where an import knows it, and
    ``written_estimated`` says that it is only the time of the file they came from.
    ``content`` is text; a JSON value is kept as its text and read through ``value``.
    ``findings`` are what the gate saw in it when it was let in.
    ``damaged`` says that a text column held bytes that are no UTF-8; they are shown escaped.
    """

    id: int
    kind: Kind
    key: str | None
    content: str
    source: str
    trust: Trust
    recorded_at: datetime
    seen_at: datetime
    state: State
    lineage: tuple[str, ...] = ()
    is_json: bool = False
    approved: bool = False
    session: str | None = None
    written_at: datetime | None = None
    written_estimated: bool = False
    true_from: datetime | None = None
    true_until: datetime | None = None
    seen_count: int = 1
    importance: float = 0.5
    expires_at: datetime | None = None
    version: int = 1
    supersedes: int | None = None
    superseded_by: int | None = None
    ended_at: datetime | None = None
    details: Details = field(default_factory=Details)
    findings: tuple[Finding, ...] = ()
    damaged: bool = False

    @property
    def tentative(self) -> bool:
        """Whether it is the person's own guess: stored in their words, which hedge (guide/gate.md 5)."""
        return self.trust is Trust.USER and any(found.code == "guess" for found in self.findings)

    @property
    def value(self) -> object:
        """The content as it was given: the JSON value, or the text (also of a damaged value)."""
        if not self.is_json:
            return self.content
        try:
            return json.loads(self.content)
        except (ValueError, RecursionError):
            return self.content

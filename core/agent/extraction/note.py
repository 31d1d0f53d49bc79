"""What was read out of a turn: something to remember, or to forget."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from core.kind import Kind


class Act(StrEnum):
    """What a note proposes."""

    REMEMBER = "remember"
    FORGET = "forget"


@dataclass(frozen=True, slots=True)
class Note:
    """One proposal read from one turn.

    Attributes:
        key: what it is about; always set for procedures and deletions.
        content: in the turn's own words; empty for a deletion.
        quote: the words of the turn it was read from.
        steps: of a procedure, in order.
    """

    act: Act
    kind: Kind
    key: str | None
    content: str
    source: str
    quote: str
    steps: tuple[str, ...] = ()

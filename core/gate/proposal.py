"""What is judged: a proposed record or deletion, and what stands in its place today."""

from __future__ import annotations

from dataclasses import dataclass

from core.gate.trust import Trust
from core.kind import Kind


@dataclass(frozen=True, slots=True)
class Proposal:
    """A record somebody wants written."""

    content: str
    kind: Kind
    source: str
    key: str | None = None
    lineage: tuple[str, ...] = ()
    is_json: bool = False


@dataclass(frozen=True, slots=True)
class Deletion:
    """A record or a key somebody wants deleted."""

    source: str


@dataclass(frozen=True, slots=True)
class Current:
    """The part of a live record a verdict depends on."""

    id: int
    content: str
    trust: Trust
    version: int


@dataclass(frozen=True, slots=True)
class Standing:
    """What the partition holds that the proposal touches.

    Attributes:
        same_key: the current value of the proposal's key and kind.
        same_text: a current record of the same kind and key whose text is equal but for case
            and white space.
        blocked: why this value may not come back (rejected, forgotten), if it may not.
        waiting: how many proposals of the same origin have begun to wait today.
    """

    same_key: Current | None = None
    same_text: Current | None = None
    blocked: str | None = None
    waiting: int = 0

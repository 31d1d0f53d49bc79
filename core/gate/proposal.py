"""What is judged: a proposed record or deletion, where it comes from, and what stands there today."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from core.gate.trust import Trust
from core.kind import Kind


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing said or returned in a run; its id is a source such as ``user:turn-3``.

    Attributes:
        is_outcome: it records how the run ended, which a lesson has to cite.
    """

    source: str
    text: str
    is_outcome: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """The run a writer extracted the proposal from: only its turns can be cited.

    Attributes:
        id: the host's name for the run.
        sources: further source ids the host allows, such as the task it was given.
    """

    id: str
    turns: tuple[Turn, ...]
    sources: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a proposal says it read something: a turn, or exactly these words of it."""

    source: str
    quote: str | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """What the host or the operator decided for a scope.

    Attributes:
        allow_contact: a user's contact data may be remembered.
        internal_tools: tools with a fixed schema; their results rank as the agent's own.
        require_version: external sources and runs must say which version a note applies to.
        hourly_writes: proposals of one agent or external origin in an hour before more are held;
            0 for no limit. The default leaves room for one note per turn of a conversation with
            two turns a minute; a page or a tool that fills a memory is over it in seconds.
    """

    allow_contact: bool = False
    internal_tools: frozenset[str] = frozenset()
    require_version: bool = False
    hourly_writes: int = 120


@dataclass(frozen=True, slots=True)
class Proposal:
    """A record somebody wants written.

    Attributes:
        parts: further texts stored with it (tags, decisions, learnings, steps), judged like it.
        run: the run it was extracted from; without one the caller vouches for the source, and
            the text counts as its own turn and span (guide/gate.md 5, footnote).
        cited: what it was read from; with a run and no citation, the turn named by ``source``.
    """

    content: str
    kind: Kind
    source: str
    key: str | None = None
    lineage: tuple[str, ...] = ()
    is_json: bool = False
    parts: tuple[str, ...] = ()
    run: Run | None = None
    cited: tuple[Citation, ...] = ()
    applies_to: str | None = None
    session: str | None = None
    settings: Settings = Settings()


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
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Load:
    """How much the proposal's origin has written lately, where the caller counts.

    Attributes:
        writes: proposals of this origin in the caller's window, and the limit for them.
        waiting: items of this origin that began to wait today.
    """

    writes: int = 0
    limit: int = 0
    waiting: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """What the partition holds that the proposal touches.

    Attributes:
        same_key: the current value of the proposal's key and kind.
        same_text: a current record of the same kind and key whose text is equal but for case
            and white space.
        alike: further current records of the same kind and key that might say the same.
        load: what the origin has written lately; None when nobody counts.
        blocked: whether a value was rejected or erased here before (texts are hashed, not kept).
    """

    same_key: Current | None = None
    same_text: Current | None = None
    alike: tuple[Current, ...] = ()
    load: Load | None = None
    blocked: Callable[[str], bool] | None = field(default=None, compare=False)

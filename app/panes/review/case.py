"""All that the detail shows about one item, read in one go on a worker."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.panes.review.covering import cover_of, covered_consequences, covered_item, covered_sources
from core.errors import Conflict, ErrorCode, Invalid, NotFound
from core.memory.quarantine import HeldItem, ItemStatus
from core.memory.quarantine.item import Act
from core.memory.records import Record, Sourced
from core.review import Consequences, Review
from core.scope import Scope

_OPEN = frozenset({ItemStatus.WAITING, ItemStatus.REFUSED, ItemStatus.SKIPPED})


@dataclass(frozen=True, slots=True)
class Case:
    """An item and what releasing it would do by today's rules.

    Attributes:
        consequences: None where the words were masked, the target is gone or has changed, or it is
            decided.
        covered: some contact data stands under dots.
        places: where contact data is in the item's words, covered or not, and what it is.
        revealed: a person asked to see it, and the journal knows.
        sourced: the writer runs that proposed it and what they cited; none for a direct call.
    """

    scope: Scope
    item: HeldItem
    consequences: Consequences | None = None
    sourced: tuple[Sourced, ...] = ()
    covered: bool = False
    revealed: bool = False
    places: tuple[tuple[int, int, str], ...] = ()

    @property
    def open(self) -> bool:
        """True while a person may still decide."""
        return self.item.status in _OPEN

    @property
    def is_deletion(self) -> bool:
        """True where something is to be taken away."""
        return self.item.act is Act.DELETION

    @property
    def is_note(self) -> bool:
        """True where a text note is to be written."""
        return self.item.act is Act.NOTE

    @property
    def masked(self) -> bool:
        """True where the words as proposed were never stored."""
        return not self.is_deletion and self.item.content is None

    @property
    def releasable(self) -> bool:
        """True when a release as it stands can succeed today."""
        return self.open and self.consequences is not None and self.consequences.possible

    @property
    def urgent(self) -> bool:
        """True for what is decided one by one, with a second key."""
        return self.item.severity in ("high", "critical")

    @property
    def replaced(self) -> Record | None:
        """The record whose words would be replaced."""
        return self.consequences.supersedes if self.consequences is not None else None

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """Places of the findings in the shown text; unknown where a value was masked."""
        if self.item.content is None:
            return ()
        end = len(self.item.content)
        spans = (found.span for found in self.item.findings if found.span is not None)
        return tuple((start, stop) for start, stop in spans if 0 <= start < stop <= end)


def read_case(review: Review, scope: Scope, item_id: int, *, revealed: bool = False) -> Case:
    """Reads one item and, while it is open, the consequences of a release.

    Args:
        revealed: contact data was asked for, and is not covered.

    Raises:
        NotFound: there is no such item.
    """
    case = _read(review, scope, item_id)
    return _covered(case, revealed=revealed)


def _covered(case: Case, *, revealed: bool) -> Case:
    cover = cover_of(case.item, case.sourced, case.consequences, numbered=True)
    words = case.item.shown if case.item.content is None else case.item.content
    case = replace(case, revealed=revealed, places=cover.over(words).places)
    if revealed:
        return case
    item = covered_item(case.item, cover)
    consequences = None if case.consequences is None else covered_consequences(case.consequences, cover)
    sourced = covered_sources(case.sourced, cover)
    if (item, consequences, sourced) == (case.item, case.consequences, case.sourced):
        return case
    return replace(case, item=item, consequences=consequences, sourced=sourced, covered=True)


def _read(review: Review, scope: Scope, item_id: int) -> Case:
    case = Case(scope, review.item(scope, item_id), sourced=review.behind(scope, item_id))
    if not case.open or case.masked:
        return case
    try:
        return replace(case, consequences=review.consequences(scope, item_id))
    except (Invalid, Conflict):
        return case
    except NotFound as error:
        if error.code is not ErrorCode.NO_RECORD:
            raise
        return case

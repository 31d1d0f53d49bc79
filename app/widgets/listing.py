"""An answer to a query: which ids, in which order, and the rows needed to show it at once."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

Row = TypeVar("Row")
PAGE = 128


@dataclass(frozen=True, slots=True)
class Listing(Generic[Row]):
    """Ids in order, plus what a worker prepared so that the table changes without a flash.

    Attributes:
        ids: every match, in order.
        pages: rows already read, by page number.
        anchor: position of the id that was current, None when it is no longer a match.
        selected: positions of the ids that were selected and still match.
    """

    ids: array[int]
    pages: dict[int, list[Row | None]] = field(default_factory=dict)
    anchor: int | None = None
    selected: tuple[int, ...] = ()


def prepare(
    ids: array[int],
    read: Callable[[Sequence[int]], list[Row | None]],
    *,
    current: int | None = None,
    selected: Sequence[int] = (),
    place: int = 0,
    held: bool = False,
) -> Listing[Row]:
    """Finds what was selected in the new order and reads the page that will be seen first.

    Runs on a worker. When the current id is no match any more, the row that now stands at its
    ``place`` becomes current, so that after a decision the next item is shown; with ``held`` no
    row does, because what is looked at stays the ``current`` one.
    """
    anchor = _position(ids, current)
    positions: tuple[int, ...] = ()
    if anchor is None and held:
        positions = ()
    elif anchor is None:
        anchor = min(place, len(ids) - 1) if ids else None
        positions = () if anchor is None else (anchor,)
    elif len(selected) <= 1:
        positions = (anchor,)
    else:
        wanted = frozenset(selected)
        positions = tuple(found for found, row in enumerate(ids) if row in wanted)
    seen = anchor or 0
    numbers = {seen // PAGE, max(seen - PAGE // 3, 0) // PAGE, (seen + PAGE // 3) // PAGE}
    pages: dict[int, list[Row | None]] = {}
    for number in sorted(numbers):
        part = ids[number * PAGE : (number + 1) * PAGE]
        if part:
            pages[number] = read(part)
    return Listing(ids, pages, anchor, positions)


def stand(listing: Listing[Row], current: int | None, selected: Sequence[int], *, held: bool) -> Listing[Row]:
    """The same answer for somebody who moved on while it was read."""
    anchor = _position(listing.ids, current)
    if anchor is None:
        return replace(listing, anchor=None, selected=()) if held else listing
    positions: tuple[int, ...] = (anchor,)
    if len(selected) > 1:
        wanted = frozenset(selected)
        positions = tuple(found for found, row in enumerate(listing.ids) if row in wanted)
    return replace(listing, anchor=anchor, selected=positions)


def _position(ids: array[int], wanted: int | None) -> int | None:
    if wanted is None:
        return None
    try:
        return ids.index(wanted)
    except ValueError:
        return None

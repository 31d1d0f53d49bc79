"""Which rows of a long list are in memory, and which are asked for next."""

from __future__ import annotations

from collections import OrderedDict
from enum import Enum
from typing import Final, Generic, TypeVar

from app.widgets.listing import PAGE

Row = TypeVar("Row")
PAGES: Final = 64
# A viewport spans two pages, on a very tall screen four; what was wanted before has scrolled by.
_WANTED: Final = 4


class Absent(Enum):
    """Why there is no row: its page is on the way, or the record was deleted meanwhile."""

    PENDING = "pending"
    GONE = "gone"


class PageCache(Generic[Row]):
    """The 64 most recently seen pages of 128 rows."""

    def __init__(self) -> None:
        self._pages: OrderedDict[int, list[Row | None]] = OrderedDict()
        self._wanted: OrderedDict[int, None] = OrderedDict()

    def reset(self, pages: dict[int, list[Row | None]]) -> None:
        """Forgets everything but ``pages``."""
        self._pages = OrderedDict(pages)
        self._wanted.clear()

    def row(self, position: int) -> Row | Absent:
        """The row at ``position``; a missing page is remembered as wanted."""
        number, offset = divmod(position, PAGE)
        page = self._pages.get(number)
        if page is None:
            self._want(number)
            return Absent.PENDING
        found = page[offset] if offset < len(page) else None
        return Absent.GONE if found is None else found

    def held(self, position: int) -> Row | None:
        """The row at ``position`` if it is in memory; asks for nothing."""
        page = self._pages.get(position // PAGE)
        offset = position % PAGE
        return page[offset] if page is not None and offset < len(page) else None

    def put(self, number: int, rows: list[Row | None]) -> None:
        """Keeps a page that arrived, dropping the one not looked at for longest."""
        self._pages[number] = rows
        self._pages.move_to_end(number)
        self._wanted.pop(number, None)
        while len(self._pages) > PAGES:
            self._pages.popitem(last=False)

    def take_wanted(self) -> list[int]:
        """The pages somebody looked for, newest first; each is named once."""
        wanted = [number for number in reversed(self._wanted) if number not in self._pages]
        self._wanted.clear()
        return wanted

    def missing(self, numbers: range) -> list[int]:
        """Those of ``numbers`` that are not in memory."""
        return [number for number in numbers if number not in self._pages]

    def touch(self, number: int) -> None:
        """Marks a page as seen, so that it stays."""
        if number in self._pages:
            self._pages.move_to_end(number)

    def __len__(self) -> int:
        return len(self._pages)

    def _want(self, number: int) -> None:
        self._wanted[number] = None
        self._wanted.move_to_end(number)
        while len(self._wanted) > _WANTED:
            self._wanted.popitem(last=False)

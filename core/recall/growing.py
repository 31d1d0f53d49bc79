"""An array that rows are added to: room doubles, so adding one row costs next to nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T", bound=np.generic)


class Growing(Generic[T]):
    """Rows of one type; ``values`` is a view of those that are there."""

    def __init__(self, values: NDArray[T]) -> None:
        self._room = values
        self._used = len(values)

    @property
    def values(self) -> NDArray[T]:
        """The rows, to read and to change in place until the next `add`."""
        return self._room[: self._used]

    @property
    def nbytes(self) -> int:
        """The memory it takes."""
        return self._room.nbytes

    def add(self, rows: Sequence[Any] | NDArray[T]) -> None:
        """Append rows."""
        needed = self._used + len(rows)
        if needed > len(self._room) or not self._room.flags.writeable:
            room = np.zeros((max(needed, 2 * len(self._room), 16), *self._room.shape[1:]), self._room.dtype)
            room[: self._used] = self.values
            self._room = room
        if len(rows):
            self._room[self._used : needed] = rows
        self._used = needed

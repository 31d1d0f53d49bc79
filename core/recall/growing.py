"""An array that rows are added to: room doubles, so adding one row costs next to nothing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import DTypeLike, NDArray

T = TypeVar("T", bound=np.generic)

_LINE = 64
_PAST_THE_LINE = 16


def room(shape: tuple[int, ...], dtype: DTypeLike) -> NDArray[Any]:
    """Zeros that begin 16 bytes past a line of the processor's cache.

    Where numpy begins is an accident of what was freed before, and it decides what a scan costs:
    of the four places it may choose, the one 32 bytes past a line took up to half longer at 768
    and 1536 numbers a row, the line itself up to a quarter longer at 1536 (and a seventh less at
    256); here no dimension is slow (10,000 rows, OpenBLAS 0.3.31 on Zen 4).
    """
    size = math.prod(shape) * np.dtype(dtype).itemsize
    bytes_ = np.zeros(size + 2 * _LINE, np.uint8)
    start = -bytes_.ctypes.data % _LINE + _PAST_THE_LINE
    return bytes_[start : start + size].view(dtype).reshape(shape)


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
            rows_there = max(needed, 2 * len(self._room), 16)
            larger = room((rows_there, *self._room.shape[1:]), self._room.dtype)
            larger[: self._used] = self.values
            self._room = larger
        if len(rows):
            self._room[self._used : needed] = rows
        self._used = needed

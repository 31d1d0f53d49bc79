"""Looking for ten thousand byte strings at once, at the speed the disk gives them.

Every pattern has a core of eight bytes. Windows of six bytes, three bytes apart, meet each core at
one of its first three offsets, wherever it stands; so a third of the positions is enough. A window
is looked up in two tables of hashes, what is left as a core in a third and in the sorted list of
cores, and what is left then is compared byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from core.privacy.needles import SHORTEST

_STRIDE = 3
_BITS = 22
_BLOCK = 1 << 16
_WORTH_IT = 0.8
_TOGETHER = 1 << 22
_PAD = bytes(16)

_Numbers = NDArray[np.uint64]
_ODD = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F))
_SHIFT = np.uint64(16)
_KEEP = np.uint64(64 - _BITS)


class Scanner:
    """Patterns of at least eight bytes, and which of them were met so far.

    Attributes:
        found: one flag for each pattern, in the order they were given.
        scanned: bytes looked at.
    """

    def __init__(self, patterns: Sequence[bytes]) -> None:
        if any(len(pattern) < SHORTEST for pattern in patterns):
            raise ValueError("a pattern shorter than eight bytes would be met by chance")
        self._patterns = list(patterns)
        self.found = np.zeros(len(self._patterns), dtype=bool)
        self.scanned = 0
        self._overlap = max(map(len, self._patterns), default=1) - 1
        if not self._patterns:
            return
        offsets = _core_offsets(self._patterns)
        cores = _numbers([pattern[at : at + 8] for pattern, at in zip(self._patterns, offsets, strict=True)])
        self._offsets = offsets
        self._cores, owner = np.unique(cores, return_inverse=True)
        self._of_core: list[list[int]] = [[] for _ in self._cores]
        for pattern, core in enumerate(owner.tolist()):
            self._of_core[core].append(pattern)
        self._open = np.ones(len(self._cores), dtype=bool)
        self._set_far_ends()
        self._list_windows()

    def forget_found(self) -> None:
        """Begin anew with the same patterns."""
        self.found[:] = False
        self.scanned = 0
        if self._patterns:
            self._open[:] = True
            if self._listed < len(self._cores):
                self._list_windows()

    def pieces(self, parts: Iterable[bytes]) -> None:
        """Look through texts that have nothing to do with one another."""
        block: list[bytes] = []
        size = 0
        for part in parts:
            block.append(part)
            size += len(part)
            if size >= _TOGETHER:
                self.look(b"\x00".join(block))
                block, size = [], 0
        if block:
            self.look(b"\x00".join(block))

    def stream(self, chunks: Iterator[bytes]) -> None:
        """Look through one long run of bytes that comes in chunks."""
        rest = b""
        for chunk in chunks:
            self.look(rest + chunk)
            self.scanned -= len(rest)
            rest = (rest + chunk)[-self._overlap :] if self._overlap else b""

    def look(self, data: bytes) -> None:
        """Look through one run of bytes."""
        self.scanned += len(data)
        if not self._patterns or not self._listed or len(data) < SHORTEST:
            return
        # The last window may begin up to seven bytes before the end.
        padded = data + _PAD
        places = (len(data) - 6) // _STRIDE + 1
        for start in range(0, places, _BLOCK):
            count = min(_BLOCK, places - start)
            self._block(padded, start * _STRIDE, count)
        # What was met everywhere is not to be met again and again.
        if int(self._open.sum()) < self._listed * _WORTH_IT:
            self._list_windows()

    def _list_windows(self) -> None:
        """The windows of the cores that are still looked for."""
        cores = self._cores[self._open]
        self._listed = len(cores)
        windows = [(cores >> np.uint64(8 * shift)) << _SHIFT for shift in range(_STRIDE)]
        every = np.concatenate(windows)
        self._tables = tuple(_table(every, odd) for odd in _ODD)
        self._core_table = _table(cores, _ODD[0])

    def _block(self, data: bytes, offset: int, count: int) -> None:
        windows = np.ndarray((count,), "<u8", data, offset, (_STRIDE,)) << _SHIFT
        near = np.flatnonzero(self._tables[0][_slots(windows, _ODD[0])])
        if not len(near):
            return
        windows = windows[near]
        kept = self._tables[1][_slots(windows, _ODD[1])]
        starts = offset + near[kept].astype(np.int64) * _STRIDE
        for shift in range(_STRIDE):
            self._cores_at(data, starts - shift)

    def _cores_at(self, data: bytes, starts: NDArray[np.int64]) -> None:
        starts = starts[(starts >= 0) & (starts <= len(data) - 8)]
        values = _at(data, starts)
        kept = self._core_table[_slots(values, _ODD[0])]
        starts = starts[kept]
        if not len(starts):
            return
        core, known = _member(self._cores, values[kept])
        known &= self._open[core]
        core, starts = core[known], starts[known]
        if not len(core):
            return
        # The far end of the pattern is compared for all places at once before any one by one.
        ends = starts + self._far[core]
        inside = (ends >= 0) & (ends <= len(data) - 8)
        core, starts, ends = core[inside], starts[inside], ends[inside]
        same = self._several[core] | (_at(data, ends) == self._far_value[core])
        for number, start in zip(core[same].tolist(), starts[same].tolist(), strict=True):
            if self._open[number]:
                self._compare(data, number, start)

    def _compare(self, data: bytes, core: int, start: int) -> None:
        left = False
        for number in self._of_core[core]:
            if not self.found[number]:
                pattern, begin = self._patterns[number], start - self._offsets[number]
                if begin >= 0 and data.startswith(pattern, begin):
                    self.found[number] = True
                else:
                    left = True
        self._open[core] = left

    def _set_far_ends(self) -> None:
        count = len(self._cores)
        self._far = np.zeros(count, np.int64)
        values = []
        self._several = np.zeros(count, dtype=bool)
        for core, owners in enumerate(self._of_core):
            pattern, at = self._patterns[owners[0]], self._offsets[owners[0]]
            end = 0 if at else len(pattern) - 8
            self._several[core] = len(owners) > 1
            self._far[core] = 0 if len(owners) > 1 else end - at
            values.append(pattern[end : end + 8])
        self._far_value = _numbers(values)


def _core_offsets(patterns: Sequence[bytes]) -> list[int]:
    """Where the core of each pattern begins: at the end that fewer others share."""
    heads: dict[bytes, int] = {}
    tails: dict[bytes, int] = {}
    for pattern in patterns:
        heads[pattern[:8]] = heads.get(pattern[:8], 0) + 1
        tails[pattern[-8:]] = tails.get(pattern[-8:], 0) + 1
    return [len(pattern) - 8 if tails[pattern[-8:]] < heads[pattern[:8]] else 0 for pattern in patterns]


def _numbers(parts: Sequence[bytes]) -> _Numbers:
    return np.frombuffer(b"".join(parts), "<u8")


def _table(windows: _Numbers, odd: np.uint64) -> NDArray[np.bool_]:
    table = np.zeros(1 << _BITS, dtype=bool)
    table[_slots(windows, odd)] = True
    return table


def _slots(windows: _Numbers, odd: np.uint64) -> NDArray[np.int64]:
    return ((windows * odd) >> _KEEP).view(np.int64)


def _at(data: bytes, starts: NDArray[np.int64]) -> _Numbers:
    every = np.ndarray((len(data) - 7,), "<u8", data, 0, (1,))
    found: _Numbers = every[starts]
    return found


def _member(known: _Numbers, asked: _Numbers) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """The place of each number in a sorted list, and whether it is there."""
    place = np.minimum(np.searchsorted(known, asked), len(known) - 1)
    return place, known[place] == asked

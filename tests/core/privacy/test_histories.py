"""A small version of ``make bench-privacy``: guide/privacy.md 13, gates 3 to 5 and 7."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from core.privacy import ReceiptState
from tests.core.privacy.histories import (
    erase_one,
    kill_at_random,
    without_one_table,
    without_rewriting,
)


@pytest.mark.parametrize("seed", range(3))
def test_no_byte_is_left_after_a_random_life(path: Path, seed: int) -> None:
    toll = erase_one(path, seed)
    assert toll.before >= toll.markers // 2 > 10
    assert (toll.left, toll.others_changed, toll.state) == (0, 0, ReceiptState.VERIFIED)


def test_nor_while_others_write(path: Path) -> None:
    toll = erase_one(path, 11, writers=2)
    assert (toll.left, toll.others_changed, toll.state) == (0, 0, ReceiptState.VERIFIED)
    assert toll.kept > 0
    assert toll.refused > 0


@pytest.mark.parametrize("broken", [without_rewriting, without_one_table])
def test_a_broken_eraser_is_caught(path: Path, broken: Callable[[], AbstractContextManager[object]]) -> None:
    """The same harness; what passes it with a broken eraser proves nothing (guide/privacy.md 7.4)."""
    with broken():
        toll = erase_one(path, 21)
    assert toll.state is ReceiptState.FAILED
    assert toll.left > 0


@pytest.mark.parametrize("seed", range(3))
def test_killed_at_some_moment_nothing_is_half_done(path: Path, seed: int) -> None:
    _, left, well = kill_at_random(path, seed, longest=1.2)
    assert (left, well) == (0, True)

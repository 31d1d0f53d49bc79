"""Killing writers at any moment: every acknowledged write is there, and the chain holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.crashing import kill_writers

KILLS = 50


@pytest.mark.slow
def test_fifty_kills_over_four_writers_lose_nothing(path: Path) -> None:
    toll = kill_writers(path, KILLS, seed=50)
    assert toll.died == []
    assert toll.acknowledged >= KILLS
    assert (toll.lost, toll.torn, toll.doubled) == (0, 0, 0)
    assert toll.problems == []
    assert toll.chain_intact
    assert not path.with_name(f"{path.name}-wal").exists()

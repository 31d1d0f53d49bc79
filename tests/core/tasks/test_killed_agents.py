"""Killing agents at any moment: what was acknowledged is there, and no rule was ever broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.tasks.killing import kill_agents

KILLS = 50


@pytest.mark.slow
def test_fifty_kills_over_four_agents_of_one_task(path: Path) -> None:
    toll = kill_agents(path, KILLS, seed=50)
    assert toll.died == []
    assert toll.acknowledged >= KILLS
    assert toll.interrupted > 0
    assert (toll.lost, toll.skipped, toll.doubled, toll.apart) == (0, 0, 0, 0)
    assert toll.problems == ()
    assert toll.chain_intact

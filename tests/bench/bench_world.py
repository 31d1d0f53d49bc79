"""The thirteen-session world: five policies side by side, on seeds, on held-out phrasings and on worlds by others.

The floor is the specification's: 48 of 50 on five seeds with nothing poisoned and nothing leaked. The worlds in
``worlds/`` were written by hand by somebody who had seen neither the generator nor the extractor, as pickily as
possible; what is reached there is told without a floor.
"""

from __future__ import annotations

import sys
from pathlib import Path

from core.evaluation.world import Scenario, Score, Variety, evaluate, generate, read_scenario
from core.memory.tokens import CharsPerToken
from tests.bench.report import Report

WORLDS = Path(__file__).parent / "worlds"


def main() -> int:
    report = Report("world")
    seeds = [generate(seed) for seed in range(101, 106)]
    scores = scored(seeds)
    report.row("typed, correct of 50, seeds 101 to 105", scores["typed"].correct, 48, higher_is_better=True)
    report.row("typed, poisoned", scores["typed"].poisoned, 0)
    report.row("typed, leaked", scores["typed"].leaked, 0)
    for name in ("none", "transcript", "flat", "semantic"):
        report.row(f"{name}, correct of 50", scores[name].correct)
    fresh = scored([generate(seed) for seed in range(7001, 7011)], ("typed",))["typed"]
    report.row("typed, correct of 100, ten seeds never looked at", fresh.correct, 96, higher_is_better=True)
    hard = scored([generate(seed, Variety.HARD) for seed in range(101, 106)], ("typed",))["typed"]
    report.row("typed, correct of 50, held-out phrasings", hard.correct)
    report.row("typed, stale of 50, held-out phrasings", hard.stale)
    foreign = [world for path in sorted(WORLDS.glob("*.json")) for world in read_scenario(path)]
    theirs = scored(foreign, ("flat", "typed"))
    questions = len(theirs["typed"].answers)
    report.row(f"typed, correct of {questions}, worlds by others", theirs["typed"].correct)
    report.row("typed, poisoned there", theirs["typed"].poisoned, 0)
    report.row("typed, leaked there", theirs["typed"].leaked, 0)
    report.row("flat, correct there", theirs["flat"].correct)
    return report.finish()


def scored(
    worlds: list[Scenario], policies: tuple[str, ...] = ("none", "transcript", "flat", "semantic", "typed")
) -> dict[str, Score]:
    return {score.policy: score for score in evaluate(worlds, CharsPerToken(), 600, policies)}


if __name__ == "__main__":
    sys.exit(main())

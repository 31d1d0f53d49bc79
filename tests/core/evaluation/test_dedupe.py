"""Golden C of specification 4: the eight pairs under signed hashing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.errors import Invalid, MnemoscopeError
from core.evaluation.dedupe import Pair, read_pairs, tune
from core.recall.hashing import SignedHashing
from core.recall.static_table import StaticTable

PAIRS = [
    Pair("Orbit 2.8 #4: job ran twice because its lease expired (ORB-1101).",
         "Orbit 2.8 #4: the job ran twice because the lease expired, ORB-1101.", True),
    Pair("Orbit 3.x ignores ORBIT_* environment variables.",
         "In Orbit 3.x, ORBIT_* environment variables are ignored.", True),
    Pair("Orbit 3.0.1 migrate-config drops the [retries] section.",
         "orbit migrate-config in 3.0.1 drops [retries].", True),
    Pair("Run Orbit workers in UTC to avoid DST double runs (ORB-1402).",
         "Avoid DST double runs (ORB-1402): run Orbit workers in UTC.", True),
    Pair("Orbit 2.8 #4: job ran twice because its lease expired.",
         "Orbit 2.8 #59: cron job ran twice on a DST night.", False),
]  # fmt: skip


def test_golden_c_scores_and_counts() -> None:
    tuning = tune(PAIRS, SignedHashing())
    likeness = {pair: round(value, 4) for pair, value in tuning.scored}
    assert [likeness[pair] for pair in PAIRS] == [0.9, 0.4472, 0.9129, 0.8889, 0.5556]
    counts = {at: tuning.at(at) for at in (0.5, 0.6, 0.85, 0.95)}
    assert {at: (each.merged, each.wrong) for at, each in counts.items()} == {
        0.5: (3, 1),
        0.6: (3, 0),
        0.85: (3, 0),
        0.95: (0, 0),
    }


def test_the_best_threshold_merges_nothing_wrongly() -> None:
    for embedder in (SignedHashing(), StaticTable()):
        tuning = tune(PAIRS, embedder)
        assert tuning.best is not None
        assert tuning.at(tuning.best).wrong == 0
        assert tuning.at(tuning.best).merged == max(
            tuning.at(value).merged for _, value in tuning.scored if tuning.at(value).wrong == 0
        )


def test_without_a_rewording_above_every_different_pair_there_is_no_best() -> None:
    tuning = tune([Pair("alpha", "beta", True), Pair("gamma", "gamma", False)], SignedHashing())
    assert tuning.best is None


def test_a_table_ends_at_both_ends() -> None:
    table = tune(PAIRS, SignedHashing()).table(4)
    assert [each.threshold for each in table] == [0, 0.25, 0.5, 0.75, 1]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("not json", "no_json"),
        ("[]", "empty"),
        ('{"a": 1}', "not_pairs"),
        ('[{"a": "x", "b": "y"}]', "not_pairs"),
        ('[{"a": "x", "b": 2, "same": true}]', "not_pairs"),
        ("[" * 100_000, "no_json"),
    ],
)
def test_a_file_that_is_no_list_of_pairs_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "pairs.json"
    path.write_text(text)
    with pytest.raises(Invalid) as refused:
        read_pairs(path)
    assert refused.value.data["problem"] == problem


def test_reading(tmp_path: Path) -> None:
    path = tmp_path / "pairs.json"
    path.write_text(json.dumps([{"a": "x", "b": "y", "same": False, "note": 1}]), encoding="utf-8-sig")
    assert read_pairs(path) == [Pair("x", "y", False)]
    with pytest.raises(MnemoscopeError):
        read_pairs(tmp_path / "nope")
    with pytest.raises(Invalid):
        tune([], SignedHashing())

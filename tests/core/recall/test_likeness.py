"""Near-duplicates: golden C of the specification, and the same pairs by the bundled table."""

from __future__ import annotations

import pytest

from core.recall import Recall
from core.recall.signed_hashing import SignedHashing

# specification 4, golden C: texts, whether they mean the same, hashing, static table
PAIRS = [
    (
        "Orbit 2.8 #4: job ran twice because its lease expired (ORB-1101).",
        "Orbit 2.8 #4: the job ran twice because the lease expired, ORB-1101.",
        True,
        0.9000,
        1.00,
    ),
    (
        "Orbit 3.x ignores ORBIT_* environment variables.",
        "In Orbit 3.x, ORBIT_* environment variables are ignored.",
        True,
        0.4472,
        0.993,
    ),
    (
        "Orbit 3.0.1 migrate-config drops the [retries] section.",
        "orbit migrate-config in 3.0.1 drops [retries].",
        True,
        0.9129,
        0.978,
    ),
    (
        "Run Orbit workers in UTC to avoid DST double runs (ORB-1402).",
        "Avoid DST double runs (ORB-1402): run Orbit workers in UTC.",
        True,
        0.8889,
        1.00,
    ),
    (
        "Orbit 2.8 #4: job ran twice because its lease expired.",
        "Orbit 2.8 #59: cron job ran twice on a DST night.",
        False,
        0.5556,
        0.844,
    ),
    (
        "Orbit 3.x ignores ORBIT_* environment variables.",
        "Orbit 2.x reads ORBIT_CONCURRENCY from the environment.",
        False,
        0.2041,
        0.883,
    ),
    (
        "Redis failover causes a reconnect storm in 3.1.0.",
        "Postgres broker pickup latency spikes in 3.2.0.",
        False,
        0.0000,
        0.538,
    ),
    (
        "Dashboard OIDC login loops behind a proxy.",
        "Dashboard shows queue depth per worker.",
        False,
        0.1667,
        0.428,
    ),
]


@pytest.mark.parametrize(("first", "second", "same", "hashed", "table"), PAIRS)
def test_likeness_of_the_labelled_pairs(
    first: str, second: str, same: bool, hashed: float, table: float
) -> None:
    assert Recall(SignedHashing()).likeness(first, second) == pytest.approx(hashed, abs=5e-5)
    assert Recall().likeness(first, second) == pytest.approx(table, abs=6e-4 if table < 1 else 5e-3)


@pytest.mark.parametrize(
    ("threshold", "merged", "wrong"), [(0.85, 3, 0), (0.50, 3, 1), (0.60, 3, 0), (0.95, 0, 0)]
)
def test_what_a_threshold_merges(threshold: float, merged: int, wrong: int) -> None:
    recall = Recall(SignedHashing())
    alike = [same for first, second, same, _, _ in PAIRS if recall.likeness(first, second) >= threshold]
    assert (alike.count(True), alike.count(False)) == (merged, wrong)


def test_likeness_alone_cannot_tell_numbers_apart() -> None:
    """Specification 4: which is why the gate compares numbers, names and negations as well."""
    assert Recall().likeness("The limit is 100 per minute.", "The limit is 500 per minute.") > 0.95

"""Near-duplicates are looked for by words over the partition, and nothing that differs is merged (specification 4)."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from core import Scope, Store, WriteOutcome
from core.memory.records import Records
from core.recall import Recall
from core.recall.likeness import HashedWords
from core.recall.signed_hashing import SignedHashing
from core.recall.tuning import Pair, tune

ALICE = Scope("acme", "alice")
SAID = "The canteen serves soup and fresh bread to visitors."
AGAIN = "The canteen serves fresh bread and soup to visitors."
# Golden C, specification 4: the labelled pairs and what two thresholds make of them.
PAIRS = [
    ("Orbit 2.8 #4: job ran twice because its lease expired (ORB-1101).",
     "Orbit 2.8 #4: the job ran twice because the lease expired, ORB-1101.", True),
    ("Orbit 3.x ignores ORBIT_* environment variables.",
     "In Orbit 3.x, ORBIT_* environment variables are ignored.", True),
    ("Orbit 3.0.1 migrate-config drops the [retries] section.",
     "orbit migrate-config in 3.0.1 drops [retries].", True),
    ("Run Orbit workers in UTC to avoid DST double runs (ORB-1402).",
     "Avoid DST double runs (ORB-1402): run Orbit workers in UTC.", True),
    ("Orbit 2.8 #4: job ran twice because its lease expired.",
     "Orbit 2.8 #59: cron job ran twice on a DST night.", False),
    ("Orbit 3.x ignores ORBIT_* environment variables.",
     "Orbit 2.x reads ORBIT_CONCURRENCY from the environment.", False),
    ("Redis failover causes a reconnect storm in 3.1.0.",
     "Postgres broker pickup latency spikes in 3.2.0.", False),
    ("Dashboard OIDC login loops behind a proxy.", "Dashboard shows queue depth per worker.", False),
]  # fmt: skip


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    moments = iter(range(1_790_000_000_000_000, 1_799_000_000_000_000, 60_000_000))
    with Store.open(tmp_path / "memory.db", clock=lambda: next(moments)) as store:
        yield store


@pytest.fixture
def alice(store: Store) -> Records:
    return store.partition(ALICE).records


def _fill(records: Records, count: int) -> None:
    nouns = ("door", "lamp", "chair", "shelf", "table", "clock", "plant")
    for number in range(count):
        text = f"Room {number} has a {nouns[number % 7]} beside the window."
        assert records.remember(text, source="user:t").outcome is WriteOutcome.STORED


@pytest.mark.parametrize("asks_first", [False, True])
def test_a_repetition_is_found_behind_many_newer_records(alice: Records, asks_first: bool) -> None:
    first = alice.remember(SAID, source="user:t").record
    assert first is not None
    _fill(alice, 80)
    if asks_first:
        alice.recall("soup")
        alice.remember("Written after the question was asked.", source="user:t")
    again = alice.remember(AGAIN, source="user:t")
    assert again.outcome is WriteOutcome.REFRESHED
    assert again.record is not None
    assert (again.record.id, again.record.seen_count) == (first.id, 2)


@pytest.mark.parametrize("asks_first", [False, True])
@pytest.mark.parametrize(
    "other",
    [
        "The canteen never serves soup and fresh bread to visitors.",
        "The canteen serves soup and fresh bread to 3 visitors.",
        "The canteen serves soup and fresh bread to visitors on Monday.",
        "The canteen serves soup and fresh bread to visitors in March 2027.",
        "The canteen serves soup and fresh bread to Globex visitors.",
        "The canteen serves soup and fresh bread to visitors of v2.8.",
        "The canteen serves soup and fresh bread to visitors, see ORB-1101.",
    ],
)
def test_what_differs_in_a_mark_is_another_record(alice: Records, other: str, asks_first: bool) -> None:
    alice.remember(SAID, source="user:t")
    if asks_first:
        alice.recall("soup")
    assert alice.remember(other, source="user:t").outcome is WriteOutcome.STORED


def test_a_correction_is_never_taken_for_a_repetition(alice: Records) -> None:
    alice.remember("Visitors get soup and fresh bread.", key="lunch", source="user:t")
    told = alice.remember("Visitors get soup and fresh cake.", key="lunch", source="user:t")
    assert (told.outcome, told.superseded is not None) == (WriteOutcome.STORED, True)


def test_another_kind_another_person_and_what_ended_are_not_compared(store: Store, alice: Records) -> None:
    first = alice.remember(SAID, source="user:t")
    assert alice.remember(AGAIN, kind="episodic", source="user:t").outcome is WriteOutcome.STORED
    bob = store.partition(Scope("acme", "bob")).records
    assert bob.remember(AGAIN, source="user:t").outcome is WriteOutcome.STORED
    assert first.record is not None
    alice.forget_id(first.record.id, source="user:t")
    assert alice.remember(AGAIN, source="user:t").outcome is WriteOutcome.STORED


def test_the_threshold_is_the_one_measured_for_this_way_of_comparing() -> None:
    """Golden C: .85 merges three rewordings and no different pair; .50 merges one wrongly."""
    tuning = tune(Recall(SignedHashing()), [Pair(*pair) for pair in PAIRS])
    hashed = HashedWords()
    assert [hashed.of(first, second) for first, second, _ in PAIRS] == pytest.approx(tuning.scores, abs=1e-6)
    assert tuning.at(hashed.repeats_from) == (3, 0)
    assert tuning.at(0.50) == (3, 1)


def test_looking_for_repetitions_loads_no_numpy(store: Store, alice: Records) -> None:
    alice.remember(SAID, source="user:t")
    program = (
        "import json, sys; from core import Scope, Store\n"
        f"with Store.open({str(store.path)!r}) as store:\n"
        "    records = store.partition(Scope('acme', 'alice')).records\n"
        f"    told = records.remember({AGAIN!r}, source='user:t')\n"
        "print(json.dumps([told.outcome, 'numpy' in sys.modules]))"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert json.loads(answer.stdout) == ["refreshed", False]

"""Values that may not come back: stopped, counted, and let in again by a person only."""

from __future__ import annotations

import pytest

from core import Store
from core.change import Reversal, Undo
from core.memory.quarantine import HeldItem
from core.memory.records import Records
from core.review import Review
from tests.core.hands import ALICE, CAROL
from tests.core.planting import plant
from tests.core.review.conftest import CONFLICT

AGAIN = [
    CONFLICT,
    " reports  GO to the archive. ",
    "Reports go to the\narchive.",
    "Reports go to the archive",
    "Reports go to the archive!",
    "“Reports go to the archive.”",
    "'Reports go, to the archive'",
    "Reports go to the **archive** …",
]


@pytest.fixture
def rejected(review: Review, waiting: HeldItem) -> HeldItem:
    return review.reject(ALICE, waiting.id, waiting.version, reason="not true").item


@pytest.mark.parametrize(
    ("source", "outcome"), [("agent:run-3", "refused"), ("web:other", "refused"), ("user:turn-8", "held")]
)
def test_a_rejected_value_is_stopped_by_source(
    alice: Records, rejected: HeldItem, source: str, outcome: str
) -> None:
    """guide/gate.md 5, the row on the re-learning block."""
    result = alice.remember(CONFLICT, key="report_target", source=source)
    assert result.outcome == outcome
    assert "blocked" in [reason.code for reason in result.reasons]


@pytest.mark.parametrize("again", AGAIN)
@pytest.mark.parametrize("key", ["report_target", "other", None])
def test_each_attempt_is_counted(
    review: Review, alice: Records, rejected: HeldItem, again: str, key: str | None
) -> None:
    for times in (1, 2, 3):
        assert alice.remember(again, key=key, source="agent:run-3").outcome == "refused"
        (block,) = review.blocks(ALICE)
        assert (block.stopped, block.reason, block.item) == (times, "rejected", rejected.id)
    assert block.stopped_at is not None


def test_another_value_passes(alice: Records, rejected: HeldItem) -> None:
    assert alice.remember("Reports go to the vault.", source="agent:run-3").outcome == "stored"


def test_another_person_is_not_concerned(store: Store, rejected: HeldItem) -> None:
    assert store.partition(CAROL).records.remember(CONFLICT, source="agent:run-3").outcome == "stored"


def test_lifting_lets_it_back(review: Review, alice: Records, rejected: HeldItem) -> None:
    (block,) = review.blocks(ALICE)
    assert review.lift_block(ALICE, block.value, reason="it was true after all")
    assert not review.lift_block(ALICE, block.value)
    assert review.blocks(ALICE) == []
    assert alice.remember(CONFLICT, source="agent:run-3").outcome == "stored"


def test_whoever_may_store_it_has_lifted_it(
    store: Store, review: Review, alice: Records, rejected: HeldItem
) -> None:
    stored = (
        store.operator("ada").records(ALICE).remember(CONFLICT, key="report_target", source="operator:ada")
    )
    assert stored.outcome == "stored"
    assert review.blocks(ALICE) == []


def test_an_undone_rejection_blocks_nothing(review: Review, alice: Records, waiting: HeldItem) -> None:
    undo = review.reject(ALICE, waiting.id, waiting.version, reason="not true").change.undo
    assert undo is not None
    review.undo(ALICE, undo)
    assert review.blocks(ALICE) == []


def test_a_forgotten_value_stays_blocked_when_a_rejection_is_undone(review: Review, alice: Records) -> None:
    alice.remember(CONFLICT, key="report_target", source="user:turn-1")
    alice.forget("report_target", source="user:turn-2")
    held = alice.remember(CONFLICT, key="report_target", source="user:turn-3").held
    assert held is not None
    undo = review.reject(ALICE, held.id, held.version, reason="no").change.undo
    assert undo is not None
    review.undo(ALICE, undo)
    assert [block.reason for block in review.blocks(ALICE)] == ["forgotten"]


@pytest.mark.parametrize("reason", ["forgotten", "rejected"])
def test_an_undone_release_blocks_again(
    review: Review, alice: Records, waiting: HeldItem, reason: str
) -> None:
    if reason == "rejected":
        review.reject(ALICE, waiting.id, waiting.version, reason="not true")
    else:
        release = review.release(ALICE, waiting.id, waiting.version)
        assert release.record is not None
        alice.forget("report_target", source="user:turn-2")
    held = alice.remember(CONFLICT, key="elsewhere", source="user:turn-3").held
    assert held is not None
    undo = review.release(ALICE, held.id, held.version).change.undo
    assert undo is not None
    review.undo(ALICE, undo)
    assert reason in {block.reason for block in review.blocks(ALICE)}
    assert alice.remember(CONFLICT, key="another", source="agent:run-3").outcome == "refused"


def test_a_release_lifts_the_block_on_what_it_stores(
    review: Review, alice: Records, rejected: HeldItem
) -> None:
    alice.remember("Reports go to the vault.", key="vault", source="user:turn-1")
    alice.forget("vault", source="user:turn-2")
    held = alice.remember("Reports go to the vault.", key="vault", source="user:turn-3").held
    assert held is not None
    # Edited into the value that was rejected: both stand as true now.
    record = review.release(ALICE, held.id, held.version, text=CONFLICT).record
    assert record is not None
    assert review.blocks(ALICE) == []
    assert alice.remember(CONFLICT, key="vault", source="agent:run-4").outcome == "refreshed"


def test_blocks_hold_no_words(store: Store, rejected: HeldItem) -> None:
    store.close()
    ((value,),) = plant(store.path, "SELECT value FROM blocks")
    assert isinstance(value, bytes)
    assert len(value) == 16
    (row,) = plant(store.path, "SELECT * FROM blocks")
    assert "archive" not in repr(row).lower()


def test_an_undone_release_blocks_as_before(review: Review, alice: Records, rejected: HeldItem) -> None:
    for source in ("agent:run-3", "agent:run-4"):
        alice.remember(CONFLICT, key="report_target", source=source)
    held = alice.remember(CONFLICT, key="report_target", source="user:turn-8").held
    assert held is not None
    (before,) = review.blocks(ALICE)
    assert before.stopped == 3
    undo = review.release(ALICE, held.id, held.version).change.undo
    assert undo is not None
    assert review.blocks(ALICE) == []
    review.undo(ALICE, undo)
    assert review.blocks(ALICE) == [before]


def test_a_released_value_that_is_forgotten_is_blocked_again(
    review: Review, alice: Records, rejected: HeldItem
) -> None:
    held = alice.remember(CONFLICT, key="report_target", source="user:turn-8").held
    assert held is not None
    review.release(ALICE, held.id, held.version)
    alice.forget("report_target", source="user:turn-9")
    assert "forgotten" in {block.reason for block in review.blocks(ALICE)}
    assert alice.remember(CONFLICT, source="agent:run-9").outcome == "refused"


@pytest.mark.parametrize("decision", ["release", "reject"])
def test_a_block_that_comes_back_knows_what_it_had_stopped(
    review: Review, alice: Records, rejected: HeldItem, decision: str
) -> None:
    held = alice.remember(CONFLICT, key="elsewhere", source="user:turn-3").held
    alice.remember(CONFLICT, key="elsewhere", source="agent:run-3")
    (before,) = review.blocks(ALICE)
    assert held is not None
    assert before.stopped == 2
    if decision == "release":
        undo = review.release(ALICE, held.id, held.version).change.undo
        assert review.blocks(ALICE) == []
    else:
        undo = review.reject(ALICE, held.id, held.version, reason="no").change.undo
        assert [block.item for block in review.blocks(ALICE)] == [held.id]
    assert undo is not None
    review.undo(ALICE, undo)
    assert review.blocks(ALICE) == [before]


def test_what_was_stopped_since_a_second_rejection_counts_too(
    review: Review, alice: Records, rejected: HeldItem
) -> None:
    held = alice.remember(CONFLICT, key="elsewhere", source="user:turn-3").held
    assert held is not None
    undo = review.reject(ALICE, held.id, held.version, reason="no").change.undo
    alice.remember(CONFLICT, key="elsewhere", source="agent:run-3")
    assert undo is not None
    review.undo(ALICE, undo)
    assert [(block.item, block.stopped) for block in review.blocks(ALICE)] == [(rejected.id, 2)]


def test_undoing_the_first_of_two_rejections_leaves_the_block(
    review: Review, alice: Records, rejected: HeldItem
) -> None:
    held = alice.remember(CONFLICT, key="elsewhere", source="user:turn-3").held
    assert held is not None
    review.reject(ALICE, held.id, held.version, reason="no")
    review.undo(ALICE, Undo(Reversal.DECISION, rejected.id, rejected.version))
    assert [block.item for block in review.blocks(ALICE)] == [held.id]

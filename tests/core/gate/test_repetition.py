(
    """Repetitions and corrections: golden C and the pairs of specification 4 that similarity cannot """
    """tell apart."""
)

from __future__ import annotations

import pytest

from core.gate import Standing, Trust, WriteOutcome
from core.gate.marks import same_marks
from core.gate.proposal import Current
from core.recall.likeness import HashedWords
from tests.core.gate.proposing import holding, verdict

# The pairs of data/dedupe_pairs.json with the scores specification 4 prints.
_GOLDEN_C = [
    (
        "Orbit 2.8 #4: job ran twice because its lease expired (ORB-1101).",
        "Orbit 2.8 #4: the job ran twice because the lease expired, ORB-1101.",
        0.9000,
    ),
    (
        "Orbit 3.x ignores ORBIT_* environment variables.",
        "In Orbit 3.x, ORBIT_* environment variables are ignored.",
        0.4472,
    ),
    (
        "Orbit 3.0.1 migrate-config drops the [retries] section.",
        "orbit migrate-config in 3.0.1 drops [retries].",
        0.9129,
    ),
    (
        "Run Orbit workers in UTC to avoid DST double runs (ORB-1402).",
        "Avoid DST double runs (ORB-1402): run Orbit workers in UTC.",
        0.8889,
    ),
    (
        "Orbit 2.8 #4: job ran twice because its lease expired.",
        "Orbit 2.8 #59: cron job ran twice on a DST night.",
        0.5556,
    ),
    (
        "Orbit 3.x ignores ORBIT_* environment variables.",
        "Orbit 2.x reads ORBIT_CONCURRENCY from the environment.",
        0.2041,
    ),
    (
        "Redis failover causes a reconnect storm in 3.1.0.",
        "Postgres broker pickup latency spikes in 3.2.0.",
        0.0,
    ),
    ("Dashboard OIDC login loops behind a proxy.", "Dashboard shows queue depth per worker.", 0.1667),
]


@pytest.mark.parametrize(("left", "right", "score"), _GOLDEN_C)
def test_golden_c(left: str, right: str, score: float) -> None:

    assert HashedWords().of(left, right) == pytest.approx(score, abs=5e-5)


@pytest.mark.parametrize(
    ("threshold", "rewordings", "wrong"), [(0.85, 3, 0), (0.50, 3, 1), (0.60, 3, 0), (0.95, 0, 0)]
)
def test_golden_c_thresholds(threshold: float, rewordings: int, wrong: int) -> None:
    merged = [score >= threshold for _, _, score in _GOLDEN_C]
    assert (sum(merged[:4]), sum(merged[4:])) == (rewordings, wrong)
    assert HashedWords.repeats_from == 0.85


# Similarity alone would merge these (specification 4); each differs in what may not differ.
_DIFFERENT = [
    ("Alice's fiscal year starts in April.", "Alice's fiscal year starts in July."),
    ("The API allows 100 requests per minute.", "The API allows 500 requests per minute."),
    ("The plan allows two seats for every team.", "The plan allows three seats for every team."),
    ("The board approves the travel budget.", "The board does not approve the travel budget."),
    ("The worker needs version 2.8 of Orbit.", "The worker needs version 3.8 of Orbit."),
    ("The review meeting is on Monday at noon.", "The review meeting is on Tuesday at noon."),
    ("The invoice from 2026-03-04 is settled.", "The invoice from 2026-03-05 is settled."),
    ("The ticket ORB-1101 blocks the release.", "The ticket ORB-1102 blocks the release."),
    ("The finance lead is called Dana Fox.", "The finance lead is called Peter Fox."),
    (
        "Alice approves travel requests for the sales team.",
        "Bob approves travel requests for the sales team.",
    ),
    ("Ana reports to Bo since the merger.", "Bo reports to Ana since the merger."),
    ("Meetings moved from 3 to 5 o'clock.", "Meetings moved from 5 to 3 o'clock."),
    # Small words that turn a statement around; as much a correction as another number.
    (
        "The supplier meeting in the Lisbon office starts before noon on every single working day.",
        "The supplier meeting in the Lisbon office starts after noon on every single working day.",
    ),
    (
        "The backup heater of the north greenhouse stays on while the staff is away in winter.",
        "The backup heater of the north greenhouse stays off while the staff is away in winter.",
    ),
    (
        "The finance lead sends the monthly supplier report to her in the first week.",
        "The finance lead sends the monthly supplier report to him in the first week.",
    ),
]


@pytest.mark.parametrize(("old", "new"), _DIFFERENT)
def test_another_statement_is_stored(old: str, new: str) -> None:
    standing = Standing(alike=(Current(7, old, Trust.USER, 1),))
    assert verdict(new, standing=standing).outcome is WriteOutcome.STORED
    assert (
        verdict(old, standing=Standing(alike=(Current(7, new, Trust.USER, 1),))).outcome
        is WriteOutcome.STORED
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        *((left, right) for left, right, score in _GOLDEN_C if score >= 0.85),
        ("Reports go to the finance team.", "The reports go to the finance team."),
    ],
)
def test_rewording_refreshes(old: str, new: str) -> None:
    found = verdict(new, standing=Standing(alike=(Current(7, old, Trust.USER, 1),)))
    assert (found.outcome, found.refreshes) == (WriteOutcome.REFRESHED, 7)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The meeting is before noon.", "The meeting is after noon."),
        ("The lamp is on.", "The lamp is off."),
        ("Send it to him.", "Send it to her."),
        ("She can travel.", "She could travel."),
        ("Refunds over 100 euros wait.", "Refunds under 100 euros wait."),
    ],
)
def test_small_words_may_correct_a_key(old: str, new: str) -> None:
    found = verdict(new, key="k", standing=holding(old))
    assert (found.outcome, found.supersedes) == (WriteOutcome.STORED, 7)


def test_correction_is_decided_before_repetition() -> None:
    """The sets of content words differ, so it is another value however alike the sentences are."""
    standing = holding("Alice's fiscal year starts in April.")
    found = verdict("Alice's fiscal year starts in July.", key="fiscal_year", standing=standing)
    assert (found.outcome, found.supersedes) == (WriteOutcome.STORED, 7)


def test_same_value_in_other_grammar_refreshes_its_key() -> None:
    standing = holding("The fiscal year starts in April.")
    found = verdict("Fiscal year: it starts in April!", key="fiscal_year", standing=standing)
    assert (found.outcome, found.refreshes) == (WriteOutcome.REFRESHED, 7)


def test_lower_trust_may_repeat_but_not_correct() -> None:
    standing = holding("The fiscal year starts in April.")
    repeated = verdict("The fiscal year starts in April!", "web:page", key="fy", standing=standing)
    corrected = verdict("The fiscal year starts in May 2027.", "web:page", key="fy", standing=standing)
    assert (repeated.outcome, corrected.outcome) == (WriteOutcome.REFRESHED, WriteOutcome.HELD)


def test_expired_value_is_replaced_and_not_seen_again() -> None:
    standing = Standing(same_key=Current(7, "The fiscal year starts in April.", Trust.NONE, 1))
    for source in ("user:turn-1", "agent:worker", "web:page"):
        found = verdict("The fiscal year starts in April!", source, key="fy", standing=standing)
        assert (found.outcome, found.supersedes) == (WriteOutcome.STORED, 7)


def test_capital_at_the_start_of_a_sentence_is_no_name() -> None:
    assert same_marks("Reports are due.", "The reports are due.")
    assert same_marks("He met Ana.", "he met ana.")
    assert not same_marks("He met Ana.", "He met Eva.")


def test_emoji_are_a_value() -> None:
    found = verdict("😢", key="mood", standing=holding("😀"))
    assert (found.outcome, found.supersedes) == (WriteOutcome.STORED, 7)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Bob lives in Oslo.", "Bob lives in Oslo!"),
        ("Invoices are paid in euros.", "invoices are paid in euros"),
        ("The deploy uses port 8080.", "The  deploy uses port 8080"),
    ],
)
def test_a_full_stop_sets_nothing_apart(first: str, second: str) -> None:
    standing = Standing(alike=(holding(first).same_key,))  # type: ignore[arg-type]
    assert verdict(second, standing=standing).outcome is WriteOutcome.REFRESHED


def test_another_number_before_the_full_stop_does() -> None:
    standing = Standing(alike=(holding("The deploy uses port 8080.").same_key,))  # type: ignore[arg-type]
    assert verdict("The deploy uses port 8081", standing=standing).outcome is WriteOutcome.STORED

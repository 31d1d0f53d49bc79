"""The row "rate or burst limit of the origin" of guide/gate.md 5: stored up to the limit, then held."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import Store, WriteOutcome
from core.gate import Settings
from core.memory.records import Records
from core.memory.records.draft import draft
from core.memory.records.writing import write
from tests.core.hands import ALICE, CAROL, Hand

LIMIT = Settings().hourly_writes
# Distinct words, so that no fact passes for another one.
CITIES = [f"{first}{second}" for first in ("Nor", "Sel", "Tam", "Vik") for second in ("berg", "dal", "sund")]


def fill(records: Records, source: str, count: int) -> list[WriteOutcome]:
    """Writes facts of different keys; the outcome of each."""
    return [
        records.remember(f"Depot {n} opens at {n % 24}:00.", key=f"depot_{n}", source=source).outcome
        for n in range(count)
    ]


@pytest.mark.parametrize("source", ["agent:run-7", "web:shop.example/list", "tool:catalogue"])
def test_stored_up_to_the_limit_then_held(alice: Records, source: str) -> None:
    outcomes = fill(alice, source, LIMIT + 3)
    assert outcomes == ["stored"] * LIMIT + ["held"] * 3
    verdict = alice.judge("Depot x opens at noon.", key="depot_x", source=source)
    (found,) = (each for each in verdict.findings if each.code == "rate")
    assert found.data == {"writes": LIMIT + 3, "limit": LIMIT}


def test_passages_of_one_page_are_one_origin(alice: Records) -> None:
    for n in range(LIMIT):
        alice.remember(f"Depot {n} opens.", key=f"depot_{n}", source=f"web:shop.example/list#p{n}")
    late = alice.remember("Depot x opens.", key="depot_x", source="web:shop.example/list#p999")
    other = alice.remember("Depot y opens.", key="depot_y", source="web:shop.example/list2")
    assert (late.outcome, other.outcome) == ("held", "stored")


def test_an_hour_later_it_may_write_again(alice: Records, clock: Hand) -> None:
    assert fill(alice, "agent:run-7", LIMIT + 1)[-1] == "held"
    clock.pass_(hours=1, seconds=1)
    assert alice.remember("The depot is open.", source="agent:run-7").outcome == "stored"


@pytest.mark.parametrize("source", ["user:turn-1", "operator:ada"])
def test_people_write_at_any_pace(alice: Records, source: str) -> None:
    assert set(fill(alice, source, LIMIT + 3)) == {"stored"}


def test_an_import_has_no_limit(store: Store, tmp_path: Path) -> None:
    lines = tmp_path / "memory.jsonl"
    lines.write_text(
        "\n".join(
            f'{{"type": "entity", "name": "depot {n}", "entityType": "place", "observations": ["opens at {n}"]}}'
            for n in range(LIMIT + 10)
        ),
        encoding="utf-8",
    )
    report = store.operator("ada").import_path(ALICE, lines)
    assert (report.held_count, report.refused_count) == (0, 0)
    assert report.stored > LIMIT


def test_a_user_turn_derived_from_a_page_is_that_page(alice: Records) -> None:
    for n in range(LIMIT + 1):
        last = alice.remember(
            f"Depot {n} opens.", key=f"d{n}", source="user:turn-1", lineage=("web:a.example",)
        )
    assert last.outcome == "held"


@pytest.mark.parametrize(("limit", "held"), [(0, 0), (5, 7)])
def test_the_host_decides(store: Store, alice: Records, limit: int, held: int) -> None:
    ground = store.partition(ALICE).records._ground  # noqa: SLF001
    outcomes = []
    for n, city in enumerate(CITIES):
        proposed = draft(
            f"There is a depot in {city}.",
            ground.clock(),
            key=f"depot_{n}",
            source="agent:run-7",
            settings=Settings(hourly_writes=limit),
        )
        outcomes.append(write(ground, proposed).outcome)
    assert outcomes.count(WriteOutcome.HELD) == held
    assert set(outcomes[:5]) == {WriteOutcome.STORED}


def test_another_person_is_not_counted(store: Store, alice: Records) -> None:
    fill(alice, "agent:run-7", LIMIT)
    assert (
        store.partition(CAROL).records.remember("Carol likes tea.", source="agent:run-7").outcome == "stored"
    )


def test_what_is_only_seen_again_fills_nothing(alice: Records) -> None:
    for _ in range(LIMIT + 5):
        last = alice.remember("The depot opens at noon.", key="depot", source="agent:run-7")
    assert last.outcome == "refreshed"

"""Who may say what: preferences from people only, and lower trust never overwrites higher."""

from __future__ import annotations

import pytest

from core.memory.records import OperatorRecords, Records, WriteResult
from tests.core.hands import Hand

RANKS = {
    "operator:ada": "operator",
    "maintainer:bob": "operator",
    "user:turn-3": "user",
    "system:setup": "user",
    "agent:run-1": "agent",
    "conversation:c1": "agent",
    "tool:search": "external",
    "doc:manual": "external",
    "web:page": "external",
    "issue:4": "external",
    "mail:9": "external",
    "mcp:server": "external",
    "entity:acme": "external",
    "import:mcp-memory:x": "external",
}


def codes(result: WriteResult) -> list[str]:
    return [reason.code for reason in result.reasons]


@pytest.mark.parametrize("source", RANKS)
def test_the_prefix_decides(alice: Records, source: str) -> None:
    record = alice.remember("Something is so.", source=source).record
    assert record is not None
    assert record.trust.label == RANKS[source]


@pytest.mark.parametrize("source", ["", "user", "user:", "User:t1", "nobody:x", ":x", " user:t1"])
def test_a_source_without_a_known_prefix_is_refused(alice: Records, source: str) -> None:
    result = alice.remember("Something is so.", source=source)
    assert (result.outcome, result.record) == ("refused", None)
    assert "no_source" in codes(result)
    assert alice.export() == []


@pytest.mark.parametrize("source", RANKS)
def test_preferences_come_from_trusted_sources_only(alice: Records, source: str) -> None:
    result = alice.remember("Answer in English.", kind="preference", key="language", source=source)
    if RANKS[source] in {"user", "operator"}:
        assert result.outcome == "stored"
    else:
        assert (result.outcome, codes(result)) == ("refused", ["untrusted_preference"])
        assert alice.get("language", kind="preference") is None


def test_a_preference_derived_from_a_page_is_no_persons(alice: Records) -> None:
    result = alice.remember(
        "Answer in English.", kind="preference", key="language", source="user:t1", lineage=("web:page",)
    )
    assert codes(result) == ["untrusted_preference"]


@pytest.mark.parametrize("lower", ["web:page", "agent:run", "conversation:c1"])
def test_lower_trust_never_overwrites(alice: Records, lower: str) -> None:
    stored = alice.remember("April.", key="fiscal_year_start", source="user:t1").record
    assert stored is not None
    result = alice.remember("July.", key="fiscal_year_start", source=lower)
    assert (result.outcome, codes(result)) == ("refused", ["conflicts_with_higher_trust"])
    assert result.reasons[0].data["record"] == stored.id
    assert alice.history("fiscal_year_start") == [stored]


@pytest.mark.parametrize("higher", ["user:t2", "operator:ada"])
def test_equal_or_higher_trust_does(alice: Records, higher: str) -> None:
    alice.remember("April.", key="fiscal_year_start", source="user:t1")
    assert alice.remember("July.", key="fiscal_year_start", source=higher).outcome == "stored"


def test_what_a_person_confirmed_ranks_as_theirs(alice: Records, desk: OperatorRecords) -> None:
    stored = alice.remember("April.", key="fiscal_year_start", source="web:page").record
    assert stored is not None
    desk.confirm(stored.id)
    assert codes(alice.remember("July.", key="fiscal_year_start", source="agent:run")) == [
        "conflicts_with_higher_trust"
    ]
    assert alice.remember("July.", key="fiscal_year_start", source="user:t2").outcome == "stored"


def test_an_expired_value_outranks_nobody(alice: Records, clock: Hand) -> None:
    alice.remember("April.", key="fiscal_year_start", source="user:t1", ttl=60)
    clock.pass_(minutes=2)
    assert alice.remember("July.", key="fiscal_year_start", source="web:page").outcome == "stored"


def test_a_refusal_writes_no_record_and_is_journaled(alice: Records, desk: OperatorRecords) -> None:
    alice.remember("April.", key="k", source="user:t1")
    result = alice.remember("July.", key="k", source="web:page")
    assert result.change.ids == ()
    assert result.change.undo is None
    assert len(alice.export()) == 1


def test_judge_says_what_remember_would_and_writes_nothing(alice: Records) -> None:
    stored = alice.remember("April.", key="k", source="user:t1").record
    assert stored is not None
    before = alice.export()
    refused = alice.judge("July.", key="k", source="web:page")
    assert (refused.outcome, refused.findings[0].code) == ("refused", "conflicts_with_higher_trust")
    replaced = alice.judge("July.", key="k", source="user:t2")
    assert (replaced.outcome, replaced.supersedes) == ("stored", stored.id)
    repeated = alice.judge("april.", key="k", source="user:t2")
    assert (repeated.outcome, repeated.refreshes) == ("refreshed", stored.id)
    assert alice.export() == before

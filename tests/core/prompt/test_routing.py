"""Key look-up before likeness, and which of them was used."""

from __future__ import annotations

from core.memory.records import Records
from core.memory.routing import Route, named_keys, route


def test_a_question_names_a_key_by_its_words_or_as_it_is_written() -> None:
    assert "fiscal_year_start" in named_keys("When does the fiscal year start?")
    assert "fiscal_year_start" in named_keys("what is fiscal_year_start")
    assert "office" in named_keys("office?")
    assert "office" not in named_keys("where is the office?")
    assert named_keys("") == []
    assert len(named_keys("word " * 100_000)) < 200


def test_routes_say_what_was_used(records: Records) -> None:
    records.remember("The fiscal year starts in July.", key="fiscal_year_start", source="user:t")
    records.remember("Invoices are due in 30 days.", source="user:t")
    both = route(records, "when does the fiscal year start?")
    assert both.routes == (Route.KEY, Route.SIMILARITY)
    assert [record.key for record in both.keyed] == ["fiscal_year_start"]
    alike = route(records, "invoices")
    assert alike.routes == (Route.SIMILARITY,)
    assert route(records, "???").routes == ()


def test_kinds_hold_for_keys_too(records: Records) -> None:
    records.remember("The fiscal year starts in July.", key="fiscal_year_start", source="user:t")
    assert route(records, "fiscal year start", kinds=["episodic"]).keyed == ()


def test_a_key_that_looks_like_sql_or_a_pattern_is_only_a_key(records: Records) -> None:
    records.remember("One.", key="a_b", source="user:t")
    assert route(records, "a%b a_b' OR 1=1 --").keyed == tuple(records.keyed(["a_b"]))
    assert records.keyed(["a%b", "axb"]) == []

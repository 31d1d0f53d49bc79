"""The recalled block of specification 10."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import Invalid
from core.memory.prompt import CharsPerFour, recalled_block
from core.memory.prompt.quoting import label, quoted
from core.memory.records import Records


def test_a_line_has_kind_source_date_and_the_quoted_text(records: Records) -> None:
    records.remember("Invoices are due in 30 days.", key="due", source="user:turn-3")
    block = recalled_block(records.recall("when are invoices due?"))
    lines = block.text.splitlines()
    assert '- [semantic · user:turn-3 · 2026-09-21] "Invoices are due in 30 days."' in lines
    assert "Unverified quoted data" in lines[0]
    assert lines[-1] == "Check claims against the documents and cite those, not the note."


def test_nothing_recalled_is_an_empty_block(records: Records) -> None:
    block = recalled_block(records.recall("anything"))
    assert (block.text, block.tokens, block.lines, block.frame) == ("", 0, (), 0)


def test_the_bill_adds_up(records: Records) -> None:
    for number in range(4):
        records.remember(f"Note {number} about invoices.", source="user:t")
    block = recalled_block(records.recall("invoices"))
    assert block.tokens == CharsPerFour().count(block.text)
    assert block.frame + sum(line.tokens for line in block.lines) == block.tokens
    assert (block.counter, block.exact) == ("chars/4", False)


def test_it_stops_at_the_first_line_that_does_not_fit(records: Records) -> None:
    records.remember("invoices " * 3, source="user:t", importance=1.0)
    records.remember("invoices invoices " + "and something long " * 60, source="user:t", importance=0.9)
    records.remember("invoices short", source="user:t", importance=0.0)
    hits = records.recall("invoices")
    sizes = [len(hit.record.content) for hit in hits]
    cap = 120
    block = recalled_block(hits, cap=cap)
    assert block.tokens <= cap
    first_long = next(place for place, size in enumerate(sizes) if size > 1000)
    assert [line.record for line in block.lines] == [hit.record.id for hit in hits[:first_long]]
    assert block.left_out == tuple(hit.record.id for hit in hits[first_long:])


def test_a_cap_too_small_for_any_line_leaves_the_prompt_as_it_was(records: Records) -> None:
    records.remember("Invoices are due.", source="user:t")
    block = recalled_block(records.recall("invoices"), cap=10)
    assert block.text == ""
    assert len(block.left_out) == 1
    with pytest.raises(Invalid):
        recalled_block([], cap=-1)


def test_preferences_are_always_there_and_never_twice(records: Records) -> None:
    records.remember("Answer in short sentences.", kind="preference", key="style", source="user:t")
    records.remember("Invoices are due.", source="user:t")
    block = recalled_block(records.recall("short sentences about invoices"), records.preferences())
    assert [line.always for line in block.lines] == [True, False]
    assert block.text.count("Answer in short sentences.") == 1


def test_at_most_two_preferences_the_most_important_first(records: Records) -> None:
    for number, importance in enumerate((0.2, 0.9, 0.9)):
        records.remember(
            f"Preference {number}.",
            kind="preference",
            key=f"p{number}",
            source="user:t",
            importance=importance,
        )
    assert [record.key for record in records.preferences()] == ["p2", "p1"]


def test_conflicting_values_are_introduced_with_both_sources(records: Records) -> None:
    records.remember("Invoices go to finance.", key="invoices", source="user:turn-1")
    records.remember(
        "Send every invoice to billing.", kind="procedural", key="invoices", source="user:turn-2"
    )
    block = recalled_block(records.recall("where do invoices go?"))
    intro = next(line for line in block.text.splitlines() if line.startswith("- conflict"))
    assert "user:turn-1 (2026-09-21)" in intro
    assert "user:turn-2 (2026-09-21)" in intro
    # A conflict goes in whole or not at all: one side alone would pass for the truth.
    half = recalled_block(records.recall("where do invoices go?"), cap=block.tokens - 1)
    assert half.text == ""
    assert len(half.left_out) == 2


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=80))
def test_no_text_ends_its_quotes_its_line_or_the_block(text: str) -> None:
    told = quoted(text)
    assert "\n" not in told
    assert len(told.splitlines()) == 1
    assert "<" not in told
    assert told[0] == told[-1] == '"'
    inner = told[1:-1].replace("\\\\", "")
    assert '"' not in inner.replace('\\"', "")
    assert "]" not in label(text)


def test_superseded_text_is_never_in_it(records: Records) -> None:
    records.remember("The fiscal year starts in April.", key="fiscal", source="user:t1")
    records.remember("The fiscal year starts in July.", key="fiscal", source="user:t2")
    block = recalled_block(records.recall("fiscal year April"))
    assert "July" in block.text
    assert "April" not in block.text

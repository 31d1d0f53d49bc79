"""What of a cited turn is kept: its head, without secrets and high-risk personal data."""

from __future__ import annotations

from core.gate import Citation, Proposal, Run, Turn
from core.gate.citing import KEPT, cited_words, kept_words
from core.kind import Kind

IBAN = "NO93 8601 1117 947"  # the worked example of the IBAN registry


def proposal(*cited: Citation, text: str = "Ada lives in Oslo.", run: bool = True) -> Proposal:
    made = Run("run-1", (Turn("user:t1", text),), frozenset({"agent:task"})) if run else None
    return Proposal("Ada lives in Oslo.", Kind.SEMANTIC, "user:t1", run=made, cited=cited)


def test_a_direct_call_cites_nothing() -> None:
    assert cited_words(proposal(run=False)) == ()


def test_without_a_citation_the_turn_of_the_source_is_cited() -> None:
    assert cited_words(proposal(text="I live in Oslo.")) == (("user:t1", "I live in Oslo."),)


def test_a_quote_is_kept_as_quoted_also_where_no_turn_says_it() -> None:
    found = cited_words(proposal(Citation("user:t1", "live in Oslo"), Citation("web:p", "made up")))
    assert found == (("user:t1", "live in Oslo"), ("web:p", "made up"))


def test_a_source_without_a_text_has_no_words() -> None:
    assert cited_words(proposal(Citation("agent:task"))) == (("agent:task", ""),)


def test_a_long_turn_is_cut() -> None:
    said = "The team met and talked about the plan for spring. " * 500
    assert kept_words(said) == said[:KEPT]


def test_no_value_that_may_not_be_kept_is_in_the_words() -> None:
    secret = "sk-" + "live-" + "4eC39HqLyjWDarjtT1zdp7dc"
    said = f"My password is hunter2. The key {secret} is mine, pay to {IBAN}."
    kept = kept_words(said, b"salt")
    for value in ("hunter2", secret, IBAN):
        assert value not in kept
    assert "[password · 7 · " in kept
    assert kept_words(said, b"salt") != kept_words(said, b"other")


def test_a_value_across_the_cut_shows_no_half_of_itself() -> None:
    for start in range(KEPT - 20, KEPT):
        kept = kept_words("x " * (start // 2) + f"pay to {IBAN} now")
        assert "8601" not in kept


def test_hidden_characters_stay_and_what_no_file_can_hold_is_escaped() -> None:
    assert kept_words("a\u200bb\0c\ud800") == "a\u200bb\\x00c\\ud800"


def test_many_citations_are_no_document() -> None:
    many = [Citation("user:t1", f"word {number}") for number in range(100)]
    assert len(cited_words(proposal(*many))) == 10

"""Only what changed is marked."""

from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

from app.widgets.word_diff import Run, word_diff


def test_one_word() -> None:
    found = word_diff("The year starts in April.", "The year starts in July.")
    assert found.before == (Run("The year starts in ", False), Run("April", True), Run(".", False))
    assert found.after == (Run("The year starts in ", False), Run("July", True), Run(".", False))


def test_an_address_is_one_word() -> None:
    found = word_diff("Send to finance@acme.example now", "Send all to billing@evil.example now")
    assert Run("finance@acme.example", True) in found.before
    assert Run("billing@evil.example", True) in found.after


def test_covered_contact_data_is_one_word() -> None:
    found = word_diff("ask ••••① today", "ask ••••••② today")
    assert [run.text for run in found.before if run.changed] == ["••••①"]
    assert [run.text for run in found.after if run.changed] == ["••••••②"]


def test_a_blank_between_two_changed_words_belongs_to_the_change() -> None:
    found = word_diff("keep one two keep", "keep uno dos keep")
    assert Run("one two", True) in found.before
    assert Run("uno dos", True) in found.after


def test_the_same_text_has_no_change() -> None:
    assert word_diff("a b", "a b").same
    assert word_diff("", "").same
    assert not word_diff("", "a").same


@given(st.text(max_size=200), st.text(max_size=200))
def test_both_sides_are_complete(before: str, after: str) -> None:
    found = word_diff(before, after)
    assert "".join(run.text for run in found.before) == before
    assert "".join(run.text for run in found.after) == after
    assert found.same == (before == after)


def test_long_texts_are_compared_while_typing() -> None:
    before = " ".join(f"word{number}" for number in range(20_000))
    started = time.perf_counter()
    word_diff(before, before.replace("word777 ", "other "))
    word_diff(before, before[::-1])
    assert time.perf_counter() - started < 2

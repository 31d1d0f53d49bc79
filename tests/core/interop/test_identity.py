"""Labels: one line, bounded, and different for different names."""

from __future__ import annotations

from urllib.parse import unquote

from hypothesis import given
from hypothesis import strategies as st

from core.interop.identity import MAX_LABEL, label

NAMES = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("%0A\n\u2028"))


@given(NAMES)
def test_a_label_is_one_short_line(name: str) -> None:
    made = label(name)
    assert len(made.splitlines()) <= 1
    assert len(made) <= MAX_LABEL


@given(NAMES.filter(lambda name: len(name) < 60))
def test_a_label_can_be_read_back(name: str) -> None:
    assert unquote(label(name), errors="strict") == name


def test_ordinary_names_are_left_alone() -> None:
    for name in ("Ada Lovelace", "50% club", "a#b", "søster", "日本"):
        assert label(name) == name


def test_long_names_differ_at_their_end() -> None:
    assert label("x" * 300 + "1") != label("x" * 300 + "2")

"""What draws nothing must not stay unseen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.widgets.hidden_characters import is_hidden, one_line, pieces, revealed


@pytest.mark.parametrize(
    "character",
    [
        "\u200b",  # zero-width space
        "\u202e",  # right-to-left override
        "\u2066",  # isolate
        "\U000e0041",  # tag letter
        "\ufe0f",  # variation selector
        "\U000e0101",
        "\0",
        "\x07",
        "\r",
        "\x85",
        "\u2028",
        "\u00ad",  # soft hyphen
        "\u2800",  # braille blank
        "\u3164",  # Hangul filler
        "\ud800",  # half a pair
        "\ue000",  # private use
        "\u034f",
    ],
)
def test_draws_nothing(character: str) -> None:
    assert is_hidden(character)


@pytest.mark.parametrize("character", ["a", " ", "\n", "\t", "é", "ß", "中", "م", "ा", "😀", "→", "\u0301"])
def test_is_ordinary(character: str) -> None:
    assert not is_hidden(character)


def test_pieces_name_the_code_point_and_its_place() -> None:
    found = list(pieces("pay\u200bment"))
    assert [(piece.text, piece.hidden) for piece in found] == [
        ("pay", False),
        ("U+200B", True),
        ("ment", False),
    ]
    assert (found[1].start, found[1].end) == (3, 4)


@given(st.text())
def test_pieces_cover_the_text_exactly(text: str) -> None:
    found = list(pieces(text))
    assert "".join(text[piece.start : piece.end] for piece in found) == text
    assert all(piece.text == text[piece.start : piece.end] for piece in found if not piece.hidden)
    assert not any(is_hidden(c) for piece in found for c in piece.text if not piece.hidden)


@given(st.text(max_size=400))
def test_a_cell_is_one_line_without_hidden_characters(text: str) -> None:
    line = one_line(text, 50)
    assert "\n" not in line
    assert len(line) <= 51
    assert not any(is_hidden(character) for character in line)


def test_a_label_shows_what_is_hidden_and_ends() -> None:
    assert revealed("a\u202eb\nc") == "a[U+202E]b\\nc"
    assert revealed("x" * 500, 10) == "x" * 10 + "…"


def test_a_heap_of_marks_is_cut_and_marked() -> None:
    zalgo = "a" + "\u0301" * 60 + "b"
    assert one_line(zalgo) == "a" + "\u0301" * 4 + "▯b"
    # Vietnamese decomposed, Hebrew with points and accents: two or three marks stay.
    for text in ("e\u0302\u0301", "\u05d1\u05bc\u05b0\u0591"):
        assert one_line(text) == text

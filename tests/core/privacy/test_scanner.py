"""The search for many byte strings, compared with asking for them one by one."""

from __future__ import annotations

import base64
import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.privacy.needles import Needles, candidates, variants
from core.privacy.scanner import Scanner

_FEW = st.binary(min_size=8, max_size=40) | st.text("ab", min_size=8, max_size=30).map(str.encode)


@given(st.lists(_FEW, max_size=12, unique=True), st.lists(_FEW | st.binary(max_size=60), max_size=12))
def test_it_finds_exactly_what_is_there(patterns: list[bytes], parts: list[bytes]) -> None:
    data = b"".join(parts)
    scanner = Scanner(patterns)
    scanner.look(data)
    assert scanner.found.tolist() == [pattern in data for pattern in patterns]


@given(st.lists(_FEW, min_size=1, max_size=8, unique=True), st.data())
def test_chunks_hide_nothing(patterns: list[bytes], data: st.DataObject) -> None:
    whole = data.draw(st.binary(max_size=40)) + b"".join(patterns) + data.draw(st.binary(max_size=40))
    size = data.draw(st.integers(1, 60))
    scanner = Scanner(patterns)
    scanner.stream(whole[start : start + size] for start in range(0, len(whole), size))
    assert scanner.found.all()
    assert scanner.scanned == len(whole)


@given(st.lists(_FEW, min_size=1, max_size=8, unique=True))
def test_two_texts_are_not_read_as_one(patterns: list[bytes]) -> None:
    scanner = Scanner(patterns)
    scanner.pieces(iter([pattern[:-1] for pattern in patterns] + [pattern[-1:] for pattern in patterns]))
    joined = b"\x00".join([p[:-1] for p in patterns] + [p[-1:] for p in patterns])
    assert scanner.found.tolist() == [pattern in joined for pattern in patterns]


def test_beginning_anew() -> None:
    scanner = Scanner([b"eight by", b"tes long"])
    scanner.look(b"..eight by..")
    scanner.forget_found()
    scanner.look(b"..tes long..")
    assert scanner.found.tolist() == [False, True]


def test_short_patterns_are_refused() -> None:
    """Seven bytes are met by chance somewhere in a gigabyte (guide/privacy.md 7.4)."""
    with pytest.raises(ValueError, match="eight"):
        Scanner([b"seven b"])


WORD = "Jürgen-Müller-Straße"
WRITTEN = {
    "as it is": WORD.encode(),
    "composed": unicodedata.normalize("NFC", WORD).encode(),
    "decomposed": unicodedata.normalize("NFD", WORD).encode(),
    "lower": WORD.lower().encode(),
    "upper": WORD.upper().encode(),
    "json": json.dumps({"k": WORD}).encode(),
    "utf-16": WORD.encode("utf-16-le"),
    "utf-16 the other way": WORD.encode("utf-16-be"),
    "base64, first phase": base64.b64encode(WORD.encode()),
    "base64, second phase": base64.b64encode(b"x" + WORD.encode() + b"yz"),
    "base64, third phase": base64.b64encode(b"xy" + WORD.encode() + b"z"),
}


@pytest.mark.parametrize("how", WRITTEN)
def test_every_spelling_of_the_guide_is_found(how: str) -> None:
    """guide/privacy.md 5.5: what a search for UTF-8 alone misses."""
    needles = Needles.of([WORD])
    scanner = Scanner(needles.patterns)
    scanner.look(b"\x00\x01" + WRITTEN[how] + b"\xff")
    assert needles.met(scanner.found.tolist()) == 1


def test_other_words_are_not() -> None:
    needles = Needles.of([WORD])
    scanner = Scanner(needles.patterns)
    scanner.look(b"Jurgen-Muller-Strasse Hans-Meier-Allee " * 9)
    assert needles.met(scanner.found.tolist()) == 0


@given(st.text(min_size=8, max_size=30))
def test_no_spelling_is_short(word: str) -> None:
    try:
        word.encode()
    except UnicodeEncodeError:
        return
    assert all(len(pattern) >= 8 for pattern in variants(word))


def test_what_others_have_too_is_dropped() -> None:
    needles = Needles.of(["quillfeather", "semantic"])
    shared = [b"semantic" in pattern.lower() for pattern in needles.patterns]
    assert needles.without(shared).count == 1


def test_a_sample_where_there_are_too_many() -> None:
    texts = [f"word{number}word and more".encode() for number in range(5_000)]
    kept = candidates(texts, (), most=400)
    assert 200 <= len(kept) <= 400
    assert all(str(each)[:4] in "".join(t.decode() for t in texts) for each in kept[:20])

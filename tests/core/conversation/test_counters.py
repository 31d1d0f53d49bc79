"""Token counters against the reference values of guide/conversation.md, appendix."""

from __future__ import annotations

import pytest

from core.errors import Invalid
from core.memory.tokens import Pieces, counter_named

# Estimates at ratio 1; the exact o200k counts beside them differ where an estimate does.
REFERENCE = [
    ("", 0),
    ("a", 1),
    ("Hello, world!", 4),
    ("The quick brown fox jumps over the lazy dog.", 10),
    ("Alice's fiscal year starts in April, so please move the budget review to the first week of May.", 21),
    ('{"flight": "SK4712", "from": "HEL", "to": "OSL", "price_eur": 412, "refundable": false}', 34),
    ("def total(rows):\n    return sum(r.price * r.count for r in rows if r.open)\n", 20),
    ("2026-11-30T18:42:07Z INFO store.commit scope=acme/alice rows=3 took=4.2ms", 30),
    ("9fceb02d0ae598e95dc970b74767f19372d61af8", 22),
    ("camelCaseIdentifier = SOME_CONSTANT + someOther.field_name", 14),
    (
        "Die Rechnung wurde am Freitag bezahlt und der Vertrag verlängert sich automatisch um ein weiteres Jahr.",
        23,
    ),
    ("明日の会議は午後三時に変更されました。", 16),
    ("请把会议改到下周二下午三点。", 12),
    ("회의는 내일 오후 세 시로 변경되었습니다.", 15),
    ("Встреча перенесена на завтра в три часа.", 12),
    ("Great news 🎉🚀 see you tomorrow 👍🏽", 13),
    ("1234567890 3.14159 100,000", 13),
    ("    \n\n\t\n", 1),
    ("====================", 3),
    ("https://example.org/path/to/page?id=42&lang=en", 16),
]


@pytest.mark.parametrize(("text", "tokens"), REFERENCE)
def test_pieces_gives_the_reference_estimates(text: str, tokens: int) -> None:
    assert Pieces()(text) == tokens


def test_hostile_lengths_are_estimated_as_measured() -> None:
    # Guide 2.2, hostile lengths.
    assert Pieces()("a" * 20_000) == pytest.approx(3_000, rel=0.01)
    assert Pieces()("会" * 20_000) == pytest.approx(16_800, rel=0.01)
    assert Pieces()("=" * 20_000) == pytest.approx(836, rel=0.01)
    assert Pieces()("🎉" * 5_000) == pytest.approx(10_000, rel=0.01)


def test_a_ratio_scales_and_is_named() -> None:
    counter = Pieces(1.5)

    assert counter("Hello, world!") == 6
    assert counter("") == 0
    assert counter.name == "pieces×1.50"


@pytest.mark.parametrize("name", ["", "tiktoken", "chars/0", "chars/x", "chars/-4", "pieces/4"])
def test_an_unknown_counter_is_told_from_a_known_one(name: str) -> None:
    with pytest.raises(Invalid):
        counter_named(name)

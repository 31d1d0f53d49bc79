"""Contact data is covered until a person asks for it, and the journal knows who asked (guide/gate.md 7)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import Store
from core.errors import NotFound, ReadOnly
from core.gate import Cover, covered
from core.memory.records import Records
from core.review import Review
from tests.core.hands import ALICE, CAROL
from tests.core.review.conftest import journal

MAIL = "ann.smith@corp-mail.org"
PHONE = "+1 415 555 2671"


def test_what_is_covered_keeps_its_length_and_the_rest() -> None:
    text = f"Write to {MAIL} or call {PHONE}; ask for Ann."
    found = covered(text)
    assert found.text == f"Write to {'•' * len(MAIL)} or call {'•' * len(PHONE)}; ask for Ann."
    assert [(text[start:end], kind) for start, end, kind in found.places] == [
        (MAIL, "mail"),
        (PHONE, "phone"),
    ]


@given(st.text(max_size=60), st.text(max_size=60))
def test_covering_moves_nothing(before: str, after: str) -> None:
    text = f"{before} call {MAIL} {after}"
    found = covered(text)
    assert len(found.text) == len(text)
    assert MAIL not in found.text
    assert all(shown in (original, "•") for shown, original in zip(found.text, text, strict=True))


@pytest.mark.parametrize("padding", [0, 15_990, 16_000, 31_000, 100_000])
def test_a_long_text_is_covered_to_its_end(padding: int) -> None:
    assert MAIL not in covered("lorem ipsum " * (padding // 12) + MAIL).text


def test_an_address_in_another_script_is_covered_too() -> None:
    """Full-width letters read as plain ones; guide/gate.md 5, step 0."""
    assert covered("mail ann@corp‐mail.org, ann@corpmail.org").text.count("•") >= len("ann@corpmail.org")


def test_revealing_is_journaled_with_the_reason(store: Store, review: Review, alice: Records) -> None:
    held = alice.remember(f"Alice can be reached at {MAIL}.", source="user:turn-1").held
    assert held is not None
    shown = review.reveal(ALICE, held.id, reason="the sender asked")
    assert MAIL in shown.item.shown
    assert journal(store)[-1] == ("reveal", "quarantine")
    assert store.operator("ada").audit.verify().ok
    # Looking changes nothing that a decision names.
    assert shown.item.version == held.version


def test_nothing_is_revealed_that_is_not_there(store: Store, review: Review, alice: Records) -> None:
    held = alice.remember(f"Alice can be reached at {MAIL}.", source="user:turn-1").held
    assert held is not None
    before = journal(store)
    for scope, id_ in ((CAROL, held.id), (ALICE, 99)):
        with pytest.raises(NotFound):
            review.reveal(scope, id_)
    assert [row for row in journal(store) if row[0] == "reveal"] == []
    assert journal(store)[: len(before)] == before


def test_what_cannot_be_journaled_is_not_revealed(store: Store, alice: Records) -> None:
    held = alice.remember(f"Alice can be reached at {MAIL}.", source="user:turn-1").held
    assert held is not None
    store.close()
    with Store.open(store.path, "read-only") as looking, pytest.raises(ReadOnly):
        looking.operator("ada").review.reveal(ALICE, held.id)


def test_an_agent_cannot_reveal(store: Store) -> None:
    partition = store.partition(ALICE)
    names = {name for name in dir(partition) if not name.startswith("_")}
    inner = {inner for name in names for inner in dir(getattr(partition, name)) if not inner.startswith("_")}
    assert "reveal" not in names | inner
    assert not {name for name in names | inner if "reveal" in name}


def test_a_value_is_covered_wherever_it_stands_beside_another() -> None:
    """Seven digits are a phone number where somebody calls it one, and the same digits elsewhere."""
    call, bare = "Call her at 555 2671.", "ref 555 2671"
    assert Cover((bare,)).over(bare).text == bare
    assert Cover((call, bare)).over(bare).text == "ref ••••••••"


def test_different_values_stay_different() -> None:
    texts = (f"Ask {MAIL} first.", f"Ask {MAIL.replace('ann', 'eva')} first.")
    cover = Cover(texts, numbered=True)
    one, other = (cover.over(text).text for text in texts)
    assert one != other
    assert cover.over(texts[0]).text == one
    assert len(one) == len(texts[0])
    assert Cover(texts[:1], numbered=True).over(texts[0]).text == f"Ask {'•' * len(MAIL)} first."

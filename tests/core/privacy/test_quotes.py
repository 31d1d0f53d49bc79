"""What others' records say about a person who is erased: shown one by one, redacted or kept (guide 3.2)."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import Scope, Store
from core.errors import Conflict, Invalid, NotFound, OnHold, ReadOnly, Restricted
from core.privacy import KeptBecause, Limit, Privacy, Quote, ReceiptState
from tests.core.hands import ALICE, CAROL
from tests.core.planting import plant
from tests.core.privacy.people import BOB, MARKER, bytes_with, everything, number_of

SENTENCE = f"Alice keeps {MARKER} in the attic now."


@pytest.fixture
def quoting(told: Store) -> Store:
    """Carol's records repeat a sentence of Alice's; Bob's name her, also in a message and in history."""
    carol = told.partition(CAROL).records
    carol.remember(f"Heard today: {SENTENCE}", source="user:t1")
    bob = told.partition(BOB).records
    bob.remember("Alice likes the harbour.", key="friend", source="user:t2")
    bob.remember("alice moved away from the harbour.", key="friend", source="user:t3")
    bob.remember("Malice is no name.", source="user:t4")
    return told


def texts(quotes: tuple[Quote, ...]) -> dict[str, str]:
    return {quote.copy.text: quote.redacted for quote in quotes}


def test_they_are_shown_for_one_other_person_and_that_is_journaled(quoting: Store, privacy: Privacy) -> None:
    before = quoting.operator("ada").audit.count()
    shown = privacy.quotes(ALICE, BOB)
    assert texts(shown) == {
        "Bob met Alice in Oslo.": "Bob met [redacted] in Oslo.",
        "Alice likes the harbour.": "[redacted] likes the harbour.",
        "alice moved away from the harbour.": "[redacted] moved away from the harbour.",
    }
    assert all(quote.can_redact for quote in shown)
    journal = quoting.operator("ada").audit
    assert journal.count() == before + 1
    from core.handles.journal import JournalFilter

    (seq,) = journal.ids(JournalFilter(about=BOB, action="reveal"))
    link = journal.link(seq, BOB)
    assert link is not None
    entry = link.entry
    assert (entry.action, entry.object_kind, entry.count, entry.code) == ("reveal", "scope", 3, "quotes")


def test_a_sentence_that_is_repeated_is_found_without_the_name(quoting: Store, privacy: Privacy) -> None:
    assert texts(privacy.quotes(ALICE, CAROL)) == {f"Heard today: {SENTENCE}": "Heard today: [redacted]"}


def test_what_is_redacted_is_gone_from_rows_search_and_bytes(
    quoting: Store, privacy: Privacy, path: Path
) -> None:
    shown = (*privacy.quotes(ALICE, BOB), *privacy.quotes(ALICE, CAROL))
    receipt = privacy.erase(ALICE, reason="request", redact=shown)
    assert receipt.state is ReceiptState.VERIFIED
    assert receipt.body["mentions"] == {"people": 2, "rows": 4, "redacted": 4}
    assert Limit.MENTIONS_KEPT not in receipt.limits
    bob = quoting.partition(BOB).records
    friend = bob.get("friend")
    assert friend is not None
    assert friend.content == "[redacted] moved away from the harbour."
    assert [each.content for each in bob.history("friend")] == [
        "[redacted] likes the harbour.",
        "[redacted] moved away from the harbour.",
    ]
    assert "Bob met [redacted] in Oslo." in [each.record.content for each in bob.recall("Oslo", k=3)]
    terms = plant(path, f"SELECT terms FROM postings WHERE scope = {number_of(quoting, BOB)}")
    assert not any("alice" in row[0].replace("malice", "") for row in terms)
    # What nobody says any more was searched for, although Carol said it before.
    quoting.close()
    assert sum(bytes_with(path, MARKER).values()) == 0


def test_the_same_text_can_be_learned_again(quoting: Store, privacy: Privacy) -> None:
    """The digest follows the text: the old words are no near-duplicate of what stands there now."""
    privacy.erase(ALICE, reason="request", redact=privacy.quotes(ALICE, BOB), suppress_days=0)
    bob = quoting.partition(BOB).records
    again = bob.remember("Bob met [redacted] in Oslo.", source="user:t9")
    assert again.outcome == "refreshed"


def test_what_is_kept_is_told_with_its_reason_and_not_changed(
    quoting: Store, privacy: Privacy, path: Path
) -> None:
    others = everything(path, but=ALICE)
    receipt = privacy.erase(ALICE, reason="request", mentions_kept_because=KeptBecause.THEIRS)
    assert receipt.body["mentions"] == {"people": 2, "rows": 4, "redacted": 0, "kept_because": "theirs"}
    assert Limit.MENTIONS_KEPT in receipt.limits
    assert everything(path) == others


def test_some_are_redacted_and_the_rest_is_counted(quoting: Store, privacy: Privacy) -> None:
    first = next(quote for quote in privacy.quotes(ALICE, BOB) if "Oslo" in quote.copy.text)
    receipt = privacy.erase(ALICE, reason="request", redact=[first], mentions_kept_because="needed")
    assert receipt.body["mentions"] == {"people": 2, "rows": 4, "redacted": 1, "kept_because": "needed"}
    assert receipt.check("others_unchanged").ok is True  # type: ignore[union-attr]


def test_a_text_that_changed_since_stops_everything(quoting: Store, privacy: Privacy, path: Path) -> None:
    shown = privacy.quotes(ALICE, BOB)
    current = quoting.partition(BOB).records.get("friend")
    assert current is not None
    quoting.operator("ada").records(BOB).forget_id(current.id, source="operator:ada")
    before = everything(path)
    with pytest.raises(Conflict):
        privacy.erase(ALICE, reason="request", redact=shown)
    assert everything(path) == before
    assert privacy.pending() == () or all(each.what == "forget" for each in privacy.pending())


@pytest.mark.parametrize(("limit", "error"), [("restrict", Restricted), ("put_on_hold", OnHold)])
def test_what_is_to_stay_as_it_is_stops_it(
    quoting: Store, privacy: Privacy, path: Path, limit: str, error: type[Exception]
) -> None:
    shown = privacy.quotes(ALICE, BOB)
    getattr(privacy, limit)(BOB, "a claim")
    before = everything(path)
    with pytest.raises(error):
        privacy.erase(ALICE, reason="request", redact=shown)
    assert everything(path) == before


def test_names_of_things_are_listed_and_not_rewritten(told: Store, privacy: Privacy) -> None:
    told.partition(CAROL).records.remember("Prefers tea.", key="alice.tea", source="user:t1")
    (quote,) = privacy.quotes(ALICE, CAROL)
    assert (quote.copy.column, quote.can_redact) == ("key", False)
    with pytest.raises(Conflict):
        privacy.erase(ALICE, reason="request", redact=[quote])


def test_somebody_who_is_not_there_and_a_file_that_cannot_say_it_was_read(
    told: Store, privacy: Privacy, path: Path
) -> None:
    with pytest.raises(NotFound):
        privacy.quotes(ALICE, Scope("acme", "nobody"))
    with pytest.raises(NotFound):
        privacy.quotes(Scope("acme", "nobody"), BOB)
    with pytest.raises(Invalid):
        privacy.erase(ALICE, reason="request", mentions_kept_because="words of mine")
    told.close()
    with Store.open(path, "read-only") as store, pytest.raises(ReadOnly):
        store.operator("ada").privacy.quotes(ALICE, BOB)

"""Scores and order against the formulas computed a second way, whatever the index went through."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.kind import Kind
from core.recall import Asked, Embedder, Recall, Weights
from core.recall.signed_hashing import SignedHashing
from core.recall.static_table import StaticTable
from core.recall.topmost import top
from core.store import posting_rows
from tests.core.recall.conftest import NOW, PLAIN, Shelf
from tests.core.recall.reference import bm25, fused, with_neighbours

WORDS = ["invoice", "berlin", "orbit", "worker", "lease", "travel", "請求書", "the", "April", "100"]
texts = st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)
queries = st.lists(st.sampled_from([*WORDS, "unheard"]), min_size=1, max_size=4).map(" ".join)


@contextmanager
def _shelf(embedder: Embedder | None = None) -> Iterator[Shelf]:
    with TemporaryDirectory() as folder:
        shelf = Shelf(Path(folder) / "memory.db", embedder)
        try:
            yield shelf
        finally:
            shelf.database.close()


def _expected(live: dict[int, str], query: str, embedder: Embedder) -> dict[int, float]:
    vectors = dict(zip(live, embedder.embed(list(live.values())).tolist(), strict=True))
    question = embedder.embed([query])[0]
    cjk = "請求書" in query and not embedder.reads_cjk
    plain = [word for word in query.split() if word not in {"the", "請求書"}]
    # 請求書 counts as five terms: three characters and two pairs.
    weight = 0.0 if cjk and 5 * query.split().count("請求書") > len(plain) else embedder.weight
    return fused(bm25(live, query), vectors, question.tolist(), weight)


@settings(max_examples=40)
@given(
    st.lists(texts, min_size=1, max_size=12),
    queries,
    st.data(),
    st.sampled_from([StaticTable, SignedHashing]),
)
def test_scores_are_those_of_the_formulas(
    written: list[str], query: str, data: st.DataObject, kind: type[Embedder]
) -> None:
    with _shelf(kind()) as shelf:
        half = len(written) // 2
        ids = [*shelf.add(written[:half]), *shelf.add(written[half:])] if half else shelf.add(written)
        shelf.ask(query)  # opens the partition, so that what follows has to catch up with it
        gone = data.draw(st.sets(st.sampled_from(ids), max_size=len(ids) - 1))
        ended = {id_ for id_ in gone if id_ % 2}
        shelf.end(*ended)
        if gone - ended:
            shelf.forget(*(gone - ended))
        live = {id_: text for id_, text in zip(ids, written, strict=True) if id_ not in gone}
        answer = shelf.ask(query, k=100)
        if answer.blank:
            assert set(query.split()) <= {"the"}
            return
        expected = _expected(live, query, shelf.recall.embedder)
        assert {found.record: found.score for found in answer.found} == pytest.approx(expected, abs=2e-5)
        scores = [(-found.score, found.record) for found in answer.found]
        assert scores == sorted(scores)
        fresh = shelf.search(query, Asked(k=100, weights=PLAIN), recall=Recall(kind()))
        assert [found.record for found in fresh.found] == [found.record for found in answer.found]
        assert [found.score for found in fresh.found] == pytest.approx(
            [found.score for found in answer.found]
        )


def test_packed_or_not_the_answers_are_the_same(shelf: Shelf) -> None:
    ids = shelf.add([f"{WORDS[n % 7]} {WORDS[n % 5]} note {n}" for n in range(900)], session="s")
    before = shelf.ranked("invoice berlin note 77", k=50)
    for start in range(0, 400, 100):
        shelf.add([f"other matter {n}" for n in range(start, start + 100)])
    with shelf.database.read() as connection:
        assert posting_rows.standing(connection, shelf.scope).packed > 1000
    shelf.end(*ids[100:300])
    warm = shelf.ranked("invoice berlin note 77", k=50)
    cold = [(found.record, found.score) for found in _cold(shelf, "invoice berlin note 77", 50)]
    assert dict(warm) == pytest.approx(dict(cold), abs=1e-6)
    assert [id_ for id_, _ in warm] == [id_ for id_, _ in cold]
    assert warm[0][0] == before[0][0]
    assert not {id_ for id_, _ in warm} & set(ids[100:300])


def _cold(shelf: Shelf, query: str, k: int) -> list:
    return shelf.search(query, Asked(k=k, weights=PLAIN), recall=Recall(shelf.recall.embedder)).found


@given(st.lists(st.tuples(texts, st.sampled_from("ab")), min_size=2, max_size=10), queries)
@settings(max_examples=20)
def test_episodes_lift_their_neighbours(written: list[tuple[str, str]], query: str) -> None:
    with _shelf() as shelf:
        for text, session in written:
            shelf.add([text], kind="episodic", session=session)
        answer = shelf.ask(query, k=100)
        if answer.blank:
            return
        live = {number: text for number, (text, _) in enumerate(written, 1)}
        base = _expected(live, query, shelf.recall.embedder)
        expected = {}
        for session in "ab":
            members = [number for number, (_, own) in enumerate(written, 1) if own == session]
            lifted = with_neighbours([base[number] for number in members], [session] * len(members))
            expected.update(zip(members, lifted, strict=True))
        assert {found.record: found.score for found in answer.found} == pytest.approx(expected, abs=2e-5)


def test_parts_add_up_and_priors_count(shelf: Shelf) -> None:
    day = 86_400_000_000
    shelf.add(["orbit worker"], at=NOW - 30 * day, importance=1.0, trust=4)
    shelf.add(["orbit worker"], at=NOW, importance=0.0, trust=0)
    weights = Weights(recency=0.05, importance=0.03, trust=0.02)
    old, new = sorted(shelf.ask("orbit", weights=weights).found, key=lambda found: found.record)
    for found in (old, new):
        assert found.score == pytest.approx(sum(part.value * part.weight for _, part in found.parts))
        assert found.matched == ("orbit",)
        assert found.fit == pytest.approx(1.0)
    assert old.parts.recency.value == pytest.approx(0.5)
    assert (old.parts.recency.raw, new.parts.recency.raw) == (30, 0)
    assert new.parts.recency.value == 1
    assert old.score - new.score == pytest.approx(-0.025 + 0.03 + 0.02, abs=1e-6)


def test_equal_scores_stand_in_order_of_ids(shelf: Shelf) -> None:
    ids = shelf.add(["lease"] * 30)
    assert [id_ for id_, _ in shelf.ranked("lease", k=7)] == ids[:7]


def test_the_first_question_after_a_write_and_the_next_give_the_same_bits(shelf: Shelf) -> None:
    """What is worked out in advance for the second question must not change a score."""
    shelf.add([f"{WORDS[n % 7]} {WORDS[n % 5]} lease note {n % 60}" for n in range(1_200)])
    for loose in ([], ["orbit lease", "berlin note 3"]):
        shelf.add([*loose, "worker lease lease"])
        first = shelf.ranked("invoice lease note 3", k=2_000)
        assert shelf.ranked("invoice lease note 3", k=2_000) == first
        assert shelf.ranked("invoice lease note 3", k=2_000) == first


def test_statistics_are_of_the_own_scope_only(shelf: Shelf) -> None:
    shelf.add(["rare lease", "orbit worker"])
    alone = shelf.ranked("rare lease")
    own, shelf.scope = shelf.scope, shelf.admit("carol")
    shelf.next_id = 1
    shelf.add(["rare"] * 50)
    assert [len(shelf.ask("rare", k=99).found), shelf.ask("orbit").candidates] == [50, 50]
    shelf.scope = own
    assert shelf.ranked("rare lease") == alone
    assert (
        shelf.search("rare lease", Asked(weights=PLAIN), recall=Recall()).found
        == shelf.ask("rare lease").found
    )


def test_an_expired_record_neither_answers_nor_counts(shelf: Shelf) -> None:
    shelf.add(["lease one", "orbit two"])
    shelf.add(["lease three"], expires_at=NOW + 10)
    asked = Asked(weights=PLAIN)
    assert len(shelf.search("lease", asked).found) == 3
    later = shelf.search("lease", asked, now=NOW + 10).found
    assert [found.record for found in later] == [1, 2]
    assert later[0].parts.words.raw == pytest.approx(bm25({1: "lease one", 2: "orbit two"}, "lease")[1])
    assert len(shelf.search("lease", asked).found) == 3
    with shelf.database.write() as tx:
        shelf.recall.amend(tx, shelf.scope, 3, None, 0)
    assert len(shelf.search("lease", asked, now=NOW + 10).found) == 3


def test_the_threshold_looks_at_the_fit(shelf: Shelf) -> None:
    shelf.add(["orbit worker lease", "berlin travel", "orbit"])
    found = {each.record: each.fit for each in shelf.ask("orbit worker").found}
    assert found[1] == 1.0
    for threshold in (*found.values(), 0.99):
        kept = {each.record for each in shelf.ask("orbit worker", min_score=threshold).found}
        assert kept == {id_ for id_, fit in found.items() if fit >= threshold}


def test_only_the_kinds_asked_for_are_compared(shelf: Shelf) -> None:
    shelf.add(["lease"], kind="semantic")
    shelf.add(["lease lease"], kind="preference")
    answer = shelf.ask("lease", kinds=frozenset({Kind.PREFERENCE}))
    assert [found.record for found in answer.found] == [2]
    assert answer.candidates == 1


@pytest.mark.parametrize("query", ["", "  ", "what is it", "🎉", "\x00", "-- ;'"])
def test_a_question_without_a_word_finds_nothing(shelf: Shelf, query: str) -> None:
    shelf.add(["lease"])
    answer = shelf.ask(query)
    assert answer.blank
    assert answer.found == []


def test_a_question_of_a_megabyte_is_read_in_part_and_says_so(shelf: Shelf) -> None:
    shelf.add(["lease", "orbit"])
    answer = shelf.ask("orbit " + "x" * 1_000_000)
    assert answer.cut
    assert answer.found[0].record == 2


def test_an_empty_scope_answers_nothing(shelf: Shelf) -> None:
    assert shelf.ask("lease").found == []
    shelf.forget(*shelf.add(["lease"]))
    assert shelf.ask("lease").found == []


@pytest.mark.parametrize(("k", "count"), [(0, 0), (1, 1), (10**12, 3)])
def test_k(shelf: Shelf, k: int, count: int) -> None:
    shelf.add(["lease"] * 3)
    assert len(shelf.ask("lease", k=k).found) == count


def test_cjk_is_found_by_its_characters(shelf: Shelf) -> None:
    shelf.add(["昨日の請求書は遅れた", "会議は木曜日", "invoice"])
    answer = shelf.ask("請求書")
    assert answer.found[0].record == 1
    assert answer.found[0].parts.meaning.weight == 0


def test_nearest_gives_cosines(shelf: Shelf) -> None:
    shelf.add(["The limit is 100 per minute.", "Carol likes tea."])
    with shelf.database.read() as connection:
        first, second = shelf.recall.nearest(connection, shelf.scope, "The limit is 500 per minute.", NOW)
    assert first == (
        1,
        pytest.approx(shelf.recall.likeness("The limit is 100 per minute.", "The limit is 500 per minute.")),
    )
    assert second[0] == 2


@given(st.lists(st.integers(-4, 4), max_size=60), st.integers(0, 12), st.integers(1, 30), st.booleans())
def test_the_highest_in_order(few: list[int], k: int, times: int, masked: bool) -> None:
    values = few * times
    scores = np.array(values, np.float32)
    mask = scores % 2 == 0 if masked else None
    wanted = [place for place in range(len(values)) if mask is None or mask[place]]
    expected = sorted(wanted, key=lambda place: (-values[place], place))[:k]
    assert top(scores, mask, k).tolist() == expected

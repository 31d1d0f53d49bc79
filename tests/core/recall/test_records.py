"""Recall as an agent's process and an operator reach it: the worked examples of specification 5."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from core import Invalid, Scope, Store, WriteOutcome
from core.errors import NotFound, WrongEmbedder
from core.memory.records import Fate, OperatorRecords, Records
from core.recall import Weights
from core.recall.signed_hashing import SignedHashing

ALICE, CAROL = Scope("acme", "alice"), Scope("globex", "carol")
FACT = "Alice's fiscal year starts in April."
EPISODE = "On 2026-09-18 Alice rejected the vendor Globex over late invoices."
PROCEDURE = "To reconcile invoices, match each vendor invoice to its payment, then list mismatches."


class _Clock:
    def __init__(self) -> None:
        self.now = 1_790_000_000_000_000

    def __call__(self) -> int:
        self.now += 1_000
        return self.now

    def at(self, seconds: float) -> datetime:
        return datetime.fromtimestamp(self.now / 1e6, UTC) + timedelta(seconds=seconds)


@pytest.fixture
def clock() -> _Clock:
    return _Clock()


@pytest.fixture
def store(tmp_path: Path, clock: _Clock) -> Iterator[Store]:
    with Store.open(tmp_path / "memory.db", clock=clock) as store:
        yield store


@pytest.fixture
def alice(store: Store) -> Records:
    records = store.partition(ALICE).records
    records.remember(FACT, key="fiscal_year_start", source="user:turn-3", session="s1")
    records.remember(EPISODE, kind="episodic", source="user:turn-4", session="s1")
    records.remember(PROCEDURE, kind="procedural", key="reconcile", source="user:turn-5")
    return records


@pytest.fixture
def ada(store: Store, alice: Records) -> OperatorRecords:
    return store.operator("ada").records(ALICE)


def _texts(records: Records, query: str, **asked: object) -> list[str]:
    return [hit.record.content for hit in records.recall(query, **asked)]


# guide/recall.md 6: BM25, cosine and both fused, of the fact, the episode and the procedure
@pytest.mark.parametrize(
    ("query", "first", "words", "cosines", "fused"),
    [
        ("what happened with Globex?", EPISODE, (0, 0.950, 0), (0.105, 0.520, 0.140), (0, 1, 0.034)),
        ("how do I reconcile invoices?", PROCEDURE, (0, 0.455, 1.552), (0.076, 0.366, 0.806), (0, 0.335, 1)),
        ("when does the fiscal year start?", FACT, (3.150, 0, 0), (0.779, 0.312, 0.107), (1, 0.122, 0)),
    ],
)
def test_the_worked_example(
    alice: Records, query: str, first: str, words: tuple, cosines: tuple, fused: tuple
) -> None:
    hits = alice.recall(query)
    assert hits[0].record.content == first
    by_id = {hit.record.id: hit.parts for hit in hits}
    for place, text in enumerate((FACT, EPISODE, PROCEDURE)):
        parts = by_id[place + 1]
        assert parts.words.raw == pytest.approx(words[place], abs=5e-4), text
        assert parts.meaning.raw == pytest.approx(cosines[place], abs=5e-4), text
        assert parts.words.points + parts.meaning.points == pytest.approx(fused[place], abs=5e-4), text
    assert all(hit.score == pytest.approx(hit.parts.score) for hit in hits)
    assert hits.candidates == 3
    assert hits.seconds > 0


def test_hashing_fails_both_questions(tmp_path: Path) -> None:
    """Specification 5: 0/0/.183 for the first, .365/.158/.283 for the second."""
    recall = SignedHashing()
    vectors = recall.embed([FACT, EPISODE, PROCEDURE])
    first, second = recall.embed(["what happened with Globex?", "how do I reconcile invoices?"])
    assert (vectors @ first).tolist() == pytest.approx([0, 0, 0.183], abs=6e-4)
    assert (vectors @ second).tolist() == pytest.approx([0.365, 0.158, 0.283], abs=6e-4)


def test_exact_tokens_win(store: Store) -> None:
    records = store.partition(ALICE).records
    for text in (
        "Revenue in Q4 2025 was 4.1 million.",
        "Revenue in Q3 2025 was 3.9 million.",
        "Revenue in Q2 2025 was 3.7 million.",
        "The port was taken: EADDRINUSE on start.",
        "The address was refused: ECONNREFUSED on start.",
        "Login amitk123 belongs to Amit.",
        "Login amitk124 belongs to Amit Kumar.",
    ):
        records.remember(text, kind="episodic", source="user:turn-1")
    assert "Q3" in _texts(records, "Revenue in Q3 2025")[0]
    assert "EADDRINUSE" in _texts(records, "EADDRINUSE")[0]
    assert "amitk123" in _texts(records, "who is amitk123?")[0]


def test_the_lease_note_comes_before_the_cron_note(store: Store) -> None:
    records = store.partition(ALICE).records
    lease = "Orbit 2.8 #4: a long job ran twice because its lease expired mid-run (ORB-1101)."
    for text in ("#59: a cron job ran twice on a DST night.", lease):
        records.remember(text, kind="episodic", source="user:turn-1")
    query = "Same job runs on two workers at once (video transcode)"
    assert _texts(records, query)[0] == lease


def test_only_the_current_value_is_recalled(alice: Records) -> None:
    july = "Alice's fiscal year starts in July."
    alice.remember(july, key="fiscal_year_start", source="user:turn-9")
    assert july in _texts(alice, "fiscal year")
    assert FACT not in _texts(alice, "fiscal year", k=99)
    told = alice.explain(1, "fiscal year")
    assert (told.fate, told.record.superseded_by, told.scored) == (Fate.SUPERSEDED, 4, None)


def test_nobody_recalls_another_scope(store: Store) -> None:
    secret = "Acme plans to acquire Initech in Q4."
    store.partition(ALICE).records.remember(secret, source="user:turn-1")
    carol = store.partition(CAROL).records
    carol.remember("Globex prefers invoices in euros.", source="user:turn-1")
    found = _texts(carol, secret + " tenant_id=acme OR 1=1")
    assert found == ["Globex prefers invoices in euros."]
    assert _texts(store.partition(Scope("globex", "dave")).records, secret) == []


def test_why_not(alice: Records, ada: OperatorRecords, clock: _Clock) -> None:
    query = "when does the fiscal year start?"
    assert alice.explain(1, query, k=1).fate is Fate.RECALLED
    below = alice.explain(2, query, k=1)
    assert (below.fate, below.rank) == (Fate.BELOW_K, 2)
    assert alice.explain(2, query, kinds=["fact"]).fate is Fate.WRONG_KIND
    assert alice.explain(2, query, min_score=0.5).fate is Fate.BELOW_THRESHOLD
    assert alice.explain(1, query, shown=[2, 3]).fate is Fate.OVER_BUDGET
    assert alice.explain(1, "what is it").fate is Fate.BLANK_QUESTION
    ada.set_expiry(1, clock.at(-1))
    assert alice.explain(1, query).fate is Fate.EXPIRED
    assert FACT not in _texts(alice, query)
    ada.set_expiry(1, None)
    assert _texts(alice, query)[0] == FACT
    withdrawn = alice.remember("A stray remark about tea.", source="user:turn-7")
    ada.undo(withdrawn.change.undo)
    assert alice.explain(withdrawn.record.id, "tea").fate is Fate.WITHDRAWN
    with pytest.raises(NotFound):
        alice.explain(99, query)


def test_the_rank_is_the_place_among_the_hits(alice: Records) -> None:
    for place, hit in enumerate(alice.recall("vendor invoices payment"), 1):
        told = alice.explain(hit.record.id, "vendor invoices payment")
        assert (told.rank, told.scored.score) == (place, pytest.approx(hit.score))


def test_below_the_threshold_nothing_is_better_than_the_least_bad(alice: Records) -> None:
    assert alice.recall("quantum chromodynamics lattice", min_score=0.4) == []
    assert alice.recall("quantum chromodynamics lattice") != []


def test_acts_at_the_desk_are_followed(alice: Records, ada: OperatorRecords) -> None:
    query = "fiscal year"
    corrected = ada.correct(1, "Alice's fiscal year starts in May.")
    assert "May" in _texts(alice, query)[0]
    ada.undo(corrected.change.undo)
    assert _texts(alice, query)[0] == FACT
    ada.roll_back(corrected.record.id)
    assert "May" in _texts(alice, query)[0]
    before = alice.recall("Globex")[0].parts.trust.raw
    ada.confirm(2)
    assert before == alice.recall("Globex")[0].parts.trust.raw == 3
    ada.forget_key("fiscal_year_start")
    assert not any("fiscal" in text for text in _texts(alice, query, k=99))


def test_approval_counts_as_the_users_word(store: Store, ada: OperatorRecords) -> None:
    records = store.partition(ALICE).records
    records.remember("The wiki says tea is at four.", source="web:wiki")
    assert records.recall("tea")[0].parts.trust.raw == 1
    ada.confirm(4)
    assert records.recall("tea")[0].parts.trust.raw == 3


def test_conflicting_values_stand_together_newest_first(store: Store) -> None:
    records = store.partition(ALICE).records
    records.remember("Deploys happen on Monday mornings.", key="deploy", source="user:turn-1")
    records.remember("Lunch is on Monday.", source="user:turn-2")
    records.remember("Deploy on Friday.", key="deploy", kind="preference", source="user:turn-3")
    hits = records.recall("when do deploys happen on Monday?")
    assert [hit.record.id for hit in hits][:2] == [3, 1]
    assert [hit.conflicts for hit in hits] == [(1,), (3,), ()]


def test_a_conflict_is_told_where_the_other_side_is_below_the_cut(store: Store) -> None:
    """Specification 5: what is contested is never told as certain."""
    alice = store.partition(ALICE)
    alice.records.remember("Deploys happen on Monday mornings.", key="deploy", source="user:turn-1")
    alice.records.remember("Ship on Friday.", key="deploy", kind="preference", source="user:turn-3")
    question = "when do deploys happen on Monday?"
    for hits in (alice.records.recall(question, k=1), alice.records.recall(question, min_score=0.7)):
        assert [(hit.record.id, hit.conflicts) for hit in hits] == [(1, (2,))]
    routed = store.operator("ada").prompting(ALICE).look_up(question, k=1, min_score=0.7)
    assert [(hit.record.id, hit.conflicts) for hit in routed.hits] == [(2, (1,)), (1, (2,))]


def test_a_value_that_was_replaced_contradicts_nobody(store: Store) -> None:
    records = store.partition(ALICE).records
    records.remember("Deploys happen on Monday.", key="deploy", source="user:turn-1")
    records.remember("Deploys happen on Tuesday.", key="deploy", source="user:turn-2")
    assert [hit.conflicts for hit in records.recall("when do deploys happen?")] == [()]


@pytest.mark.parametrize(("name", "value"), [("kinds", 5), ("weights", {"meaning": 1}), ("k", "3")])
def test_arguments_of_a_wrong_type_are_named(store: Store, name: str, value: object) -> None:
    with pytest.raises(Invalid) as raised:
        store.partition(ALICE).records.recall("tea", **{name: value})  # type: ignore[arg-type]
    assert raised.value.data["problem"] == "type"


def test_a_question_that_is_no_text_is_refused_by_the_prompt(store: Store) -> None:
    alice = store.partition(ALICE)
    alice.conversation("c").add("user", "Hello.")
    with pytest.raises(Invalid) as raised:
        alice.prompt("c", query=5)  # type: ignore[arg-type]
    assert (raised.value.data["field"], raised.value.data["problem"]) == ("query", "type")


def test_an_imported_file_is_found(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "memories"
    folder.mkdir()
    (folder / "trip.md").write_text("The visa for Japan takes nine days.\n", encoding="utf-8")
    operator = store.operator("ada")
    report = operator.import_path(ALICE, folder)
    assert "Japan" in _texts(operator.records(ALICE), "visa for Japan")[0]
    operator.records(ALICE).undo(report.change.undo)
    assert _texts(operator.records(ALICE), "visa for Japan") == []


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"k": -1}, "k"),
        ({"k": True}, "k"),
        ({"k": 2.5}, "k"),
        ({"kinds": ["gossip"]}, "kind"),
        ({"min_score": float("nan")}, "min_score"),
        ({"min_score": 1.1}, "min_score"),
        ({"min_score": "high"}, "min_score"),
    ],
)
def test_bad_arguments_are_named(alice: Records, asked: dict, field: str) -> None:
    with pytest.raises(Invalid) as refused:
        alice.recall("fiscal year", **asked)
    assert refused.value.data["field"] == field


def test_a_question_must_be_a_text_and_weights_must_be_shares(alice: Records) -> None:
    with pytest.raises(Invalid):
        alice.recall(None)
    for value in (-0.1, 1.5, float("inf"), "much", True):
        with pytest.raises(Invalid):
            Weights(meaning=value)


@pytest.mark.parametrize("query", ["", "the of and", "🎉🎉", "\ud800"])
def test_a_blank_question(alice: Records, query: str) -> None:
    hits = alice.recall(query)
    assert hits == []
    assert hits.blank


def test_mixed_scripts_and_emoji_in_a_question_do_no_harm(alice: Records) -> None:
    assert _texts(alice, "🎉 fiscal 会計年度 год year?")[0] == FACT


def test_kinds_by_name_and_alias(alice: Records) -> None:
    for kinds in (("episode",), "episodic", ["episodic", "preference"]):
        assert _texts(alice, "invoices", kinds=kinds) == [EPISODE]
    assert _texts(alice, "invoices", kinds=()) == []


def test_a_store_says_which_embedder_it_needs(tmp_path: Path, store: Store, alice: Records) -> None:
    with Store.open(store.path, embedder=SignedHashing()) as other:
        records = other.partition(ALICE).records
        with pytest.raises(WrongEmbedder):
            records.recall("fiscal year")
        stored = records.remember("Written with the wrong embedder.", source="user:turn-8")
        assert stored.outcome is WriteOutcome.STORED
        assert _texts(alice, "wrong embedder")[0] == "Written with the wrong embedder."
        assert other.operator("ada").embed_all().finished
        assert _texts(records, "fiscal year")[0] == FACT
    with pytest.raises(WrongEmbedder):
        alice.recall("fiscal year")
    assert store.operator("ada").embed_all().finished
    assert _texts(alice, "fiscal year")[0] == FACT


def test_reading_a_copy_recalls_too(store: Store, alice: Records) -> None:
    for mode in ("read-only", "copy"):
        with Store.open(store.path, mode) as reader:
            assert _texts(reader.partition(ALICE).records, "fiscal year")[0] == FACT


def test_only_a_question_loads_numpy(store: Store, alice: Records) -> None:
    program = (
        "import sys; from core import Scope, Store\n"
        f"with Store.open({str(store.path)!r}) as store:\n"
        "    records = store.partition(Scope('acme', 'alice')).records\n"
        "    records.facts(); records.judge('x', source='user:t'); records.history('fiscal_year_start')\n"
        "    records.remember('Tea is at four.', key='tea', source='user:t')\n"
        "    records.remember('Tea is at five.', key='tea', source='user:t')\n"
        "    records.forget('tea', source='user:t')\n"
        "print('numpy' in sys.modules)"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "False"


def test_a_preference_that_is_contested_is_quoted_beside_the_other_side(store: Store) -> None:
    alice = store.partition(ALICE)
    alice.records.remember("The weekly report is due on Monday.", key="report", source="user:turn-1")
    alice.records.remember(
        "Send the weekly report on Friday.", key="report", kind="preference", source="user:turn-2"
    )
    alice.conversation("c").add("user", "when is the weekly report due?")
    lines = alice.prompt("c").recalled.text.splitlines()
    place = lines.index("Conflicting notes on report, the newest first:")
    assert "on Friday" in lines[place + 1]
    assert "on Monday" in lines[place + 2]
    assert sum("weekly report" in line for line in lines) == 2

"""Documents: cut into overlapping chunks, recalled beside records, replaced and forgotten (specification 8)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import MnemoscopeError, Store
from core.errors import Cancelled, EmbedderFailure, Invalid, NotFound
from core.memory.documents import Documents, OperatorDocuments
from core.memory.documents.chunking import OVERLAP, SIZE, chunks
from core.recall.signed_hashing import SignedHashing
from tests.core.hands import ALICE, CAROL, Hand


@pytest.fixture
def documents(store: Store) -> Documents:
    return store.partition(ALICE).documents


@pytest.fixture
def desk(store: Store) -> OperatorDocuments:
    return store.operator("ada").documents(ALICE)


def words(count: int, stem: str = "word") -> str:
    return " ".join(f"{stem}{number}" for number in range(1, count + 1))


# The worked numbers of specification 8.
@pytest.mark.parametrize(
    ("count", "expected"), [(0, 0), (1, 1), (500, 1), (501, 2), (900, 2), (901, 3), (1300, 3), (1301, 4)]
)
def test_how_many_chunks(count: int, expected: int) -> None:
    assert len(chunks(words(count))) == expected


def test_where_chunks_begin_and_end() -> None:
    assert [(each.place, each.first, each.last) for each in chunks(words(901))] == [
        (1, 1, 500),
        (2, 401, 900),
        (3, 801, 901),
    ]


@given(st.integers(0, 3_000))
def test_chunks_cover_everything_and_none_lies_within_the_one_before(count: int) -> None:
    text = words(count)
    found = chunks(text)
    told = text.split()
    assert {word for each in found for word in each.text.split()} == set(told)
    for each in found:
        assert each.text.split() == told[each.first - 1 : each.last]
        assert each.last - each.first < SIZE
    for before, after in pairwise(found):
        assert after.first == before.last - OVERLAP + 1
        assert after.last > before.last


# Text with blanks between its words: up to the blocks where each character is a word.
@given(st.text(st.characters(max_codepoint=0x2FFF), max_size=300).filter(lambda text: "々" not in text))
def test_any_text_is_cut_without_losing_what_stands_between_two_words(text: str) -> None:
    found = chunks(text, size=5, overlap=2)
    assert all(each.text in text for each in found)
    assert [
        word for each in found for word in each.text.split()[0 if each.place == 1 else 2 :]
    ] == text.split()


@pytest.mark.parametrize(
    ("count", "expected"), [(500, 1), (501, 2), (900, 2), (901, 3), (1300, 3), (1301, 4)]
)
@pytest.mark.parametrize("letter", ["字", "あ", "カ"])
def test_a_text_without_blanks_is_cut_by_its_characters(letter: str, count: int, expected: int) -> None:
    # Chinese and Japanese: each character counts as a word, so the worked numbers hold for them too.
    found = chunks(letter * count)
    assert len(found) == expected
    assert found[0].text == letter * min(count, 500)
    assert found[-1].last == count


def test_a_mark_stays_with_its_character_and_latin_words_stay_words() -> None:
    found = chunks("今日は、API v2 の話。", size=4, overlap=1)
    assert [each.text for each in found] == ["今日は、API", "API v2 の話。"]


def test_a_word_without_end_is_cut() -> None:
    found = chunks("x" * 1_000_000)
    assert max(len(each.text) for each in found) <= 12_000
    assert len(found) > 80
    assert sum(len(each.text) for each in found) >= 1_000_000
    assert chunks("x" * 200)[0].last == 1
    assert chunks("x" * 201)[0].last == 2


def test_blanks_without_end_do_not_make_a_chunk_longer() -> None:
    text = words(10) + " " * 50_000 + words(10, "more")
    assert [each.text for each in chunks(text)] == [words(10), words(10, "more")]


@given(st.text("ab字カ。 ", max_size=30), st.integers(0, 60_000), st.text("ab字カ。 ", max_size=700))
def test_chunks_of_any_text_are_bounded_and_lose_nothing(begin: str, run: int, end: str) -> None:
    text = begin + "".join(f"{number:05}" for number in range(run // 5 + 1))[:run] + end
    found = chunks(text)
    at, covered = 0, 0
    for before, after in pairwise([None, *found]):
        assert after is not None
        assert len(after.text) <= 12_000
        assert after.last - after.first < SIZE
        # None lies within the one before, and together they leave only blanks out.
        assert before is None or (after.first <= before.last + 1 and after.last > before.last)
        assert before is None or after.first > before.first
    for chunk in found:
        at = text.index(chunk.text, at)
        assert not text[covered:at].strip() or at <= covered
        covered = max(covered, at + len(chunk.text))
    assert not text[covered:].strip()


def test_a_document_is_found_beside_the_records(store: Store, documents: Documents) -> None:
    alice = store.partition(ALICE)
    alice.records.remember("Alice likes tea.", source="user:t1")
    text = words(480, "filler") + " The expense policy allows trains before planes. " + words(480, "more")
    documents.add("handbook", text, title="Handbook")
    hits = documents.recall("what does the expense policy allow?")
    assert (hits[0].document.title, hits[0].chunk.document) == ("Handbook", "handbook")
    assert "expense policy" in hits[0].chunk.text
    assert hits[0].chunk.first <= 481 <= hits[0].chunk.last
    asked = alice.prompting.look_up("what does the expense policy allow?")
    assert asked.documents[0].chunk == hits[0].chunk
    assert [hit.record.content for hit in asked.hits] == ["Alice likes tea."]
    assert [hit.record.content for hit in alice.records.recall("expense policy")] == ["Alice likes tea."]


def test_documents_leave_the_scores_of_records_alone(store: Store, documents: Documents) -> None:
    records = store.partition(ALICE).records
    for text in ("Alice likes tea.", "Alice flies to Bergen.", "Bergen is rainy."):
        records.remember(text, source="user:t1")
    before = [(hit.record.id, hit.score, hit.parts) for hit in records.recall("tea in Bergen")]
    documents.add("tea", "tea Bergen " * 400)
    assert [(hit.record.id, hit.score, hit.parts) for hit in records.recall("tea in Bergen")] == before


def test_exact_words_win_among_chunks(documents: Documents) -> None:
    documents.add("q2", "Revenue in Q2 2025 was flat.")
    documents.add("q3", "Revenue in Q3 2025 rose.")
    documents.add("q4", "Revenue in Q4 2025 fell.")
    assert documents.recall("Revenue in Q3 2025")[0].document.id == "q3"


def test_below_the_threshold_nothing_is_returned(documents: Documents) -> None:
    documents.add("a", "Trains before planes.")
    assert documents.recall("xylophone zither", min_score=0.99) == []
    assert documents.recall("", k=3) == []
    assert documents.recall("trains", k=0) == []


def test_taking_in_again_replaces(
    store: Store, documents: Documents, desk: OperatorDocuments, clock: Hand, path: Path
) -> None:
    documents.add("handbook", "Old wisdom of xylophones. " * 200)
    clock.pass_(days=1)
    result = documents.add("handbook", "New rules about zithers.", title="Handbook 2")
    assert result.replaced == 2
    assert (result.document.version, result.document.chunks, result.document.added_at) == (2, 1, clock.now)
    assert [hit.chunk.text for hit in documents.recall("xylophones", k=10)] == ["New rules about zithers."]
    assert desk.counts() == (1, 1)
    store._database.empty_wal()  # noqa: SLF001
    store.close()
    assert b"xylophone" not in path.read_bytes()


def test_a_hard_delete_leaves_nothing(
    store: Store, documents: Documents, desk: OperatorDocuments, path: Path
) -> None:
    documents.add("handbook", "Wisdom of xylophones. " * 300, title="Xylobook")
    documents.add("kept", "Something else.")
    assert documents.recall("xylophones")[0].document.id == "handbook"
    change = desk.forget("handbook", reason="asked to").change
    assert change.undo is None
    assert documents.get("handbook") is None
    assert [hit.document.id for hit in documents.recall("xylophones", k=10)] == ["kept"]
    with pytest.raises(NotFound):
        desk.forget("handbook")
    with store._database.read() as connection:  # noqa: SLF001
        assert connection.execute("SELECT count(*) FROM chunk_vectors").fetchall() == [(1,)]
    store.close()
    left = b"".join(each.read_bytes() for each in path.parent.iterdir())
    for word in (b"xylophon", b"Xylobook", b"handbook"):
        assert word not in left


def test_forgetting_a_source_takes_all_of_it(documents: Documents, desk: OperatorDocuments) -> None:
    documents.add("a", "One.", source="web:site_1/a")
    documents.add("b", "Two.", source="web:site_1/b")
    documents.add("c", "Three.", source="web:sitex1/c")
    assert desk.forget_source("web:site_1").count == 2
    assert [each.id for each in documents.all()] == ["c"]
    assert [hit.document.id for hit in documents.recall("One Two Three", k=10)] == ["c"]
    assert desk.forget_source("web:site_1").count == 0
    with pytest.raises(Invalid):
        desk.forget_source("")


def test_the_operators_forget_source_for_records_takes_documents_too(
    store: Store, documents: Documents
) -> None:
    store.partition(ALICE).records.remember("It rains.", source="web:site/a")
    documents.add("a", "One.", source="web:site/a")
    desk = store.operator("ada").records(ALICE)
    assert desk.preview_forget_source("web:site").documents == 1
    gone = desk.forget_source("web:site")
    assert (gone.count, gone.documents, gone.change.kinds >= {"record", "document"}) == (1, 1, True)
    assert documents.all() == []
    documents.add("b", "Two.", source="web:other")
    assert desk.forget_source("web:other").documents == 1
    with pytest.raises(NotFound):
        desk.forget_source("web:other")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", "empty"),
        (" \n\t", "empty"),
        (b"", "empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "binary"),
        (b"\xff\xfe\x00", "binary"),
        ("a\0b", "binary"),
        ("\ud800", "not_unicode"),
        (7, "type"),
        (None, "type"),
    ],
)
def test_what_is_no_text_is_refused(documents: Documents, content: object, problem: str) -> None:
    with pytest.raises(Invalid) as raised:
        documents.add("x", content)  # type: ignore[arg-type]
    assert raised.value.data["problem"] == problem
    assert documents.all() == []


@pytest.mark.parametrize("as_bytes", [False, True])
def test_a_document_of_100_mb_is_refused_before_it_is_read(documents: Documents, as_bytes: bool) -> None:
    content = b"a " * 50_000_000
    with pytest.raises(Invalid) as raised:
        documents.add("big", content if as_bytes else content.decode())
    assert raised.value.data == {
        "field": "document", "problem": "too_long", "limit": 10_000_000, "length": 100_000_000
    }  # fmt: skip


@pytest.mark.parametrize(
    ("id_", "options", "field"),
    [
        ("", {}, "document_id"),
        ("x" * 501, {}, "document_id"),
        ("my password is hunter2", {}, "document_id"),
        ("a", {"title": " "}, "title"),
        ("a", {"source": ""}, "source"),
        ("a", {"source": "somebody"}, "source"),
        ("a\0", {}, "document_id"),
    ],
)
def test_bad_names(documents: Documents, id_: str, options: dict[str, str], field: str) -> None:
    with pytest.raises(Invalid) as raised:
        documents.add(id_, "text", **options)  # type: ignore[arg-type]
    assert raised.value.data["field"] == field


def test_utf8_bytes_are_text(documents: Documents) -> None:
    documents.add("a", "\ufeffnaïve café".encode())
    assert documents.chunks("a")[0].text == "naïve café"


def test_secrets_are_masked_and_counted(store: Store, documents: Documents, path: Path) -> None:
    text = words(450) + " my VPN password is hunter2 " + words(450)
    assert documents.add("a", text).document.masked == 1
    store.close()
    assert b"hunter2" not in path.read_bytes()


class Failing(SignedHashing):
    """A slow embedder whose server is away after so many batches."""

    instant = False

    def __init__(self, batches: int) -> None:
        self.batches = batches
        self.sizes: list[int] = []

    @property
    def name(self) -> str:
        return "failing"

    def embed(self, texts: Sequence[str]) -> object:  # type: ignore[override]
        if len(self.sizes) >= self.batches:
            raise EmbedderFailure(problem="away")
        self.sizes.append(len(texts))
        return super().embed(texts)


def test_chunks_are_embedded_in_batches(path: Path, clock: Hand) -> None:
    embedder = Failing(10)
    seen: list[tuple[int, int]] = []
    with Store.open(path, clock=clock, embedder=embedder) as store:
        documents = store.partition(ALICE).documents
        documents.add("a", words(400 * 130 + 100), progress=lambda done, total: seen.append((done, total)))
        assert documents.all()[0].chunks == 130
    assert embedder.sizes == [64, 64, 2]
    assert seen == [(64, 130), (128, 130), (130, 130)]


def test_when_the_embedder_fails_words_still_find_it(path: Path, clock: Hand) -> None:
    embedder = Failing(0)
    with Store.open(path, clock=clock, embedder=embedder) as store:
        documents = store.partition(ALICE).documents
        result = documents.add("a", "Trains before planes.")
        assert isinstance(result.without_meaning, EmbedderFailure)
        hits = documents.recall("trains")
        assert hits[0].document.id == "a"
        assert hits.without_meaning is not None
        embedder.batches = 99
        store.operator("ada").embed_all()
        hits = documents.recall("trains")
        assert hits.without_meaning is None
        assert hits[0].parts.meaning.raw > 0


def test_changing_the_embedder_takes_the_documents_along(path: Path, clock: Hand) -> None:
    with Store.open(path, clock=clock) as store:
        store.partition(ALICE).documents.add("a", "Trains before planes.")
    with Store.open(path, clock=clock, embedder=SignedHashing()) as store:
        store.operator("ada").embed_all()
        assert store.partition(ALICE).documents.recall("trains")[0].parts.meaning.raw > 0
        with store._database.read() as connection:  # noqa: SLF001
            assert connection.execute("SELECT count(*) FROM chunk_vectors").fetchall() == [(1,)]


def test_stopping_writes_nothing(documents: Documents) -> None:
    with pytest.raises(Cancelled):
        documents.add("a", "text", cancelled=lambda: True)
    assert documents.all() == []


def test_another_process_sees_what_is_new(path: Path, store: Store, documents: Documents) -> None:
    documents.add("a", "Trains before planes.")
    assert [hit.document.id for hit in documents.recall("planes", k=9)] == ["a"]
    with Store.open(path) as other:
        other.partition(ALICE).documents.add("b", "Planes after trains.")
        other.operator("eve").documents(ALICE).forget("a")
    assert [hit.document.id for hit in documents.recall("planes", k=9)] == ["b"]


def test_scopes_do_not_meet(store: Store, documents: Documents, desk: OperatorDocuments) -> None:
    documents.add("a", "Acme plans to acquire Initech in Q4.")
    others = store.partition(CAROL).documents
    assert others.recall("Initech acquire Acme", k=9) == []
    others.add("a", "Globex prefers invoices in euros.")
    hits = others.recall("Acme plans to acquire Initech in Q4. tenant_id=acme OR 1=1", k=9)
    assert [hit.chunk.text for hit in hits] == ["Globex prefers invoices in euros."]
    assert others.chunks("a")[0].text == "Globex prefers invoices in euros."
    desk.forget("a")
    assert [each.id for each in others.all()] == ["a"]
    assert store.unscoped() == []


def test_a_file_is_taken_in_under_its_name(desk: OperatorDocuments, tmp_path: Path) -> None:
    file = tmp_path / "handbook.md"
    file.write_text("Trains before planes.", encoding="utf-8")
    document = desk.add_file(file).document
    assert (document.id, document.title, document.source) == ("handbook.md", "handbook.md", "doc:handbook.md")
    file.write_text("Planes before trains.", encoding="utf-8")
    assert desk.add_file(file, id_="handbook.md").document.version == 2


def test_files_that_cannot_be_taken_in(desk: OperatorDocuments, tmp_path: Path) -> None:
    big = tmp_path / "big.txt"
    with big.open("wb") as file:
        file.truncate(100_000_000)
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\x00")
    for path, code, problem in (
        (tmp_path / "none.txt", "not_found", None),
        (tmp_path, "is_folder", None),
        (big, "invalid", "too_long"),
        (picture, "invalid", "binary"),
    ):
        with pytest.raises(MnemoscopeError) as raised:
            desk.add_file(path)
        assert (raised.value.code, raised.value.data.get("problem")) == (code, problem)
    assert desk.all() == []


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_an_encoding_that_says_so_itself_is_read(documents: Documents, encoding: str) -> None:
    documents.add("a", "Grüße aus Bergen, 旅行".encode(encoding))
    assert documents.chunks("a")[0].text == "Grüße aus Bergen, 旅行"


def test_big_endian_too(documents: Documents) -> None:
    documents.add("a", b"\xfe\xff" + "Grüße".encode("utf-16-be"))
    assert documents.chunks("a")[0].text == "Grüße"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("Grüße aus Bergen".encode("latin-1"), "not_utf8"),
        ("Grüße".encode("utf-16-le"), "binary"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "binary"),
        (b"\xff\xfea", "binary"),
    ],
)
def test_what_cannot_be_read_says_which_it_is(documents: Documents, content: bytes, problem: str) -> None:
    with pytest.raises(Invalid) as raised:
        documents.add("a", content)
    assert raised.value.data["problem"] == problem
    assert documents.all() == []

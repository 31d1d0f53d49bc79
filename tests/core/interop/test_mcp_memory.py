"""The graph file of the MCP memory server: guide/interop.md 5.6 and its sample."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import tracemalloc
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import UnknownFormat
from core.interop import Reader, Skip, detect
from core.kind import Kind
from tests.core.interop.conftest import GOOD, SAMPLES, entity, items, line, relation, skips

Graph = Callable[..., Reader]


def sha1(text: str) -> str:
    return hashlib.sha1(text.encode()).hexdigest()


def test_sample_gives_one_record_per_observation_and_relation() -> None:
    reader = detect(SAMPLES / "memory.jsonl")
    assert reader.format == "mcp-memory"
    assert [(item.key.rpartition("#")[0], item.content, item.details.tags) for item in items(reader)] == [
        ("Ada", "prefers tea", ("person",)),
        ("Ada", "moved to Bergen in 2026", ("person",)),
        ("Acme", "travel agency", ("organization",)),
        ("multi%0Aline", "unicode æøå \u2028 sep", ("note",)),
        ("Ada", "Ada works_at Acme", ("relation",)),
        ("Ada", "Ada knows Ghost", ("relation",)),  # nobody called Ghost: kept all the same
    ]
    assert skips(reader) == []
    assert reader.total() == 6


def test_an_observation_is_named_by_its_entity_and_its_hash() -> None:
    tea = items(detect(SAMPLES / "memory.jsonl"))[0]
    assert tea.external_id == f"Ada#{sha1('prefers tea')}"
    assert tea.source == f"import:mcp-memory:Ada#{sha1('prefers tea')}"
    assert tea.key == f"Ada#{sha1('prefers tea')[:12]}"
    assert tea.kind is Kind.SEMANTIC


def test_the_only_time_is_the_files_and_said_to_be_an_estimate(graph: Graph) -> None:
    reader = graph(GOOD)
    os.utime(reader.path, (1_790_000_000, 1_790_000_000))
    assert [(item.created_at, item.created_estimated) for item in items(reader)] == [
        (datetime.fromtimestamp(1_790_000_000, UTC), True)
    ]


def test_an_edited_or_moved_file_keeps_its_identity_and_adds_only_the_edits(graph: Graph) -> None:
    first = graph(line(entity("Ada", "prefers tea", "lives in Oslo")))
    before = {item.external_id: item.digest for item in items(first)}
    second = graph(line(entity("Ada", "prefers tea", "lives in Bergen")), line(relation("A", "likes", "B")))
    os.utime(second.path, (1, 1))
    after = {item.external_id: item.digest for item in items(second)}
    assert first.fingerprint == second.fingerprint
    assert len(after.keys() - before.keys()) == 2
    assert [after[name] for name in after.keys() & before.keys()] == [before[f"Ada#{sha1('prefers tea')}"]]
    copy = second.path.rename(second.path.with_name("backup.json"))
    assert detect(copy).fingerprint == first.fingerprint


def test_a_changed_tag_is_an_edit_of_the_same_item(graph: Graph) -> None:
    (person,) = items(graph(line(entity("Ada", "x", kind="person"))))
    (robot,) = items(graph(line(entity("Ada", "x", kind="robot"))))
    assert person.external_id == robot.external_id
    assert person.digest != robot.digest


@pytest.mark.parametrize(
    ("bad", "problem", "data"),
    [
        (b"{broken", "not_json", {"position": 1}),
        (b'["array"]', "not_an_object", {"type": "list"}),
        (b'"string"', "not_an_object", {"type": "str"}),
        (b"12", "not_an_object", {"type": "int"}),
        (b"null", "not_an_object", {"type": "NoneType"}),
        (b"9" * 5000, "not_json", {}),
        (b"[" * 200_000, "too_deep", {}),
        (b'{"type":"entity","name":"\xff"}', "invalid_utf8", {"position": 25}),
        (b'{"type":"entity","name":"\xed\xa0\x80"}', "invalid_utf8", {"position": 25}),
        (line({"name": "Ada"}), "missing_field", {"field": "type"}),
        (line({"type": "novelty"}), "unknown_type", {"type": "novelty"}),
        (line({"type": "my secret is 12"}), "unknown_type", {}),
        (line({"type": ["entity"]}), "unknown_type", {}),
        (line(entity("", "x")), "empty", {"field": "name"}),
        (line(entity("Ada")), "empty", {"field": "observations"}),
        (line({**entity("A"), "observations": "a"}), "wrong_type", {"field": "observations", "type": "str"}),
        (b'{"type":"entity","name":"A","entityType":"t"}', "missing_field", {"field": "observations"}),
        (line({"type": "relation", "from": "A", "to": "B"}), "missing_field", {"field": "relationType"}),
        (line(relation("A", "knows", 3)), "wrong_type", {"field": "to", "type": "int"}),
        (
            b'{"type":"relation","from":"A","relationType":"x","to":"b\\ud800"}',
            "lone_surrogate",
            {"field": "to", "position": 1},
        ),
    ],
)
def test_a_bad_line_is_named_and_the_others_are_read(
    graph: Graph, bad: bytes, problem: str, data: dict[str, object]
) -> None:
    reader = graph(GOOD, bad, line(entity("Bo", "likes coffee")), line(entity("Cy", "x")))
    assert skips(reader) == [Skip("line 2", problem, data)]
    assert [item.content for item in items(reader)] == ["prefers tea", "likes coffee", "x"]
    assert reader.total() == 4


def test_bad_observations_are_left_out_one_by_one(graph: Graph) -> None:
    observations = b'["a",1,null,{"b":2}," ","x\\udfff","c","a"]'
    reader = graph(b'{"type":"entity","name":"A","entityType":"t","observations":' + observations + b"}")
    assert [item.content for item in items(reader)] == ["a", "c"]
    assert [(skip.problem, skip.data) for skip in skips(reader)] == [
        ("wrong_type", {"field": "observations", "item": 2, "type": "int"}),
        ("wrong_type", {"field": "observations", "item": 3, "type": "NoneType"}),
        ("wrong_type", {"field": "observations", "item": 4, "type": "dict"}),
        ("empty", {"field": "observations", "item": 5}),
        ("lone_surrogate", {"field": "observations", "item": 6, "position": 1}),
        ("duplicate", {}),
    ]


def test_an_entity_given_twice_is_merged(graph: Graph) -> None:
    reader = graph(line(entity("Ada", "a", "b")), line(entity("Ada", "b", "c")))
    assert [item.content for item in items(reader)] == ["a", "b", "c"]
    assert skips(reader) == [Skip("line 2", "duplicate", {})]


def test_an_entity_without_a_type_keeps_its_observations(graph: Graph) -> None:
    bare = line({"type": "entity", "name": "B", "observations": ["b"]})
    reader = graph(GOOD, GOOD.replace(b"tea", b"ale"), bare)
    assert [(item.content, item.details.tags) for item in items(reader)][2] == ("b", ())
    assert [skip.data for skip in skips(reader)] == [{"field": "entityType"}]


@pytest.mark.parametrize("text", ["a\x00b", "a\u2028b\u2029c\x85d\x0ce", "a\nb\r\nc", "🙂 \ufeff"])
@pytest.mark.parametrize("ascii_only", [True, False])
def test_odd_characters_are_text(graph: Graph, text: str, ascii_only: bool) -> None:
    reader = graph(json.dumps(entity("Ada", text), ensure_ascii=ascii_only).encode())
    assert [item.content for item in items(reader)] == [text]


def test_a_raw_nul_inside_a_string_is_text(graph: Graph) -> None:
    reader = graph(line(entity("Ada", "aXb")).replace(b"X", b"\x00"))
    assert [item.content for item in items(reader)] == ["a\x00b"]


def test_a_torn_last_line_is_told_apart_from_a_bad_one(graph: Graph) -> None:
    for torn in (GOOD[:-9], line(entity("Bø", "x"))[:27]):  # the second one inside a character
        assert [(skip.where, skip.problem) for skip in skips(graph(GOOD, torn))] == [("line 2", "torn")]
    assert [skip.problem for skip in skips(graph(GOOD, GOOD[:-9], end=b"\n"))] == ["not_json"]


def test_bom_windows_line_ends_and_blank_lines(graph: Graph) -> None:
    reader = graph(b"\xef\xbb\xbf" + GOOD + b"\r", b"\r", b"", line(entity("Bo", "b")) + b"\r", end=b"\n\n")
    assert [item.content for item in items(reader)] == ["prefers tea", "b"]
    assert skips(reader) == []


@pytest.mark.parametrize("first", [True, False])
def test_a_line_of_50_mb_is_left_out_in_bounded_memory(tmp_path: Path, first: bool) -> None:
    path = tmp_path / "memory.jsonl"
    huge = b'{"type":"entity","name":"' + b"x" * 50_000_000 + b'"}'
    path.write_bytes(b"\n".join([huge, GOOD] if first else [GOOD, huge]))
    size = len(huge)
    del huge
    tracemalloc.start()
    reader = detect(path)
    found = skips(reader)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    data = {"bytes": size, "limit": 10 * 1024 * 1024}
    assert found == [Skip("line 1" if first else "line 2", "too_long", data)]
    assert [item.content for item in items(reader)] == ["prefers tea"]
    assert peak < 40_000_000


def test_a_long_name_is_cut_but_stays_itself(graph: Graph) -> None:
    reader = graph(line(entity("x" * 5000 + "1", "a")), line(entity("x" * 5000 + "2", "a")))
    keys = {item.key for item in items(reader)}
    assert len(keys) == 2
    assert max(len(key) for key in keys if key) < 220


def test_a_file_replaced_meanwhile_by_something_else_is_not_read(graph: Graph) -> None:
    reader = graph(GOOD)
    reader.path.write_bytes(b"SQLite format 3\x00" + bytes(84))
    with pytest.raises(UnknownFormat) as caught:
        items(reader)
    assert caught.value.data["kind"] == "sqlite"


TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip)


@given(st.dictionaries(TEXT, st.lists(TEXT, min_size=1, unique=True), min_size=1), st.booleans())
def test_what_was_written_reads_back_exactly(graph: dict[str, list[str]], ascii_only: bool) -> None:
    with tempfile.TemporaryDirectory() as place:
        path = Path(place, "memory.jsonl")
        rows = [entity(name, *texts) for name, texts in graph.items()]
        path.write_bytes("\n".join(json.dumps(row, ensure_ascii=ascii_only) for row in rows).encode())
        reader = detect(path)
        found = items(reader)
        assert [item.content for item in found] == [text for texts in graph.values() for text in texts]
        assert skips(reader) == []
        assert len({item.external_id for item in found}) == len({item.key for item in found}) == len(found)


@given(st.lists(st.binary(max_size=60) | st.just(GOOD), max_size=8))
def test_no_bytes_make_the_reader_fail(lines: list[bytes]) -> None:
    with tempfile.TemporaryDirectory() as place:
        path = Path(place, "memory.jsonl")
        path.write_bytes(GOOD + b"\n")
        reader = detect(path)
        path.write_bytes(b"\n".join([GOOD, *lines]))
        assert len(list(reader.items())) == reader.total()
        assert items(reader)[0].content == "prefers tea"

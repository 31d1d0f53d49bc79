"""Values that are none: refused with a field and a reason, and nothing is stored."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core import Details, Invalid, MnemoscopeError
from core.memory.records import OperatorRecords, Records


def deep(levels: int) -> object:
    value: object = 1
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("", "empty"),
        (" \n\t", "empty"),
        ("\u200b\u200b", "empty"),
        ("\x00", "empty"),
        ("a\ud800b", "not_unicode"),
        ("\udfff", "not_unicode"),
        ({"a": "\ud800"}, "not_unicode"),
        ("x" * 100_001, "too_long"),
        (["x" * 100_001], "too_long"),
        ("x" * 100_000, "raw_output"),
    ],
)
def test_texts_the_gate_refuses(alice: Records, content: object, code: str) -> None:
    result = alice.remember(content, source="user:t1")
    assert (result.outcome, result.record) == ("refused", None)
    assert code in [reason.code for reason in result.reasons]
    assert alice.export() == []


def test_a_surrogate_is_refused_with_its_place(alice: Records) -> None:
    (reason,) = alice.remember("ab\ud800", source="user:t1").reasons
    assert reason.data["position"] == 2
    # A span would mark the canonical text, in which the half pair has no place to be shown.
    assert reason.span is None


@pytest.mark.parametrize(
    "text",
    [
        "a\u2028b\u2029c",
        "e\u0301",
        "👩‍👩‍👧",
        "a" + "\u0301" * 500,
        "\ufffd",
        "\U0010ffff",
    ],
)
def test_odd_texts_that_are_texts(alice: Records, text: str) -> None:
    record = alice.remember(text, key="k", source="user:t1").record
    assert record is not None
    assert alice.get("k") == record
    assert alice.export()[0]["content"] == record.content


@pytest.mark.parametrize(
    ("text", "kept"), [("a\x00b\u202ec\r\nd", "abc\nd"), ("\x7f\x1b[31m", "\x7f\x1b[31m")]
)
def test_hidden_characters_wait_for_a_person_in_canonical_form(alice: Records, text: str, kept: str) -> None:
    """guide/gate.md 5: a finding, held for user and operator; what waits is what would be stored."""
    result = alice.remember(text, source="user:t1")
    assert (result.outcome, result.reasons[0].code) == ("held", "hidden_characters")
    assert result.held is not None
    assert result.held.content == kept
    assert alice.export() == []


@pytest.mark.parametrize(
    "content", [float("nan"), [float("inf")], b"bytes", {1, 2}, object(), deep(5_000), deep(101)]
)
def test_contents_that_are_no_json(alice: Records, content: object) -> None:
    with pytest.raises(Invalid) as raised:
        alice.remember(content, source="user:t1")
    assert raised.value.data["field"] == "content"
    assert alice.export() == []


def test_what_was_stored_deep_is_read_from_a_deep_stack(alice: Records) -> None:
    record = alice.remember(deep(99), source="user:t1").record
    assert record is not None

    def read(levels: int) -> object:
        return alice.by_id(record.id).value if levels == 0 else read(levels - 1)

    assert read(500) == deep(99)


BAD: list[tuple[dict[str, Any], str]] = [
    ({"kind": "dream"}, "kind"),
    ({"kind": ""}, "kind"),
    ({"key": 5}, "key"),
    ({"key": b"k"}, "key"),
    ({"source": 5}, "source"),
    ({"source": None}, "source"),
    ({"session": 5}, "session"),
    ({"session": "\ud800"}, "session"),
    ({"session": "x" * 2_001}, "session"),
    ({"lineage": "user:t1"}, "lineage"),
    ({"lineage": None}, "lineage"),
    ({"lineage": (5,)}, "source"),
    ({"importance": float("nan")}, "importance"),
    ({"importance": -0.1}, "importance"),
    ({"importance": 1.1}, "importance"),
    ({"importance": True}, "importance"),
    ({"importance": "0.5"}, "importance"),
    ({"importance": None}, "importance"),
    ({"details": Details(outcome="splendid")}, "outcome"),  # type: ignore[arg-type]
    ({"details": Details(tags="abc")}, "tags"),  # type: ignore[arg-type]
    ({"details": Details(tags=("",))}, "tags"),
    ({"details": Details(tags=("\ud800",))}, "tags"),
    ({"details": Details(tags=(5,))}, "tags"),  # type: ignore[arg-type]
    ({"details": Details(tags=("t",) * 101)}, "tags"),
    ({"details": Details(steps=("x" * 2_001,))}, "steps"),
    ({"details": Details(applies_to=5)}, "applies_to"),  # type: ignore[arg-type]
    ({"details": Details(applies_to="\ud800")}, "applies_to"),
]


@pytest.mark.parametrize(("options", "field"), BAD)
def test_arguments_that_are_none(alice: Records, options: dict[str, Any], field: str) -> None:
    for ask in (alice.remember, alice.judge):
        with pytest.raises(Invalid) as raised:
            ask("Something.", **{"source": "user:t1", **options})
        assert raised.value.data["field"] == field
    assert alice.export() == []


@pytest.mark.parametrize(
    ("key", "code"),
    [
        ("", "key_empty"),
        (" ", "key_empty"),
        ("x" * 501, "key_too_long"),
        ("a\x00", "key_not_text"),
        ("\ud800", "key_not_text"),
    ],
)
def test_keys_that_are_none(alice: Records, key: str, code: str) -> None:
    result = alice.remember("Something.", key=key, source="user:t1")
    assert (result.outcome, code in [reason.code for reason in result.reasons]) == ("refused", True)
    assert alice.export() == []


@pytest.mark.parametrize("source", ["user:" + "x" * 1_000, "user:\ud800"])
def test_sources_that_are_none(alice: Records, source: str) -> None:
    assert alice.remember("Something.", source=source).outcome == "refused"
    assert alice.export() == []


@pytest.mark.parametrize("content", ["{", "NaN", "[1", "\ud800", "x" * 200_000, "[" * 5_000])
def test_a_json_value_is_corrected_to_a_json_value_only(
    alice: Records, desk: OperatorRecords, content: str
) -> None:
    stored = alice.remember({"hours": 7}, key="k", source="user:t1").record
    assert stored is not None
    with pytest.raises(Invalid) as raised:
        desk.correct(stored.id, content)
    assert raised.value.data["field"] == "content"
    assert alice.facts() == [stored]
    corrected = desk.correct(stored.id, ' {"hours":8}').record
    assert corrected is not None
    assert corrected.value == {"hours": 8}


@pytest.mark.parametrize("text", ["\ud800", "\udfffx"])
def test_looking_up_what_no_file_can_hold(alice: Records, desk: OperatorRecords, text: str) -> None:
    alice.remember("Something.", key="k", source="user:t1")
    for look in (
        lambda: alice.get(text),
        lambda: alice.get_all(text),
        lambda: alice.history(text),
        lambda: alice.episodes(session=text),
        lambda: alice.episodes(tag=text),
        lambda: alice.export(text),
        lambda: alice.as_of(alice.facts()[0].recorded_at).get(text),
        lambda: alice.forget(text, source="user:t1"),
        lambda: desk.forget_source(text),
    ):
        with pytest.raises(Invalid) as raised:
            look()
        assert raised.value.data["problem"] == "surrogate"
    assert len(alice.export()) == 1


@pytest.mark.parametrize("id_", [2**63, -(2**63) - 1, 10**30])
def test_ids_no_file_can_hold(alice: Records, desk: OperatorRecords, id_: int) -> None:
    alice.remember("Something.", source="user:t1")
    for act in (alice.by_id, alice.chain, desk.confirm, desk.roll_back, desk.forget_record, desk.events):
        with pytest.raises(MnemoscopeError):
            act(id_)
    assert len(alice.export()) == 1


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(
    content=st.one_of(st.text(), st.recursive(st.none() | st.booleans() | st.floats() | st.text(), st.lists)),
    key=st.none() | st.text(max_size=10),
    source=st.sampled_from(["user:t1", "web:x", "agent:r"]) | st.text(max_size=8),
    kind=st.sampled_from(["semantic", "episodic", "procedural", "preference"]),
)
def test_whatever_is_remembered_can_be_read_again(
    alice: Records, content: object, key: str | None, source: str, kind: str
) -> None:
    try:
        result = alice.remember(content, key=key, source=source, kind=kind)
    except Invalid:
        return
    if result.record is not None:
        assert alice.by_id(result.record.id) == result.record
    alice.export()


def test_a_missing_source_is_told_like_a_wrong_one(alice: Records) -> None:
    for options in ({}, {"source": None}, {"source": 5}):
        for act in (alice.remember, alice.judge):
            with pytest.raises(Invalid) as raised:
                act("The office opens at nine.", **options)  # type: ignore[operator]
            assert (raised.value.data["field"], raised.value.data["problem"]) == ("source", "type")

"""The filter language: its grammar, and where it says a mistake is."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core import Invalid
from core.memory.records import query

T0 = 1_700_000_000_000_000


def terms(text: str) -> list[tuple[str, str, str, bool]]:
    return [(term.name, term.op, term.value, term.negated) for term in query.parse(text).terms]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", []),
        ("  \t\n", []),
        ("berlin", [("text", ":", "berlin", False)]),
        ("-berlin", [("text", ":", "berlin", True)]),
        ('"two words"', [("text", ":", "two words", False)]),
        ('-"two words"', [("text", ":", "two words", True)]),
        ("kind:semantic", [("kind", ":", "semantic", False)]),
        ("kind:fact", [("kind", ":", "fact", False)]),
        ("-source:web", [("source", ":", "web", True)]),
        ('source:"web: a page"', [("source", ":", "web: a page", False)]),
        ("trust<user", [("trust", "<", "user", False)]),
        ("trust>=agent", [("trust", ">=", "agent", False)]),
        ("trust<=agent", [("trust", "<=", "agent", False)]),
        ("trust>none", [("trust", ">", "none", False)]),
        ("trust:user", [("trust", ":", "user", False)]),
        ("is:due", [("is", ":", "due", False)]),
        ("id:42", [("id", ":", "42", False)]),
        ("tag:x session:s1", [("tag", ":", "x", False), ("session", ":", "s1", False)]),
        ("source:issue:4", [("source", ":", "issue:4", False)]),
        (
            'kind:semantic key:fiscal "berlin" state:superseded source:web',
            [
                ("kind", ":", "semantic", False),
                ("key", ":", "fiscal", False),
                ("text", ":", "berlin", False),
                ("state", ":", "superseded", False),
                ("source", ":", "web", False),
            ],
        ),
        ("-", [("text", ":", "-", False)]),
        ("a-b", [("text", ":", "a-b", False)]),
        (
            "'; DROP TABLE --",
            [*(("text", ":", word, False) for word in ("';", "DROP", "TABLE")), ("text", ":", "-", True)],
        ),
    ],
)  # fmt: skip
def test_what_is_meant(text: str, wanted: list[tuple[str, str, str, bool]]) -> None:
    assert terms(text) == wanted


@pytest.mark.parametrize(
    ("text", "problem", "position"),
    [
        ('"open', "unclosed_quote", 0),
        ('key:a "open', "unclosed_quote", 6),
        ('a"b"', "unclosed_quote", 1),
        ('""', "empty_text", 0),
        ("colour:red", "unknown_field", 0),
        ("x colour:red", "unknown_field", 2),
        ("-colour:red", "unknown_field", 1),
        ("key:", "missing_value", 4),
        ('key:""', "missing_value", 4),
        ("kind:dream", "unknown_value", 5),
        ("state:gone", "unknown_value", 6),
        ("trust:me", "unknown_value", 6),
        ("is:nice", "unknown_value", 3),
        ("outcome:great", "unknown_value", 8),
        ("key<a", "no_comparison", 3),
        ("kind>=semantic", "no_comparison", 4),
        ("id:abc", "not_a_number", 3),
        ("id:-1", "not_a_number", 3),
        ("id:١", "not_a_number", 3),
        ("id:99999999999999999999", "not_a_number", 3),
        ("ab\ud800", "surrogate", 2),
        ("x " * 200, "too_many", 200),
    ],
)
def test_a_mistake_is_named_with_its_place(text: str, problem: str, position: int) -> None:
    with pytest.raises(Invalid) as raised:
        query.parse(text)
    assert raised.value.data["field"] == "filter"
    assert raised.value.data["problem"] == problem
    assert raised.value.data["position"] == position


def test_more_than_a_filter_may_hold() -> None:
    with pytest.raises(Invalid) as raised:
        query.parse("x" * 100_000)
    assert raised.value.data["problem"] == "too_long"


def test_terms_say_where_they_stand() -> None:
    text = 'kind:fact  -"two words" berlin'
    assert [text[term.start : term.end] for term in query.parse(text).terms] == [
        "kind:fact",
        '-"two words"',
        "berlin",
    ]


fields = st.sampled_from(
    ["kind", "key", "source", "session", "tag", "outcome", "state", "trust", "is", "id", "colour"]
)
pieces = st.one_of(
    st.text(max_size=12),
    st.builds(
        "{}{}{}{}".format, st.sampled_from(["", "-"]), fields, st.sampled_from(":<>="), st.text(max_size=8)
    ),
    st.builds('{}"{}"'.format, st.sampled_from(["", "-", "key:"]), st.text(max_size=8)),
    st.sampled_from(
        ["kind:semantic", "-state:any", "trust<=user", "is:conflict", "is:due", "id:7", '"', "%", "_", "!"]
    ),
)


@given(st.lists(pieces, max_size=8).map(" ".join))
@example("\x00")
@example('key:"a\x00b"')
@example("\u2028 \x1c")
@example("'); DROP TABLE records; --")
def test_no_text_raises_anything_else_or_becomes_sql(text: str) -> None:
    try:
        found = query.parse(text)
    except Invalid:
        return
    for condition in found.conditions(1, T0):
        assert condition.sql.count("?") == len(condition.arguments)
        assert set(_WORD.findall(condition.sql)) <= OURS


_WORD = re.compile(r"[^\s()?,]+")
EVERY_TERM = (
    "word -wörd key:a source:a session:a tag:a id:1 kind:fact outcome:success is:due is:conflict state:any"
    " state:current state:expired state:superseded state:withdrawn trust<user trust<=user trust>user"
    " trust>=user trust:user"
)
OURS = {
    word for condition in query.parse(EVERY_TERM).conditions(1, T0) for word in _WORD.findall(condition.sql)
} | {word for condition in query.parse("").conditions(1, T0) for word in _WORD.findall(condition.sql)}
"""Every word our own SQL is made of; what people type may add none."""

"""Who a memory belongs to."""

from __future__ import annotations

from typing import Any

import pytest

from core import Invalid, Scope


@pytest.mark.parametrize(
    "name", ["a", "x" * 200, "Zoë", "佐藤", "a b", "a/b", "👩‍👧", "a\u2028b", "%", "u-1"]
)
def test_names_people_have(name: str) -> None:
    assert Scope(name, "u").tenant == Scope("t", name).user == name


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("x" * 201, "too_long"),
        ("a\x00", "control_character"),
        ("a\nb", "control_character"),
        ("a\x7f", "control_character"),
        ("a\x85b", "control_character"),
        ("\ud800", "control_character"),
        (None, "type"),
        (5, "type"),
        (b"alice", "type"),
    ],
)
@pytest.mark.parametrize("field", ["tenant", "user"])
def test_names_nobody_has(field: str, name: Any, problem: str) -> None:
    names = {"tenant": "t", "user": "u", field: name}
    with pytest.raises(Invalid) as raised:
        Scope(**names)
    assert raised.value.data["field"] == field
    assert raised.value.data["problem"] == problem


def test_a_missing_scope_is_an_error() -> None:
    with pytest.raises(TypeError):
        Scope("acme")  # type: ignore[call-arg]


def test_a_scope_is_a_value() -> None:
    assert Scope("a", "b") == Scope("a", "b")
    assert len({Scope("a", "b"), Scope("a", "b"), Scope("b", "a")}) == 2
    with pytest.raises(AttributeError):
        Scope("a", "b").user = "c"  # type: ignore[misc]
    assert str(Scope("acme", "alice")) == "acme / alice"

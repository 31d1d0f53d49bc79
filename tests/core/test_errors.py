"""The one family of errors."""

from __future__ import annotations

import pickle

import pytest

from core import errors
from core.errors import ErrorCode, Invalid, MnemoscopeError

FAMILY = [
    kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, MnemoscopeError) and kind is not MnemoscopeError
]


@pytest.mark.parametrize("kind", FAMILY)
def test_every_error_is_of_the_family_and_has_a_code(kind: type[MnemoscopeError]) -> None:
    error = kind("field", "problem") if issubclass(kind, Invalid) else kind()
    assert isinstance(error.code, ErrorCode)
    assert error.code in ErrorCode


def test_every_error_has_a_meaning_of_its_own() -> None:
    defaults = [kind.default for kind in FAMILY if kind.default is not ErrorCode.IO]
    assert len(defaults) == len(set(defaults))


def test_text_of_an_error_is_code_and_data() -> None:
    error = errors.Locked(path="/x/memory.db", holders=())
    assert str(error) == "locked(path='/x/memory.db', holders=())"
    assert error.data == {"path": "/x/memory.db", "holders": ()}


def test_bad_input_is_a_value_error_too() -> None:
    with pytest.raises(ValueError, match="invalid"):
        raise Invalid("key", "empty", limit=5)
    assert Invalid("key", "empty", limit=5).data == {"field": "key", "problem": "empty", "limit": 5}


def test_codes_are_equal_to_their_strings() -> None:
    assert ErrorCode.GONE == "gone"
    assert [code.value for code in ErrorCode] == [code.name.lower() for code in ErrorCode]


def test_the_public_face() -> None:
    import core

    for name in core.__all__:
        assert getattr(core, name) is not None
    assert pickle.loads(pickle.dumps(core.Scope("a", "b"))) == core.Scope("a", "b")

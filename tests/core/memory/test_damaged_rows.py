"""Rows a stranger's file holds: shown where they can be, named where they cannot, never a crash."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core import Store
from core.errors import Corrupt
from core.memory.records import query
from tests.core.hands import ALICE
from tests.core.planting import plant


@pytest.fixture
def filled(path: Path) -> Path:
    with Store.open(path) as store:
        records = store.partition(ALICE).records
        for number in range(3):
            records.remember(f"Fact {number}.", key=f"k{number}", source="user:t1", session="s")
        records.remember({"a": 1}, key="json", source="user:t1")
    return path


@pytest.mark.parametrize("column", ["content", "key", "source", "session"])
def test_one_row_that_is_no_utf8_does_not_hide_its_page(filled: Path, column: str, tmp_path: Path) -> None:
    plant(filled, f"UPDATE records SET {column} = CAST(X'61FF62' AS TEXT) WHERE id = 2")
    with Store.open(filled, "read-only") as store:
        desk = store.operator("ada").records(ALICE)
        page = desk.page(desk.ids(query.parse("state:any")))
        assert len(page) == 4
        assert [record.id for record in page if record and record.damaged] == [2]
        damaged = desk.by_id(2)
        assert getattr(damaged, column) == "a\\xffb"
        assert len(desk.export()) == 4
        desk.write_file(tmp_path / "out.jsonl", "jsonl", [1, 2, 3])
        rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
        assert rows[1][column] == "a\\xffb"


def test_a_person_whose_name_is_no_utf8_is_listed(filled: Path) -> None:
    plant(filled, "UPDATE subjects SET user = CAST(X'61FF62' AS TEXT)")
    with Store.open(filled, "read-only") as store:
        (summary,) = store.operator("ada").scopes()
        assert summary.scope.user == "a\\xffb"


def test_a_nul_planted_in_a_text_is_shown(filled: Path) -> None:
    plant(filled, "UPDATE records SET content = 'a' || char(0) || 'b' WHERE id = 2")
    with Store.open(filled, "read-only") as store:
        assert store.operator("ada").records(ALICE).by_id(2).content == "a\x00b"


@pytest.mark.parametrize("value", ["{", "NaN", "", "[" * 100_000])
def test_a_json_value_that_is_none_is_shown_as_text(filled: Path, value: str) -> None:
    plant(filled, "UPDATE records SET content = ? WHERE id = 4", arguments=(value,))
    with Store.open(filled, "read-only") as store:
        records = store.partition(ALICE).records
        if value != "NaN":
            assert records.by_id(4).value == value
        assert len(records.export()) == 4


@pytest.mark.parametrize(
    "change",
    [
        "kind = 'dream'",
        "trust = 99",
        "recorded_at = 9223372036854775807",
        "expires_at = -9223372036854775808",
        "lineage = '{'",
        "details = '[1]'",
        "details = '{'",
        "outcome = 'splendid'",
        "ended_at = 0, end_reason = 'boredom'",
    ],
)
def test_a_column_that_holds_what_it_cannot_is_named_without_its_text(filled: Path, change: str) -> None:
    plant(filled, f"UPDATE records SET {change} WHERE id = 2")
    with Store.open(filled, "read-only") as store:
        desk = store.operator("ada").records(ALICE)
        with pytest.raises(Corrupt) as raised:
            desk.by_id(2)
        assert raised.value.data["record"] == 2
        assert "dream" not in str(raised.value)
        assert desk.by_id(1).content == "Fact 0."
        list(desk.ids(query.parse("state:any tag:x")))


def test_an_enormous_value_is_refused_before_it_is_loaded(filled: Path) -> None:
    from core.errors import ErrorCode, MnemoscopeError

    plant(filled, "UPDATE records SET content = CAST(zeroblob(60000000) AS TEXT) WHERE id = 2")
    with Store.open(filled, "read-only") as store:
        desk = store.operator("ada").records(ALICE)
        assert list(desk.ids()) == [4, 3, 2, 1]
        with pytest.raises(MnemoscopeError) as raised:
            desk.by_id(2)
        assert raised.value.code == ErrorCode.TOO_BIG
        assert desk.by_id(1).content == "Fact 0."


def test_events_that_are_none(filled: Path) -> None:
    with Store.open(filled) as store:
        store.operator("ada").records(ALICE).confirm(1)
    plant(filled, "UPDATE record_events SET before = '{', act = 'dreamt'")
    with Store.open(filled, "read-only") as store, pytest.raises(Corrupt):
        store.operator("ada").records(ALICE).events(1)

"""Measuring the near-duplicate threshold on labelled pairs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core import Invalid, MnemoscopeError
from core.recall import Recall
from core.recall.signed_hashing import SignedHashing
from core.recall.tuning import Pair, pairs_in, tune
from tests.core.recall.test_likeness import PAIRS

LABELLED = [Pair(first, second, same) for first, second, same, _, _ in PAIRS]


def test_golden_c_by_both_embedders() -> None:
    hashed, table = tune(Recall(SignedHashing()), LABELLED), tune(Recall(), LABELLED)
    assert [hashed.at(threshold) for threshold in (0.85, 0.5, 0.6, 0.95)] == [(3, 0), (3, 1), (3, 0), (0, 0)]
    assert hashed.suggested == pytest.approx((0.5556 + 0.8889) / 2, abs=1e-4)
    assert table.suggested == pytest.approx((0.883 + 0.978) / 2, abs=1e-3)
    assert table.at(table.suggested) == (4, 0)
    assert (hashed.embedder, table.embedder) == ("hashing-256", "static64-minilm-v1")


def test_no_threshold_where_none_is_right() -> None:
    same, different = LABELLED[1], LABELLED[0]
    swapped = [Pair(same.first, same.second, True), Pair(different.first, different.second, False)]
    assert tune(Recall(SignedHashing()), swapped).suggested is None


def test_pairs_are_read_and_anything_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pairs.json"
    path.write_text(json.dumps([{"a": "x", "b": "y", "same": True, "more": 1}]), "utf-8")
    assert pairs_in(path) == [Pair("x", "y", True)]
    path.write_text('[{"a": "x", "b": "y", "same": true}]', "utf-8-sig")
    assert pairs_in(path) == [Pair("x", "y", True)]
    with pytest.raises(MnemoscopeError):
        pairs_in(tmp_path / "nope.json")
    for wrong in ("", "[]", "[" * 100_000, "{}{", "[1]", '[{"a": 1, "b": 2, "same": true}]', '[{"a": "x"}]'):
        path.write_text(wrong, "utf-8")
        with pytest.raises(Invalid):
            pairs_in(path)

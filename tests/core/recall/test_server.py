"""The server embedder against a local server that misbehaves in every way servers do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.errors import EmbedderFailure, WrongEmbedder
from core.recall import Recall
from core.recall.embedding import embed_all
from core.recall.server import Server
from tests.core.recall.conftest import Shelf
from tests.core.stub_server import StubServer, slow

Answer = Callable[[dict[str, Any]], tuple[int, dict[str, Any]]]


def _vector(text: str) -> list[float]:
    return [float(len(text)), 3.0 * text.count("e"), 4.0]


def _good(texts: list[str]) -> tuple[int, dict[str, Any]]:
    data = [{"object": "embedding", "index": i, "embedding": _vector(text)} for i, text in enumerate(texts)]
    # Order is not promised, only the index is.
    usage = {"prompt_tokens": 10 * len(texts), "total_tokens": 10 * len(texts)}
    return 200, {"object": "list", "data": data[::-1], "model": "stub", "usage": usage}


class Stub(StubServer):
    """Answers each request with the next of ``answers``, then well."""

    def __init__(self) -> None:
        super().__init__()
        self.otherwise = lambda body: _good(body["input"])

    @property
    def texts(self) -> list[list[str]]:
        return [body["input"] for _, body in self.asked]

    def client(self, **fields: Any) -> Server:
        given = {"base_url": self.url, "api_key": "none", "pause": self.pauses.append, **fields}
        return Server("stub", 3, **given)


@pytest.fixture
def stub() -> Iterator[Stub]:
    stub = Stub()
    yield stub
    stub.close()


def _status(code: int) -> Answer:
    return lambda body: (code, {"error": {"message": "no"}})


def _spoiled(change: Callable[[list[dict[str, Any]]], Any]) -> Answer:
    def answer(body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        status, document = _good(body["input"])
        change(document["data"])
        return status, document

    return answer


HALF = _spoiled(lambda data: data.pop())
NOT_A_NUMBER = _spoiled(lambda data: data[0]["embedding"].__setitem__(0, float("nan")))
LONGER = _spoiled(lambda data: data[0]["embedding"].append(1.0))


def test_vectors_come_in_order_and_of_length_one(stub: Stub) -> None:
    texts = [f"text {'e' * n}" for n in range(150)]
    client = stub.client(price=0.02)
    vectors = client.embed(texts)
    expected = np.array([_vector(text) for text in texts])
    assert np.allclose(vectors, expected / np.linalg.norm(expected, axis=1)[:, None], atol=1e-6)
    assert [len(asked) for asked in stub.texts] == [64, 64, 22]
    assert (client.spent.requests, client.spent.texts, client.spent.tokens) == (3, 150, 1500)
    assert client.spent.money == pytest.approx(1500 * 0.02 / 1e6)


def test_equal_texts_are_asked_for_once_and_blank_ones_never(stub: Stub) -> None:
    client = stub.client()
    vectors = client.embed(["a", "b", "a", "", "  "])
    assert (vectors[0] == vectors[2]).all()
    assert not vectors[3:].any()
    client.embed(["b", "c"])
    assert stub.texts == [["a", "b"], ["c"]]
    client.clear_cache()
    client.embed(["b"])
    assert stub.texts[-1] == ["b"]
    assert client.embed([]).shape == (0, 3)


@pytest.mark.parametrize("failure", [_status(500), _status(429), HALF, NOT_A_NUMBER])
def test_what_may_pass_is_tried_again(stub: Stub, failure: Answer) -> None:
    stub.answers = [failure, failure]
    assert stub.client().embed(["a", "b"]).shape == (2, 3)
    # Half a second, doubled, with a quarter of jitter either way.
    assert [0.375 <= stub.pauses[0] <= 0.625, 0.75 <= stub.pauses[1] <= 1.25] == [True, True]


@pytest.mark.parametrize(
    ("failure", "problem", "requests"),
    [
        (_status(500), "unreachable", 3),
        (_status(401), "wrong_key", 1),
        (HALF, "incomplete", 3),
        (NOT_A_NUMBER, "not_finite", 3),
        (LONGER, "wrong_dimension", 1),
    ],
)
def test_what_does_not_pass_is_said(stub: Stub, failure: Answer, problem: str, requests: int) -> None:
    stub.answers = [failure] * 5
    with pytest.raises(EmbedderFailure) as failed:
        stub.client().embed(["a", "b"])
    assert failed.value.data["problem"] == problem
    assert len(stub.asked) == requests


def test_batches_before_the_failing_one_are_kept(stub: Stub) -> None:
    stub.answers = [lambda body: _good(body["input"]), _status(401)]
    client = stub.client(batch=1)
    with pytest.raises(EmbedderFailure):
        client.embed(["a", "b"])
    assert client.embed(["a"]).any()
    assert stub.texts == [["a"], ["b"]]


def test_a_late_answer_is_no_answer(stub: Stub) -> None:
    stub.answers = [slow]
    with pytest.raises(EmbedderFailure) as failed:
        stub.client(timeout=0.05, attempts=1).embed(["a"])
    assert failed.value.data["problem"] == "timed_out"


def test_nobody_there_and_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    for given, problem in (
        ({"base_url": "http://127.0.0.1:9/v1", "api_key": "none", "attempts": 1}, "unreachable"),
        ({"attempts": 3}, "no_key"),
    ):
        with pytest.raises(EmbedderFailure) as failed:
            Server("stub", 3, **given).embed(["a"])
        assert failed.value.data["problem"] == problem


def test_a_failing_server_costs_neither_the_record_nor_the_answer(stub: Stub, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "memory.db", stub.client(attempts=1))
    stub.answers = [_status(500), _status(500)]
    shelf.add(["the lease expired"])
    answer = shelf.ask("lease")
    assert [found.record for found in answer.found] == [1]
    assert answer.without_meaning is not None
    assert answer.without_meaning.data["problem"] == "unreachable"
    assert shelf.ask("lease").found[0].parts.meaning.raw == 0
    assert embed_all(shelf.database, shelf.recall.embedder).finished
    answer = shelf.ask("lease")
    assert answer.without_meaning is None
    assert answer.found[0].parts.meaning.raw > 0.9
    shelf.database.close()


def test_a_server_is_asked_outside_the_transaction(stub: Stub, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "memory.db", stub.client())
    with shelf.database.write() as tx:
        shelf.recall.index(tx, shelf.scope, [])
    assert stub.asked == []
    shelf.add(["lease"])
    assert stub.texts == [["lease"]]
    shelf.database.close()


def test_a_served_file_refuses_the_table_until_embedded_anew(stub: Stub, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "memory.db", stub.client())
    shelf.add(["lease", "travel"])
    shelf.recall = Recall()
    with pytest.raises(WrongEmbedder):
        shelf.ask("lease")
    assert embed_all(shelf.database, shelf.recall.embedder).finished
    assert shelf.ranked("lease")[0][0] == 1
    shelf.database.close()

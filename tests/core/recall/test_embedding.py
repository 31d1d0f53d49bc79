"""Moving a file to another embedder: with progress, stopped and resumed, with others writing."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import WrongEmbedder
from core.recall import Asked, Recall
from core.recall.embedding import embed_all
from core.recall.hashing import SignedHashing
from core.recall.static_table import StaticTable
from core.store import meta, vector_rows
from tests.core.recall.conftest import PLAIN, Shelf

TEXTS = [f"lease number {n} expired" for n in range(30)]


def _ask(shelf: Shelf, embedder: object) -> list[tuple[int, float]]:
    found = shelf.search("lease 7", Asked(weights=PLAIN), recall=Recall(embedder)).found
    return [(each.record, round(each.score, 6)) for each in found]


def test_stopped_it_goes_on_and_the_old_one_serves_until_the_end(shelf: Shelf) -> None:
    shelf.add(TEXTS)
    before = _ask(shelf, StaticTable())
    seen: list[tuple[int, int]] = []
    stopped = embed_all(
        shelf.database,
        SignedHashing(),
        lambda done, total: seen.append((done, total)),
        lambda: len(seen) == 2,
        batch=10,
    )
    assert (stopped.done, stopped.total, stopped.finished) == (20, 30, False)
    assert seen == [(10, 30), (20, 30)]
    assert _ask(shelf, StaticTable()) == before
    with pytest.raises(WrongEmbedder):
        _ask(shelf, SignedHashing())
    shelf.add(["lease written meanwhile"])
    finished = embed_all(shelf.database, SignedHashing(), lambda done, total: seen.append((done, total)))
    assert (finished.done, finished.total, finished.finished) == (31, 31, True)
    assert seen[2:] == [(31, 31)]
    with pytest.raises(WrongEmbedder):
        _ask(shelf, StaticTable())
    assert _ask(shelf, SignedHashing())[0][0] == 8
    with shelf.database.read() as connection:
        assert meta.read(connection, "embedder") == "hashing-256"
        assert list(vector_rows.embedders(connection).values()) == [256]


def test_it_equals_a_file_written_with_the_new_one(shelf: Shelf, tmp_path: Path) -> None:
    texts = [f"note {n} about the lease" for n in range(1300)]
    shelf.add(texts)
    shelf.add(["a loose one"])
    embed_all(shelf.database, SignedHashing())
    born = Shelf(tmp_path / "other.db", SignedHashing())
    born.add(texts)
    born.add(["a loose one"])
    assert _ask(shelf, SignedHashing()) == _ask(born, SignedHashing())
    born.database.close()


def test_a_forgotten_record_leaves_the_half_made_vectors_too(shelf: Shelf) -> None:
    shelf.add(TEXTS)
    embed_all(shelf.database, SignedHashing(), cancelled=iter([False, True]).__next__, batch=10)
    shelf.forget(1)
    with shelf.database.read() as connection:
        for number in vector_rows.embedders(connection):
            assert vector_rows.of(connection, shelf.scope, number, [1]) == {}


def test_an_empty_file_changes_over_at_once(shelf: Shelf) -> None:
    assert embed_all(shelf.database, SignedHashing()).finished
    shelf.recall = Recall(SignedHashing())
    shelf.add(["lease"])
    assert shelf.ranked("lease")[0][0] == 1

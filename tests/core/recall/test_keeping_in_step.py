"""The index in memory against other writers, roll-backs and its own bounds."""

from __future__ import annotations

import threading

import pytest

from core.errors import WrongEmbedder
from core.recall import Asked, Entry, Recall
from core.recall.hashing import SignedHashing
from core.recall.static_table import StaticTable
from core.store import posting_rows, record_rows, statement
from tests.core.recall.conftest import NOW, PLAIN, Shelf, record_row


def _ids(shelf: Shelf, query: str, recall: Recall | None = None) -> list[int]:
    return [found.record for found in shelf.search(query, Asked(weights=PLAIN), recall=recall).found]


def test_what_another_process_wrote_is_found(shelf: Shelf) -> None:
    """Two engines on one file stand for two processes: they share nothing but the file."""
    other = Recall()
    shelf.add(["lease"])
    assert _ids(shelf, "lease", other) == [1]
    shelf.add(["lease again", "travel"])
    assert _ids(shelf, "lease", other) == [1, 2, 3]
    shelf.end(1)
    assert _ids(shelf, "lease", other) == [2, 3]
    shelf.forget(2)
    assert _ids(shelf, "lease", other) == [3]
    shelf.add([f"lease {n}" for n in range(1200)])
    assert len(shelf.search("lease", Asked(k=5000, weights=PLAIN), recall=other).found) == 1201


def test_what_was_rolled_back_is_not_found(shelf: Shelf) -> None:
    shelf.add(["lease"])
    assert _ids(shelf, "lease") == [1]
    with shelf.database.write() as tx:
        shelf.recall.index(tx, shelf.scope, [Entry(2, "semantic", "lease two", 2)])
        found = shelf.recall.search(tx, shelf.scope, "lease", Asked(weights=PLAIN), NOW).found
        assert [each.record for each in found] == [1, 2]
        tx.execute("ROLLBACK; BEGIN IMMEDIATE")
    assert _ids(shelf, "lease") == [1]
    shelf.next_id = 2
    shelf.add(["travel"])
    assert shelf.ranked("travel")[0][0] == 2


def test_an_older_snapshot_is_answered_as_it_stands(shelf: Shelf) -> None:
    shelf.add(["lease"])
    with shelf.database.read() as connection:
        connection.execute("SELECT count(*) FROM postings").fetchall()
        writer = threading.Thread(target=lambda: (shelf.add(["lease two"]), shelf.ask("lease")))
        writer.start()
        writer.join()
        old = shelf.recall.search(connection, shelf.scope, "lease", Asked(weights=PLAIN), NOW)
    assert [found.record for found in old.found] == [1]
    assert _ids(shelf, "lease") == [1, 2]


def test_the_least_recently_asked_scope_leaves_first(shelf: Shelf) -> None:
    small = Recall(cache_bytes=60_000)
    scopes = []
    for user in "abc":
        shelf.scope = shelf.admit(user)
        scopes.append(shelf.scope)
        shelf.next_id = 1
        shelf.add([f"lease {n}" for n in range(60)])
        assert len(_ids(shelf, "lease", small)) == 5
    assert list(small.scopes.held())[-1] == scopes[-1]
    assert len(small.scopes.held()) < 3
    shelf.scope = scopes[0]
    assert len(_ids(shelf, "lease", small)) == 5


def test_the_log_ends_when_the_packed_form_is_written(shelf: Shelf) -> None:
    shelf.add([f"lease {n}" for n in range(1100)])
    for start in range(1, 1102, 100):
        shelf.end(*range(start, min(start + 100, 1100)))
    with shelf.database.read() as connection:
        standing = posting_rows.standing(connection, shelf.scope)
        assert standing.packed <= 100
        assert len(posting_rows.touched_since(connection, shelf.scope, 0)) <= 1000
    assert _ids(shelf, "lease") == [1100]


def test_another_embedder_is_refused_by_name(shelf: Shelf) -> None:
    shelf.add(["lease"])
    with pytest.raises(WrongEmbedder) as refused:
        _ids(shelf, "lease", Recall(SignedHashing()))
    assert refused.value.data == {"stored": StaticTable.name, "given": "hashing-256"}


def test_what_another_embedder_wrote_is_read_for_the_question(shelf: Shelf) -> None:
    shelf.add(["lease"])
    shelf.ask("lease")
    with shelf.database.write() as tx:
        record_rows.insert(tx, shelf.scope, [record_row(2, "orbit lease")])
        Recall(SignedHashing()).index(tx, shelf.scope, [Entry(2, "semantic", "orbit lease", 2)])
    found = shelf.ask("orbit").found
    assert found[0].record == 2
    assert found[0].parts.meaning.raw == pytest.approx(shelf.recall.likeness("orbit", "orbit lease"))


def _vectors(shelf: Shelf) -> int:
    with shelf.database.read() as connection:
        return statement.number(connection, "SELECT count(*) FROM vectors")


def test_vectors_are_written_after_the_first_question(shelf: Shelf) -> None:
    """Until then a process that only writes loads no numpy; see the engine's first lines."""
    shelf.add(["lease one", "travel two"])
    assert _vectors(shelf) == 0
    before = shelf.ranked("lease")
    assert shelf.ask("lease").found[0].parts.meaning.raw > 0.4
    assert _vectors(shelf) == 0
    shelf.add(["orbit three"])
    assert _vectors(shelf) == 3
    shelf.end(3)
    assert shelf.ranked("lease") == before
    with shelf.database.read() as connection:
        assert posting_rows.standing(connection, shelf.scope).unread == 0


def test_packing_reads_what_is_unread(shelf: Shelf) -> None:
    for start in range(0, 1100, 100):
        shelf.add([f"lease {n}" for n in range(start, start + 100)])
    assert _vectors(shelf) == 1100


def test_what_is_unread_is_forgotten_too(shelf: Shelf) -> None:
    shelf.add(["lease", "lease"])
    shelf.forget(1)
    assert [id_ for id_, _ in shelf.ranked("lease")] == [2]
    shelf.add(["lease"])
    assert _vectors(shelf) == 2

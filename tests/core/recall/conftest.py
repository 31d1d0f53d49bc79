"""One file with one or more indexed scopes, without the floors above recall."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from core.recall import Answer, Asked, Embedder, Entry, Recall, Weights
from core.store import Database, Mode, record_rows, subjects
from core.store.record_rows import RecordRow

NOW = 2_000_000_000_000_000
PLAIN = Weights(recency=0, importance=0, trust=0)


class Shelf:
    """Writes texts and asks for them, each act a transaction as the memory floor makes them."""

    def __init__(self, path: Path, embedder: Embedder | None = None) -> None:
        self.path = path
        self.database = Database.open(path, Mode.WRITE)
        self.recall = Recall(embedder)
        self.scope = self.admit("alice")
        self.next_id = 1

    def admit(self, user: str) -> int:
        with self.database.write() as tx:
            return subjects.admit(tx, "acme", user, NOW)[0].scope

    def add(self, texts: Sequence[str], **fields: object) -> list[int]:
        ids = list(range(self.next_id, self.next_id + len(texts)))
        self.next_id += len(texts)
        entries = [
            Entry(**{"id": id_, "kind": "semantic", "text": text, "at": id_, **fields})
            for id_, text in zip(ids, texts, strict=True)
        ]
        self.recall.prepare(list(texts))
        with self.database.write() as tx:
            record_rows.insert(
                tx, self.scope, [record_row(id_, text) for id_, text in zip(ids, texts, strict=True)]
            )
            self.recall.index(tx, self.scope, entries)
        return ids

    def end(self, *ids: int) -> None:
        with self.database.write() as tx:
            self.recall.end(tx, self.scope, ids)

    def forget(self, *ids: int) -> None:
        with self.database.write() as tx:
            self.recall.forget(tx, self.scope, ids)
            record_rows.delete(tx, self.scope, ids)

    def ask(self, query: str, k: int = 10, weights: Weights = PLAIN, **asked: object) -> Answer:
        return self.search(query, Asked(**{"k": k, "weights": weights, **asked}))

    def search(self, query: str, asked: Asked, now: int = NOW, recall: Recall | None = None) -> Answer:
        with self.database.read() as connection:
            return (recall or self.recall).search(connection, self.scope, query, asked, now)

    def ranked(self, query: str, **asked: object) -> list[tuple[int, float]]:
        return [(found.record, found.score) for found in self.ask(query, **asked).found]


def record_row(id_: int, text: str) -> RecordRow:
    """The row of a record of which only its text matters here."""
    zero = ("is_json", "digest", "approved", "author", "recorded_at", "written_estimated", "seen_at", "trust")
    known = {"id": id_, "kind": "episodic", "content": text, "source": "user:test", "version": 1}
    blank = {**dict.fromkeys(RecordRow._fields), **dict.fromkeys(zero, 0)}
    return RecordRow(**{**blank, **known, "seen_count": 1, "importance": 0.5})


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    shelf = Shelf(tmp_path / "memory.db")
    yield shelf
    shelf.database.close()

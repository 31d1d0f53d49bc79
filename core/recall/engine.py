"""The recall of one open file: keeps the index in step with every write, and answers questions.

Importing this loads no numpy, and neither does writing: numpy and the bundled table take a tenth
of a second, which an agent that only notes something down should not wait for. Records written before
the first question are found by their words at once; their vectors are made for the question, and
written by the next write after it, at the latest when the scope is packed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from time import perf_counter
from typing import TYPE_CHECKING

import apsw

from core.errors import EmbedderFailure, WrongEmbedder
from core.recall import sharing, tokenizer, unread
from core.recall.embedder import BUNDLED, Embedder
from core.recall.entry import Entry
from core.recall.parts import Scored
from core.recall.settings import Asked, Weights
from core.store import document_rows, meta, packed_postings, posting_rows, subjects, vector_rows
from core.store.posting_rows import Standing

if TYPE_CHECKING:
    from core.recall.cache import OpenScopes
    from core.recall.opened import OpenScope
    from core.recall.passages import Passages
    from core.recall.ranking import Question, Ranking

CACHE_BYTES = 256 << 20
LONGEST_QUESTION = 10_000
EMBEDDER = "embedder"
"""The fact about the file that names the embedder of its vectors."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a question brought back.

    Attributes:
        found: the best first.
        candidates: how many records were compared.
        blank: the question held nothing to look for.
        cut: only its beginning was read.
        without_meaning: why only words counted; None when meaning did too.
    """

    found: list[Scored] = field(default_factory=list)
    candidates: int = 0
    seconds: float = 0.0
    blank: bool = False
    cut: bool = False
    without_meaning: EmbedderFailure | None = None


class Recall:
    """The index of one file, and the partitions of it that are open in memory."""

    def __init__(self, embedder: Embedder | None = None, cache_bytes: int = CACHE_BYTES) -> None:
        self._given = embedder
        self._cache_bytes = cache_bytes

    @cached_property
    def embedder(self) -> Embedder:
        """The embedder in use: the one given, or the bundled table."""
        if self._given is not None:
            return self._given
        from core.recall.static_table import StaticTable

        return StaticTable()

    def prepare(self, texts: Sequence[str]) -> None:
        """Have the vectors ready that `index` will want; call it outside a transaction.

        A server that fails leaves the records without a vector: they are found by their words
        until `core.recall.embedding` has caught up.
        """
        if self._given is not None and not self._given.instant:
            with suppress(EmbedderFailure):
                self._given.embed(texts)

    def index(self, tx: apsw.Connection, scope: int, entries: Sequence[Entry]) -> None:
        """Take new records in, inside the transaction that writes them; ids rise."""
        posting_rows.insert(tx, scope, [entry.row() for entry in entries])
        number = self._admit(tx)
        vectors = [] if number is None else [(e.id, self.embedder.cached(e.text)) for e in entries]
        known = [(record, vector.tobytes()) for record, vector in vectors if vector is not None]
        left = len(entries) - len(known)
        standing = posting_rows.advance(tx, scope, tokenizer.VERSION, len(entries), left)
        if number is not None:
            vector_rows.write(tx, scope, number, known)
            if standing.unread > left and self.embedder.instant:
                unread.read(tx, scope, number, self.embedder)
        self._pack_if_due(tx, scope, standing)

    def end(self, tx: apsw.Connection, scope: int, records: Sequence[int]) -> None:
        """Leave out records that something superseded or withdrew; they stay in history."""
        posting_rows.delete(tx, scope, records)
        vector_rows.delete(tx, scope, records)
        standing = posting_rows.advance(tx, scope, tokenizer.VERSION, len(records))
        posting_rows.note(tx, scope, records, standing.changes)
        self._pack_if_due(tx, scope, standing)

    def amend(self, tx: apsw.Connection, scope: int, record: int, expires_at: int | None, trust: int) -> None:
        """Take over a new expiry or trust."""
        if posting_rows.amend(tx, scope, record, expires_at, trust):
            standing = posting_rows.advance(tx, scope, tokenizer.VERSION, 1)
            posting_rows.note(tx, scope, [record], standing.changes)

    def forget(self, tx: apsw.Connection, scope: int, records: Sequence[int]) -> None:
        """Leave nothing of these records in rows, packed form, segments or memory."""
        posting_rows.delete(tx, scope, records)
        posting_rows.clear_log(tx, scope, records)
        vector_rows.delete(tx, scope, records)
        standing = posting_rows.advance(tx, scope, tokenizer.VERSION, 0)
        if standing.packed:
            from core.recall.packing import take_out

            take_out(tx, scope, records, vector_rows.embedders(tx))
        else:
            posting_rows.renew(tx, scope, 0, 0, standing.loose)
        self.drop(scope)

    def retell(
        self, tx: apsw.Connection, scope: int, records: Sequence[int], entries: Sequence[Entry]
    ) -> None:
        """Leave nothing of what these records said, and find those that are live by their new words.

        They keep their ids, and a packed form is read up to its last id only: it is dropped and made
        again when it is due.
        """
        self.forget(tx, scope, records)
        packed_postings.replace(tx, scope, {})
        vector_rows.drop_segments(tx, scope)
        posting_rows.insert(tx, scope, [entry.row() for entry in entries])
        standing = posting_rows.advance(tx, scope, tokenizer.VERSION, 0, len(entries))
        loose = standing.packed + standing.loose + len(entries)
        posting_rows.renew(tx, scope, 0, 0, loose)
        self._pack_if_due(tx, scope, posting_rows.standing(tx, scope))

    def drop(self, scope: int) -> None:
        """Forget what is held in memory of one scope, and the words seen on the way."""
        if "scopes" in self.__dict__:
            self.scopes.drop(scope)
        if "passages" in self.__dict__:
            self.passages.drop(scope)
        if "embedder" in self.__dict__:
            self.embedder.clear_cache()
        tokenizer.clear_cache()

    def search(self, connection: apsw.Connection, scope: int, query: str, asked: Asked, now: int) -> Answer:
        """The records of one scope that fit a question best.

        Raises:
            WrongEmbedder: the file's vectors come from another embedder.
        """
        started = perf_counter()
        number = self._number(connection)
        question, cut, failure = self._question(query, asked.weights)
        if question is None or asked.k == 0:
            return Answer(blank=question is None, cut=cut, without_meaning=failure)
        with self._ranking(connection, scope, number, question, asked, now) as (ranking, _):
            found, candidates = ranking.best(), ranking.candidates
        seconds = perf_counter() - started
        return Answer(found, candidates, seconds, cut=cut, without_meaning=failure)

    def search_passages(
        self, connection: apsw.Connection, scope: int, query: str, asked: Asked, now: int
    ) -> Answer:
        """The chunks of one scope's documents that fit a question best; `Scored.record` is a chunk's id.

        Raises:
            WrongEmbedder: the file's vectors come from another embedder.
        """
        started = perf_counter()
        number = self._number(connection)
        question, cut, failure = self._question(query, asked.weights)
        if question is None or asked.k == 0:
            return Answer(blank=question is None, cut=cut, without_meaning=failure)
        found, candidates = self.passages.search(
            connection, scope, number, self.embedder, question, asked, now
        )
        seconds = perf_counter() - started
        return Answer(found, candidates, seconds, cut=cut, without_meaning=failure)

    def admit(self, tx: apsw.Connection) -> int | None:
        """The number of the embedder in use in this file; None while the file belongs to another."""
        _ = self.embedder  # what is embedded already needs no sleeping table
        return self._admit(tx)

    def examine(
        self, connection: apsw.Connection, scope: int, record: int, query: str, asked: Asked, now: int
    ) -> tuple[Scored, int] | None:
        """Score and rank of one record for a question; None where it took no part."""
        number = self._number(connection)
        question, _, _ = self._question(query, asked.weights)
        if question is None:
            return None
        import numpy as np

        with self._ranking(connection, scope, number, question, asked, now) as (ranking, opened):
            place = opened.columns.place(record)
            if place is None or not ranking.is_candidate(place):
                return None
            return ranking.at(np.array([place]))[0], ranking.rank(place)

    def likeness(self, first: str, second: str) -> float:
        """The cosine of two texts, for the near-duplicate rule; its threshold is per embedder."""
        vectors = self.embedder.embed([first, second])
        return float(vectors[0] @ vectors[1])

    def nearest(
        self, connection: apsw.Connection, scope: int, text: str, now: int, k: int = 5
    ) -> list[tuple[int, float]]:
        """The current records most like a text with their cosines, best first."""
        from core.recall.ranking import Question

        question = Question((), self.embedder.embed([text])[0], 1.0)
        asked = Asked(k=k, weights=Weights(1.0, 0.0, 0.0, 0.0, neighbours=False))
        number = self._number(connection)
        with self._ranking(connection, scope, number, question, asked, now) as (ranking, _):
            return [(scored.record, scored.parts.meaning.raw) for scored in ranking.best()]

    def drop_buried(self, connection: apsw.Connection) -> None:
        """Forget the partitions of people whom another process erased."""
        if "scopes" in self.__dict__:
            for scope in self.scopes.held():
                if subjects.buried(connection, scope):
                    self.drop(scope)

    def sharing(self, connection: apsw.Connection, scope: int, text: str, kind: str, most: int) -> list[int]:
        """Records of a kind that share at least half of a text's words, the likest first.

        All of the partition where it is open and in step, its newest records otherwise.
        """
        terms = sharing.wanted(text)
        if not terms:
            return []
        if "scopes" in self.__dict__:
            with self.scopes.lock:
                opened = self.scopes.held().get(scope)
                if opened is not None and self.scopes.keep_up(connection, scope, opened):
                    return sharing.in_memory(opened, terms, kind, most)
        return sharing.in_rows(connection, scope, terms, kind, most)

    def strays(self, connection: apsw.Connection) -> list[str]:
        """Partitions open in memory that hold a record their scope does not have; none, if all is well."""
        found: list[str] = []
        if "passages" in self.__dict__:
            for scope, ids in self.passages.held().items():
                if len(document_rows.chunks(connection, scope, ids)) != len(ids):
                    found.append(f"open documents {scope}")
        if "scopes" not in self.__dict__:
            return found
        with self.scopes.lock:
            for scope, opened in self.scopes.held().items():
                live = opened.columns.ids[opened.columns["live"]].tolist()
                if opened.is_at(posting_rows.standing(connection, scope)) and len(live) != len(
                    posting_rows.of(connection, scope, live)
                ):
                    found.append(f"open partition {scope}")
        return found

    @cached_property
    def scopes(self) -> OpenScopes:
        """The partitions that are open in memory."""
        from core.recall.cache import OpenScopes

        return OpenScopes(self._cache_bytes)

    @cached_property
    def passages(self) -> Passages:
        """The documents that are open in memory."""
        from core.recall.passages import Passages

        return Passages()

    def _admit(self, tx: apsw.Connection) -> int | None:
        """The number this embedder writes under; None where it leaves new records unread.

        That is while the file belongs to another embedder; and, of the bundled table, while
        this engine has not been asked anything, so that a process that only writes need not load it.
        """
        asleep = self._given is None and "embedder" not in self.__dict__
        name = BUNDLED if asleep else self.embedder.name
        stored = meta.read(tx, EMBEDDER)
        if stored is None:
            meta.write(tx, EMBEDDER, name)
        if asleep or stored not in (None, name):
            return None
        return vector_rows.admit_embedder(tx, name, self.embedder.dimension)

    def _number(self, connection: apsw.Connection) -> int:
        """The number of this embedder in the file; 0 while it has read nothing of it."""
        stored = meta.read(connection, EMBEDDER)
        name, dimension = self.embedder.name, self.embedder.dimension
        known = None if stored is None else vector_rows.embedder(connection, stored)
        if stored not in (None, name) or (known is not None and known[1] != dimension):
            raise WrongEmbedder(stored=stored, given=name)
        return known[0] if known else 0

    def _pack_if_due(self, tx: apsw.Connection, scope: int, standing: Standing) -> None:
        if not standing.packing_is_due:
            return
        from core.recall.packing import pack

        # Packing needs numpy, so the embedder may as well wake up.
        awake = self.embedder
        if awake.instant and (number := self._admit(tx)) is not None:
            unread.read(tx, scope, number, awake)
        pack(tx, scope, vector_rows.embedders(tx))

    def _question(self, query: str, weights: Weights) -> tuple[Question | None, bool, EmbedderFailure | None]:
        """The question, None when it is blank; whether it was cut; why it has no meaning."""
        from core.recall.ranking import Question

        text = query[:LONGEST_QUESTION]
        terms = tokenizer.terms(text)
        embedder, vector, failure = self.embedder, None, None
        weight = embedder.weight if weights.meaning is None else weights.meaning
        if not embedder.reads_cjk and 2 * sum(map(tokenizer.is_cjk, terms)) > len(terms):
            weight = 0.0
        if text.strip():
            try:
                vector = embedder.embed([text])[0]
            except EmbedderFailure as error:
                failure, weight = error, 0.0
        cut = len(query) > LONGEST_QUESTION
        if not terms and (vector is None or not vector.any()):
            return None, cut, failure
        return Question(terms, vector, weight), cut, failure

    @contextmanager
    def _ranking(
        self,
        connection: apsw.Connection,
        scope: int,
        number: int,
        question: Question,
        asked: Asked,
        now: int,
    ) -> Iterator[tuple[Ranking, OpenScope]]:
        from core.recall.ranking import Ranking

        with self.scopes.lock:
            opened = self.scopes.get(connection, scope, number, self.embedder)
            exact = partial(opened.exact, connection, scope)
            yield Ranking(opened, opened.moment(now), question, asked, exact), opened

"""Giving every record of a file its vector: those that are missing, or all, by another embedder.

Both are one act. The new vectors are written beside the old ones, in short transactions, so that
recall goes on as before; only when none is missing does the file change over, at once. Stopped in the
middle it goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import apsw

from core.recall import tokenizer
from core.recall.embedder import Embedded, Embedder
from core.recall.engine import EMBEDDER
from core.recall.packing import pack
from core.store import Database, meta, posting_rows, vector_rows

if TYPE_CHECKING:
    from core.recall.server import Spent

_BATCH = 256

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class EmbedderUse:
    """Which embedder a file was made with, which is in use, and how far that one has read.

    Attributes:
        stored: None while nothing was ever embedded.
        done, total: live records it has read, and all there are.
        instant: what is unread is read when a question comes, and nobody has to wait for it.
        spent: what its requests have cost since the file was opened; None where none cost anything.
    """

    stored: str | None
    given: str
    done: int
    total: int
    instant: bool
    spent: Spent | None

    @property
    def fits(self) -> bool:
        """Whether a question can be compared with what the file holds."""
        return self.stored in (None, self.given)

    @property
    def waiting(self) -> bool:
        """Whether there is something to embed before meaning counts for every memory."""
        return not self.fits or (self.done < self.total and not self.instant)


def use_of(database: Database, embedder: Embedder) -> EmbedderUse:
    """Read how a file and an embedder stand to each other."""
    with database.read() as connection:
        stored = meta.read(connection, EMBEDDER)
        known = vector_rows.embedder(connection, embedder.name)
        done, total = _counted(connection, vector_rows.scopes(connection), known[0] if known else 0)
    spent = getattr(embedder, "spent", None)
    return EmbedderUse(stored, embedder.name, done, total, embedder.instant, spent)


def embed_all(
    database: Database,
    embedder: Embedder,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
    batch: int = _BATCH,
) -> Embedded:
    """Have ``embedder`` read every live record it has not read yet, then make it the file's own.

    Raises:
        EmbedderFailure: the server failed; what was written stays, and the next call goes on.
        ReadOnly, Locked, StorageFailure: the file could not be written.
    """
    with database.write() as tx:
        number = vector_rows.admit_embedder(tx, embedder.name, embedder.dimension)
        scopes = vector_rows.scopes(tx)
        done, total = _counted(tx, scopes, number)
    while True:
        for scope in scopes:
            while waiting := _missing(database, scope, number, batch):
                if cancelled is not None and cancelled():
                    return Embedded(done, total, False)
                vectors = embedder.embed([text for _, text in waiting])
                rows = {record: row.tobytes() for (record, _), row in zip(waiting, vectors, strict=True)}
                done += _write(database, scope, number, embedder.name, rows)
                if progress is not None:
                    progress(done, max(done, total))
        with database.write() as tx:
            scopes = vector_rows.scopes(tx)
            done, total = _counted(tx, scopes, number)
            if done >= total:
                _change_over(tx, scopes, number, embedder)
                return Embedded(done, total, True)


def _counted(connection: apsw.Connection, scopes: list[int], number: int) -> tuple[int, int]:
    counts = [vector_rows.counted(connection, scope, number) for scope in scopes]
    return sum(done for done, _ in counts), sum(total for _, total in counts)


def _missing(database: Database, scope: int, number: int, batch: int) -> list[tuple[int, str]]:
    with database.read() as connection:
        return vector_rows.missing(connection, scope, number, batch)


def _write(database: Database, scope: int, number: int, name: str, rows: dict[int, Any]) -> int:
    """Write the vectors of those records that are still there."""
    with database.write() as tx:
        present = posting_rows.of(tx, scope, list(rows))
        vector_rows.write(tx, scope, number, ((record, rows[record]) for record in present))
        if meta.read(tx, EMBEDDER) == name and present:
            change = posting_rows.advance(tx, scope, tokenizer.VERSION, len(present)).changes
            posting_rows.note(tx, scope, present, change)
    return len(present)


def _change_over(tx: apsw.Connection, scopes: list[int], number: int, embedder: Embedder) -> None:
    """Make the embedder the file's own and leave nothing of any other."""
    others = [other for other in vector_rows.embedders(tx) if other != number]
    meta.write(tx, EMBEDDER, embedder.name)
    for scope in scopes:
        posting_rows.all_read(tx, scope)
        for other in others:
            vector_rows.delete_embedder(tx, scope, other)
        if posting_rows.standing(tx, scope).packed:
            pack(tx, scope, {number: embedder.dimension})
        elif others:
            posting_rows.advance(tx, scope, tokenizer.VERSION, 0)
            posting_rows.renew(tx, scope, 0, 0, posting_rows.standing(tx, scope).loose)
    for other in others:
        vector_rows.drop_embedder(tx, other)

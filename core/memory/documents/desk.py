"""What a person may do with the documents of a scope: all an agent may, and delete."""

from __future__ import annotations

from collections.abc import Sequence

from core.audit import Action, Entry
from core.change import Change
from core.errors import ErrorCode, Invalid, NotFound
from core.memory.documents.documents import Documents
from core.memory.documents.ingesting import DOCUMENT
from core.memory.ground import Writing
from core.store import document_rows


class OperatorDocuments(Documents):
    """The documents of one scope in an operator's hands."""

    def counts(self) -> tuple[int, int]:
        """How many documents and chunks there are."""
        with self._ground.read() as (connection, scope):
            return (0, 0) if scope is None else document_rows.counts(connection, scope)

    def forget(self, id_: str, *, reason: str = "") -> Change:
        """Delete a document with every chunk and vector, for good.

        Raises:
            NotFound: no such document here.
        """
        with self._ground.write() as writing:
            if document_rows.document(writing.tx, writing.scope, id_) is None:
                raise NotFound(ErrorCode.NO_RECORD, document=id_)
            _delete(writing, [id_], "id", reason)
        self._ground.database.empty_wal()
        return Change(DOCUMENT)

    def forget_source(self, prefix: str, *, reason: str = "") -> int:
        """Delete every document whose source starts literally with the prefix; how many went.

        Raises:
            Invalid: an empty prefix, which would mean everything.
        """
        if not prefix.strip():
            raise Invalid("source", "empty")
        with self._ground.write() as writing:
            ids = document_rows.of_source(writing.tx, writing.scope, prefix)
            if ids:
                _delete(writing, ids, "source", reason)
        if ids:
            self._ground.database.empty_wal()
        return len(ids)


def _delete(writing: Writing, ids: Sequence[str], code: str, reason: str) -> None:
    for id_ in ids:
        document_rows.delete(writing.tx, writing.scope, id_)
    document_rows.advance(writing.tx, writing.scope)
    writing.recall.drop(writing.scope)
    writing.journal(Entry(Action.FORGET, "document", None, len(ids), code), reason)

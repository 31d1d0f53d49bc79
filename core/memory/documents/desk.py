"""What a person may do with the documents of a scope: all an agent may, and delete."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from core.audit import Action, Entry
from core.change import Change, Removed
from core.errors import ErrorCode, Invalid, NotFound, StorageFailure
from core.memory.documents.document import Ingested
from core.memory.documents.documents import Documents
from core.memory.documents.ingesting import DOCUMENT, LARGEST, Progress
from core.memory.ground import Writing
from core.store import document_rows


class OperatorDocuments(Documents):
    """The documents of one scope in an operator's hands."""

    def counts(self) -> tuple[int, int]:
        """How many documents and chunks there are."""
        with self._ground.read() as (connection, scope):
            return (0, 0) if scope is None else document_rows.counts(connection, scope)

    def add_file(
        self,
        path: Path,
        *,
        id_: str | None = None,
        progress: Progress | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Ingested:
        """Take a text file in, under its name or over the document of that id.

        Raises:
            NotFound, StorageFailure: it cannot be read.
            Invalid: it is empty, too large or no text.
            Cancelled: the caller asked to stop; nothing was written.
        """
        content = _read(path)
        return self.add(
            path.name if id_ is None else id_,
            content,
            title=path.name,
            source=f"doc:{path.name}",
            progress=progress,
            cancelled=cancelled,
        )

    def forget(self, id_: str, *, reason: str = "") -> Removed:
        """Delete a document with every chunk and vector, for good.

        Raises:
            NotFound: no such document here.
        """
        with self._ground.write() as writing:
            if document_rows.document(writing.tx, writing.scope, id_) is None:
                raise NotFound(ErrorCode.NO_RECORD, document=id_)
            _delete(writing, [id_], "id", reason)
        self._ground.database.empty_wal()
        return Removed(1, Change(DOCUMENT))

    def forget_source(self, prefix: str, *, reason: str = "") -> Removed:
        """Delete every document whose source starts literally with the prefix.

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
        return Removed(len(ids), Change(DOCUMENT))


def _read(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise StorageFailure(ErrorCode.IS_FOLDER, path=str(path))
        # A pipe has no size, so the limit is kept while reading as well.
        with path.open("rb") as file:
            size = path.stat().st_size
            content = file.read(LARGEST + 1) if size <= LARGEST else b""
    except FileNotFoundError:
        raise NotFound(path=str(path)) from None
    except PermissionError:
        raise StorageFailure(ErrorCode.NO_ACCESS, path=str(path)) from None
    except OSError as error:
        raise StorageFailure(ErrorCode.IO, path=str(path), errno=error.errno) from None
    if max(size, len(content)) > LARGEST:
        raise Invalid("document", "too_long", limit=LARGEST, length=max(size, len(content)))
    return content


def _delete(writing: Writing, ids: Sequence[str], code: str, reason: str) -> None:
    for id_ in ids:
        document_rows.delete(writing.tx, writing.scope, id_)
    document_rows.advance(writing.tx, writing.scope)
    writing.recall.drop(writing.scope)
    writing.journal(Entry(Action.FORGET, "document", None, len(ids), code), reason)

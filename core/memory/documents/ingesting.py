"""Taking a document in: checked, masked, cut, embedded in batches, and written in one transaction."""

from __future__ import annotations

import codecs
from collections import Counter
from collections.abc import Callable, Sequence

from core.audit import Action, Entry
from core.change import Change
from core.errors import Cancelled, EmbedderFailure, Invalid
from core.gate import Trust, cleaned, effective_trust
from core.gate.canonical import lone_surrogate
from core.gate.masking import mask
from core.memory.documents.chunking import Chunk, chunks
from core.memory.documents.document import Ingested, document_of
from core.memory.ground import Ground, Writing
from core.recall import tokenizer
from core.recall.term_counts import written
from core.store import document_rows
from core.store.document_rows import ChunkRow, DocumentRow

LARGEST = 10_000_000
"""Characters of a document, and bytes of one that is given as bytes."""
LONGEST_NAME = 500
_BATCH = 64
_LONGEST_SOURCE = 1_000
# The longer mark first: that of UTF-32 begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
DOCUMENT = frozenset({"document"})

Progress = Callable[[int, int], None]


def ingest(
    ground: Ground,
    id_: str,
    content: object,
    title: str | None,
    source: str,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Ingested:
    """Take a document in, over what stood under its id.

    Args:
        progress: told chunks embedded and chunks in all.
        cancelled: asked between batches; nothing is written then.

    Raises:
        Invalid: it is empty, too large or no text; its id or source is not accepted.
        Cancelled: the caller asked to stop.
    """
    text = text_of(content)
    salt = ground.admit().salt
    _require_names(id_, title, source, salt)
    trust = effective_trust(source, (), ground.settings.internal_tools)
    if trust is Trust.NONE:
        raise Invalid("source", "unknown", value=source[:80])
    text, spans = mask(text, salt)
    cut = chunks(text)
    if not cut:
        raise Invalid("document", "empty")
    failure = _embed(ground, cut, progress, cancelled)
    row = DocumentRow(
        id_,
        cleaned(title or id_, salt),
        cleaned(source, salt),
        trust,
        0,
        len(text),
        cut[-1].last,
        len(cut),
        len(spans),
        1,
    )
    with ground.write() as writing:
        return _written(writing, row, cut, failure)


def text_of(content: object) -> str:
    """The text of a document given as text, as UTF-8 bytes, or in another encoding that says so itself.

    Raises:
        Invalid: it is something else, too large, binary, or in an encoding nobody can tell.
    """
    if isinstance(content, bytes | bytearray):
        if len(content) > LARGEST:
            raise Invalid("document", "too_long", limit=LARGEST, length=len(content))
        content = _decoded(bytes(content))
    if not isinstance(content, str):
        raise Invalid("document", "type", expected="str", got=type(content).__name__)
    if len(content) > LARGEST:
        raise Invalid("document", "too_long", limit=LARGEST, length=len(content))
    if "\0" in content:
        raise Invalid("document", "binary")
    if (position := lone_surrogate(content)) is not None:
        raise Invalid("document", "not_unicode", position=position)
    return content


def _decoded(content: bytes) -> str:
    """The text of bytes: UTF-16 and UTF-32 begin with a mark of their own, everything else is UTF-8."""
    encoding = next((name for mark, name in _MARKS if content.startswith(mark)), "utf-8-sig")
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        # A picture or a program holds a NUL soon; a text in an old encoding never does.
        is_binary = encoding != "utf-8-sig" or b"\0" in content
        problem = "binary" if is_binary else "not_utf8"
        raise Invalid("document", problem, position=error.start) from None


def _require_names(id_: object, title: object, source: object, salt: bytes) -> None:
    for field, value, limit in (
        ("document_id", id_, LONGEST_NAME),
        ("title", id_ if title is None else title, LONGEST_NAME),
        ("source", source, _LONGEST_SOURCE),
    ):
        if not isinstance(value, str):
            raise Invalid(field, "type", expected="str", got=type(value).__name__)
        if not value.strip():
            raise Invalid(field, "empty")
        if len(value) > limit:
            raise Invalid(field, "too_long", limit=limit, length=len(value))
        if lone_surrogate(value) is not None or "\0" in value:
            raise Invalid(field, "not_text")
    # It is what the document is found by, so it cannot be masked.
    if isinstance(id_, str) and cleaned(id_, salt) != id_:
        raise Invalid("document_id", "secret")


def _embed(
    ground: Ground,
    cut: Sequence[Chunk],
    progress: Progress | None,
    cancelled: Callable[[], bool] | None,
) -> tuple[list[bytes], EmbedderFailure | None]:
    """The vectors of all chunks, batch by batch; none where the embedder failed."""
    found: list[bytes] = []
    embedder = ground.recall.embedder
    for start in range(0, len(cut), _BATCH):
        if cancelled is not None and cancelled():
            raise Cancelled
        try:
            made = embedder.embed([chunk.text for chunk in cut[start : start + _BATCH]])
        except EmbedderFailure as failure:
            return [], failure
        found += [vector.tobytes() for vector in made]
        if progress is not None:
            progress(min(start + _BATCH, len(cut)), len(cut))
    return found, None


def _written(
    writing: Writing,
    row: DocumentRow,
    cut: Sequence[Chunk],
    embedded: tuple[list[bytes], EmbedderFailure | None],
) -> Ingested:
    tx, scope = writing.tx, writing.scope
    vectors, failure = embedded
    known = document_rows.document(tx, scope, row.id)
    replaced = 0 if known is None else document_rows.delete(tx, scope, row.id)
    row = row._replace(added_at=writing.now, version=1 if known is None else known.version + 1)
    last = document_rows.advance(tx, scope, len(cut))
    rows = [_chunk_row(last + chunk.place, row.id, chunk) for chunk in cut]
    document_rows.insert(tx, scope, row, rows)
    number = writing.recall.admit(tx)
    if number is not None and vectors:
        ids = [each.id for each in rows]
        document_rows.write_vectors(tx, scope, number, zip(ids, vectors, strict=True))
    if replaced:
        writing.recall.drop(scope)
    writing.journal(Entry(Action.INGEST, "document", None, len(rows)))
    return Ingested(document_of(row), replaced, failure, Change(DOCUMENT))


def _chunk_row(id_: int, document: str, chunk: Chunk) -> ChunkRow:
    counts = Counter(tokenizer.terms(chunk.text))
    return ChunkRow(
        id_, document, chunk.place, chunk.first, chunk.last, chunk.text, counts.total(), written(counts)
    )

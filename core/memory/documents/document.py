"""A document, its chunks, and a hit among them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from core.change import NOTHING, Change
from core.clock import to_datetime
from core.errors import Corrupt, EmbedderFailure
from core.gate import Trust
from core.recall import Answer, Parts
from core.store.document_rows import ChunkRow, DocumentRow


@dataclass(frozen=True, slots=True)
class Document:
    """One document as it was last taken in.

    Attributes:
        masked: how many secrets were taken out.
        version: how often it was taken in; only the newest text is kept.
    """

    id: str
    title: str
    source: str
    trust: Trust
    added_at: datetime
    characters: int
    words: int
    chunks: int
    masked: int
    version: int


@dataclass(frozen=True, slots=True)
class DocumentChunk:
    """A passage of a document: its place among the chunks and its words, all counted from 1."""

    document: str
    place: int
    first: int
    last: int
    text: str


@dataclass(frozen=True, slots=True)
class DocumentHit:
    """One chunk that was recalled; scores compare chunks with chunks, ``fit`` compares with records too."""

    document: Document
    chunk: DocumentChunk
    score: float
    fit: float
    parts: Parts
    matched: tuple[str, ...] = ()


class DocumentHits(list[DocumentHit]):
    """The hits, best first, and how they were found; the attributes are those of `Hits`."""

    def __init__(self, hits: Iterable[DocumentHit] = (), answer: Answer | None = None) -> None:
        super().__init__(hits)
        answer = answer or Answer()
        self.candidates = answer.candidates
        self.seconds = answer.seconds
        self.blank = answer.blank
        self.without_meaning: EmbedderFailure | None = answer.without_meaning


@dataclass(frozen=True, slots=True)
class Ingested:
    """What taking a document in did.

    Attributes:
        replaced: chunks of the text that stood there before and went.
        without_meaning: why the chunks are found by their words only, for now.
    """

    document: Document
    replaced: int = 0
    without_meaning: EmbedderFailure | None = None
    change: Change = NOTHING


def document_of(row: DocumentRow) -> Document:
    """The document of a row.

    Raises:
        Corrupt: a column holds what this program never writes there.
    """
    try:
        return Document(
            row.id,
            row.title,
            row.source,
            Trust(row.trust),
            to_datetime(row.added_at),
            row.characters,
            row.words,
            row.chunks,
            row.masked,
            row.version,
        )
    except (ValueError, TypeError, OverflowError):
        raise Corrupt(table="documents") from None


def chunk_of(row: ChunkRow) -> DocumentChunk:
    """The chunk of a row."""
    return DocumentChunk(row.document, row.place, row.first, row.last, row.content)

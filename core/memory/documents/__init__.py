"""Longer texts, cut into overlapping chunks that are recalled beside the records.

`Documents` is what an agent's process holds: it takes texts in, with their secrets masked in place, and
finds passages in them. They have an index of their own, so that a handbook of a thousand pages does not
weigh on the words of a person's few records. Only the newest text of a document is kept. `OperatorDocuments`
adds deletion, after which nothing of it is left in rows, vectors or memory.
"""

from core.memory.documents.desk import OperatorDocuments
from core.memory.documents.document import Document, DocumentChunk, DocumentHit, DocumentHits, Ingested
from core.memory.documents.documents import Documents

__all__ = [
    "Document",
    "DocumentChunk",
    "DocumentHit",
    "DocumentHits",
    "Documents",
    "Ingested",
    "OperatorDocuments",
]

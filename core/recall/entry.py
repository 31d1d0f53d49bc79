"""A record as the index takes it in."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from core.recall import tokenizer
from core.recall.term_counts import written
from core.store.posting_rows import PostingRow


@dataclass(frozen=True, slots=True)
class Entry:
    """What is found and ranked of one record.

    Attributes:
        at: when it was written, in microseconds; recency counts from here.
        trust: rank 0 to 4, approval included.
        session: episodes of one session lift one another.
    """

    id: int
    kind: str
    text: str
    at: int
    expires_at: int | None = None
    importance: float = 0.5
    trust: int = 0
    session: str | None = None

    def row(self) -> PostingRow:
        """The row that holds its words."""
        counts = Counter(tokenizer.terms(self.text))
        return PostingRow(
            self.id,
            self.kind,
            self.at,
            self.expires_at,
            self.importance,
            self.trust,
            self.session,
            counts.total(),
            written(counts),
        )

"""The room where a question finds its records: by their words and by their meaning.

`Recall` is the engine of one open file. Whoever writes a record tells it in the same
transaction (`index`, `end`, `amend`, `forget`), so postings, vectors and everything derived from
them are never older than the records; whoever asks gets ids with scores taken apart (`search`,
`examine`). The room knows rows, not records: a scope's number, a record's id, kind, text and
what ranks it. Every statistic, matrix and cache belongs to one scope. Rows of words and of float32
vectors are the truth; packed postings and segments are derived and can be thrown away. Only the
memory floor and the gate above it call; numpy is loaded with the first text or question.
"""

from core.recall.embedder import Embedded, Embedder
from core.recall.engine import Answer, Recall
from core.recall.entry import Entry
from core.recall.parts import Part, Parts, Scored
from core.recall.settings import Asked, Weights

__all__ = ["Answer", "Asked", "Embedded", "Embedder", "Entry", "Part", "Parts", "Recall", "Scored", "Weights"]

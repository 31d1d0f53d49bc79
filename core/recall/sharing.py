"""Which records share most of a text's words: the candidates of the near-duplicate rule.

A process that has asked a question has the partition open and looks through all of it. One that only
writes does not load numpy for this: it looks through the newest rows, where repetitions stand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import apsw

from core.recall import tokenizer
from core.store import posting_rows

if TYPE_CHECKING:
    from core.recall.opened import OpenScope

# Half a millisecond of reading; more would be felt in every write of a large partition.
NEWEST = 500
_TERMS = 8


def wanted(text: str) -> list[str]:
    """The terms looked for: the longest, which are the rarest as a rule."""
    distinct = sorted(set(tokenizer.terms(text)), key=lambda term: (-len(term), term))
    return distinct[:_TERMS]


def in_rows(connection: apsw.Connection, scope: int, terms: Sequence[str], kind: str, most: int) -> list[int]:
    """Among the newest rows of a kind, those that hold at least half the terms, the most first."""
    return posting_rows.sharing(connection, scope, terms, kind, (len(terms) + 1) // 2, NEWEST, most)


def in_memory(opened: OpenScope, terms: Sequence[str], kind: str, most: int) -> list[int]:
    """The same among all records of an open partition."""
    import numpy as np

    from core.kind import Kind
    from core.recall.columns import KINDS
    from core.recall.postings import places

    columns = opened.columns
    shared = np.zeros(len(columns), np.int32)
    for term in terms:
        shared[places(opened.postings.of(term))] += 1
    fitting = columns["live"] & (columns["kind"] == KINDS.index(Kind(kind)))
    found = np.flatnonzero(fitting & (2 * shared >= len(terms)))
    order = np.lexsort((-found, -shared[found]))[:most]
    return [int(record) for record in columns.ids[found[order]]]

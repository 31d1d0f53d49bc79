"""Writing the packed form of a scope, and taking single records out of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import apsw
import numpy as np
from numpy.typing import NDArray

from core.recall import postings
from core.recall.columns import Columns
from core.recall.opened import OpenScope
from core.recall.vectors import SEGMENT, segment_of
from core.store import packed_postings, posting_rows, vector_rows
from core.store.vector_rows import Segment


def pack(tx: apsw.Connection, scope: int, dimensions: Mapping[int, int]) -> None:
    """Write the packed form anew, with every live record in it; ``dimensions`` by embedder number."""
    standing = posting_rows.standing(tx, scope)
    opened = OpenScope.load(tx, scope, standing)
    live = np.asarray(opened.columns["live"], np.bool_)
    _write(tx, scope, opened, live)
    posting_rows.clear_log(tx, scope)
    posting_rows.renew(tx, scope, _last(opened, live), int(live.sum()), 0)
    for embedder, dimension in dimensions.items():
        _segment(tx, scope, embedder, dimension, opened.columns.ids[live])


def take_out(tx: apsw.Connection, scope: int, records: Sequence[int], dimensions: Mapping[int, int]) -> None:
    """Leave no byte of forgotten records in the packed form and the segments."""
    standing = posting_rows.standing(tx, scope)
    if standing.packed and min(records) <= standing.packed_to:
        values = packed_postings.load(tx, scope)
        columns = Columns.from_bytes(values)
        keep = ~np.isin(columns.ids, np.array(records, np.int64))
        if not keep.all():
            words = postings.Postings(postings.from_bytes(values)).packed(keep)
            packed_postings.replace(tx, scope, {**columns.to_bytes(keep), **postings.to_bytes(words)})
        standing = standing._replace(packed=int(keep.sum()))
    posting_rows.renew(tx, scope, standing.packed_to, standing.packed, standing.loose)
    for number, dimension in dimensions.items():
        gone = np.array(records, np.int64)
        for segment, ids in vector_rows.segment_ids(tx, scope, number):
            held = np.frombuffer(ids, "<i8")
            if np.isin(held, gone).any():
                left = held[~np.isin(held, gone)].tolist()
                vector_rows.write_segment(
                    tx, scope, number, _filled(tx, scope, number, segment, left, dimension)
                )


def _write(tx: apsw.Connection, scope: int, opened: OpenScope, live: NDArray[np.bool_]) -> None:
    words = opened.postings.packed(live)
    packed_postings.replace(tx, scope, {**opened.columns.to_bytes(live), **postings.to_bytes(words)})


def _last(opened: OpenScope, live: NDArray[np.bool_]) -> int:
    return int(opened.columns.ids[live].max(initial=0))


def _segment(tx: apsw.Connection, scope: int, embedder: int, dimension: int, ids: NDArray[np.int64]) -> None:
    """Bring the segments to exactly these records; full ones that are right already stay."""
    spare = -1
    settled = np.zeros(0, np.int64)
    for number, stored in vector_rows.segment_ids(tx, scope, embedder):
        held = np.frombuffer(stored, "<i8")
        spare = number
        if len(held) == SEGMENT and np.isin(held, ids).all():
            settled = np.concatenate((settled, held))
        else:
            vector_rows.write_segment(tx, scope, embedder, Segment(number, b"", b"", b""))
    waiting = ids[~np.isin(ids, settled)].tolist()
    for offset, chunk in enumerate(_chunks(waiting)):
        segment = _filled(tx, scope, embedder, spare + 1 + offset, chunk, dimension)
        vector_rows.write_segment(tx, scope, embedder, segment)


def _filled(
    tx: apsw.Connection, scope: int, embedder: int, number: int, records: Sequence[int], dimension: int
) -> Segment:
    known = vector_rows.of(tx, scope, embedder, records)
    ids = [record for record in records if record in known]
    return segment_of(number, ids, [known[record] for record in ids], dimension)


def _chunks(records: Sequence[int]) -> Iterable[Sequence[int]]:
    return (records[start : start + SEGMENT] for start in range(0, len(records), SEGMENT))

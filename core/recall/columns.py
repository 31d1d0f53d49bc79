"""What ranking knows of each record of an open partition, besides its words and its meaning."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.kind import Kind
from core.recall.growing import Growing
from core.store.posting_rows import PostingRow

NEVER = np.iinfo(np.int64).max
NO_SESSION = -1
KINDS = tuple(Kind)
_NUMBER_OF_KIND = {kind.value: number for number, kind in enumerate(KINDS)}

_LAYOUT = np.dtype(
    [
        ("id", "<i8"),
        ("at", "<i8"),
        ("expires_at", "<i8"),
        ("importance", "<f4"),
        ("length", "<i4"),
        ("session", "<i4"),
        ("kind", "u1"),
        ("trust", "u1"),
        ("live", "?"),
        ("", "u1"),
    ]
)


class Columns:
    """One row per record in the order of ids; a record's row number is its place."""

    def __init__(self, rows: NDArray[np.void] | None = None, sessions: Sequence[str] = ()) -> None:
        self._rows = Growing(np.zeros(0, _LAYOUT) if rows is None else rows)
        self._sessions = {session: number for number, session in enumerate(sessions)}

    def __len__(self) -> int:
        return len(self._rows.values)

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self._rows.values[name]

    @property
    def ids(self) -> NDArray[np.int64]:
        """Record ids, rising."""
        return self._rows.values["id"]

    @property
    def nbytes(self) -> int:
        """The memory it takes."""
        return self._rows.nbytes

    def add(self, rows: Sequence[PostingRow]) -> None:
        """Append records, whose ids are higher than any before."""
        self._rows.add(np.array([self._row(row) for row in rows], _LAYOUT))

    def place(self, record: int) -> int | None:
        """Where a record stands, if it is here and nothing has ended it."""
        ids = self.ids
        place = int(np.searchsorted(ids, record))
        here = place < len(ids) and ids[place] == record and self._rows.values["live"][place]
        return place if here else None

    def amend(self, place: int, row: PostingRow | None) -> None:
        """Take over what changed about a record; None where it has ended."""
        self._rows.add(())  # gives a place to write to where the rows are a view of the file's bytes
        if row is None:
            self._rows.values["live"][place] = False
        else:
            self._rows.values[place] = self._row(row)

    def to_bytes(self, keep: NDArray[np.bool_]) -> dict[str, bytes]:
        """The rows to keep, as they stand in the file."""
        rows = self._rows.values[keep]
        used = np.unique(rows["session"])
        used = used[used != NO_SESSION]
        rows["session"] = np.where(
            rows["session"] == NO_SESSION, NO_SESSION, np.searchsorted(used, rows["session"])
        )
        names = list(self._sessions)
        sessions = [names[number] for number in used.tolist()]
        return {
            "records": rows.tobytes(),
            "sessions": json.dumps(sessions, ensure_ascii=False).encode(),
        }

    @classmethod
    def from_bytes(cls, values: Mapping[str, bytes]) -> Columns:
        """The rows of `to_bytes`."""
        return cls(np.frombuffer(values["records"], _LAYOUT), json.loads(values["sessions"]))

    def _row(self, row: PostingRow) -> tuple[object, ...]:
        session = NO_SESSION
        if row.session is not None:
            session = self._sessions.setdefault(row.session, len(self._sessions))
        expires_at = NEVER if row.expires_at is None else row.expires_at
        kind = _NUMBER_OF_KIND[row.kind]
        return (
            row.record,
            row.at,
            expires_at,
            row.importance,
            row.length,
            session,
            kind,
            row.trust,
            True,
            0,
        )

"""The partitions that are open in memory, the least recently asked leaving first."""

from __future__ import annotations

import threading
from collections import OrderedDict

import apsw

from core.recall.embedder import Embedder
from core.recall.opened import OpenScope
from core.store import posting_rows


class OpenScopes:
    """Open partitions by scope number, bounded by bytes.

    Hold ``lock`` while one is used: following the file changes it in place.
    """

    def __init__(self, most_bytes: int) -> None:
        self.lock = threading.RLock()
        self._most_bytes = most_bytes
        self._opened: OrderedDict[int, OpenScope] = OrderedDict()

    def get(self, connection: apsw.Connection, scope: int, number: int, embedder: Embedder) -> OpenScope:
        """The partition exactly as the connection's snapshot has it.

        Args:
            number: of the embedder in this file; 0 while it has written nothing.
        """
        standing = posting_rows.standing(connection, scope)
        opened = self._opened.get(scope)
        if opened is not None and opened.number != number:
            opened = None
        if connection.txn_state() == apsw.SQLITE_TXN_WRITE:
            # What may still be rolled back is nobody else's business.
            if opened is not None and opened.is_at(standing):
                return opened
            return OpenScope.load(connection, scope, standing, number, embedder)
        if opened is None:
            opened = OpenScope.load(connection, scope, standing, number, embedder)
        elif opened.vectors.coded and opened.vectors.is_small:
            # Asked a second time, it pays to read the vectors themselves instead of their codes.
            opened = OpenScope.load(connection, scope, standing, number, embedder, coded=False)
        elif not opened.follow(connection, scope, standing):
            exact = not opened.vectors.coded and opened.vectors.is_small
            opened = OpenScope.load(
                connection, scope, standing, number, embedder, coded=False if exact else None
            )
        self._opened[scope] = opened
        self._opened.move_to_end(scope)
        while len(self._opened) > 1 and self.nbytes > self._most_bytes:
            self._opened.popitem(last=False)
        return opened

    def keep_up(self, connection: apsw.Connection, scope: int, opened: OpenScope) -> bool:
        """Whether an open partition is in step with the connection, or cheaply came into step."""
        standing = posting_rows.standing(connection, scope)
        if opened.is_at(standing):
            return True
        # What may still be rolled back is nobody else's business.
        return connection.txn_state() != apsw.SQLITE_TXN_WRITE and opened.follow(connection, scope, standing)

    def held(self) -> dict[int, OpenScope]:
        """What is open, the least recently asked first."""
        return dict(self._opened)

    @property
    def nbytes(self) -> int:
        """The memory all of them take."""
        return sum(opened.nbytes for opened in self._opened.values())

    def drop(self, scope: int) -> None:
        """Forget one partition."""
        with self.lock:
            self._opened.pop(scope, None)

"""Watching the open file for changes of other processes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from core import Store


@dataclass(frozen=True, slots=True)
class Look:
    """What one look at the file showed."""

    watch: Watch
    kinds: frozenset[str]
    replaced: bool


class Watch:
    """Compares the file with what was seen last; called on worker threads."""

    def __init__(self, store: Store, seq: int, version: int) -> None:
        self._store = store
        self._seq = seq
        self._version = version
        self._own_writes = 0
        self._lock = threading.Lock()

    def look(self) -> Look:
        """What others changed since the last look, and whether the path names another file now."""
        with self._lock:
            kinds: frozenset[str] = frozenset()
            version = self._store.data_version()
            if version != self._version and not self._own_writes:
                kinds = self._news()
                self._version = version
        return Look(self, kinds, not self._store.same_file() or self._emptied())

    @contextmanager
    def own_write(self) -> Iterator[None]:
        """While a write of ours runs, what is new is left for ``settle``: it is mostly ours."""
        with self._lock:
            self._own_writes += 1
        try:
            yield
        finally:
            with self._lock:
                self._own_writes -= 1

    def settle(self) -> frozenset[str]:
        """After a write of ours: the kinds changed since the last look, which count as seen."""
        with self._lock:
            self._version = self._store.data_version()
            return self._news()

    def _news(self) -> frozenset[str]:
        self._seq, kinds = self._store.changes_since(self._seq)
        return kinds

    def _emptied(self) -> bool:
        try:
            return self._store.path.stat().st_size == 0
        except OSError:
            return True

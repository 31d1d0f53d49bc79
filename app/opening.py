"""Opening a file off the GUI thread: which mode, which person, what to say about it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.embedder_choice import EmbedderChoice
from core import ErrorCode, MnemoscopeError, Operator, Scope, Store
from core.audit import Landmark

# What a person waits for before the program says that the file is in use.
BUSY_SECONDS = 2.0

# Asks for the newest number of the journal without reading what came before it.
_PAST_ALL = 2**62

_PAGE = 500

# These refuse writing only: the file may well be readable.
_WRITE_ONLY = {
    ErrorCode.READ_ONLY,
    ErrorCode.SCHEMA_TOO_NEW,
    ErrorCode.NO_ACCESS,
    ErrorCode.NETWORK_FILE_SYSTEM,
    ErrorCode.CORRUPT,
}


@dataclass(frozen=True, slots=True)
class Opened:
    """An open file as the session takes it over."""

    store: Store
    operator: Operator
    scope: Scope | None
    seq: int
    version: int
    refused: MnemoscopeError | None = None
    head: Landmark | None = None
    is_older: bool = False


def open_file(
    path: Path,
    mode: str,
    operator_name: str,
    wanted: Scope | None,
    seen: Landmark | None = None,
    embedder: EmbedderChoice | None = None,
) -> Opened:
    """Open ``path``; where only writing is refused, open it read-only and keep the reason.

    ``seen`` is where the journal stood last time: a file that was put back from a copy, or came
    without its ``-wal``, opens without a word from SQLite and has lost what came after.

    Raises:
        MnemoscopeError: the file could not be opened at all.
    """
    refused: MnemoscopeError | None = None
    try:
        store = _open(path, mode, embedder)
    except MnemoscopeError as error:
        if mode != "read-write" or error.code not in _WRITE_ONLY:
            raise
        refused = error
        store = _open(path, "read-only", embedder)
    try:
        operator = store.operator(operator_name)
        version = store.data_version()
        seq, _ = store.changes_since(_PAST_ALL)
        head = operator.audit.head()
        is_older = seen is not None and not operator.audit.passes(seen)
        scope = _scope(operator, wanted)
    except BaseException:
        store.close()
        raise
    return Opened(store, operator, scope, seq, version, refused, head, is_older)


def _open(path: Path, mode: str, embedder: EmbedderChoice | None) -> Store:
    chosen = None if embedder is None else embedder.make()
    return Store.open(path, mode, busy_timeout=BUSY_SECONDS, embedder=chosen)


def _scope(operator: Operator, wanted: Scope | None) -> Scope | None:
    """The person asked for if the file knows them, else the first one there is."""
    if wanted is not None:
        # "acme / al" is part of "acme / alice", so the person may stand on a later page.
        for offset in range(0, operator.scope_count(str(wanted)), _PAGE):
            page = operator.scopes(str(wanted), _PAGE, offset)
            if any(summary.scope == wanted for summary in page):
                return wanted
    first = operator.scopes(limit=1)
    return first[0].scope if first else None

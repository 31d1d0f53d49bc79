"""Everything in the file that is not about one person: what needles must not be, and what must not change."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import apsw

from core.store import table_rows
from core.store.inventory import INVENTORY, Table

if TYPE_CHECKING:
    from core.privacy.scanner import Scanner

_PARTITIONED = tuple(table for table in INVENTORY if table.scoped and table.name != "tombstones")
_SHARED = tuple(table for table in INVENTORY if not table.scoped)

_FOLLOWING = frozenset(
    {"postings", "postings_log", "postings_packed", "recall_scopes", "vectors", "vector_segments"}
)
_TICK = 16

Fingerprint = dict[int, bytes]
"""One hash per person of everything the file holds about them."""


def walk(
    connection: apsw.Connection,
    scope: int | None,
    scanner: Scanner | None = None,
    tick: Callable[[int, int], None] | None = None,
    overwritten: Mapping[int, Sequence[tuple[bytes, bytes]]] | None = None,
) -> Fingerprint:
    """Go through everybody else, one person after another; no content leaves here.

    Args:
        scope: whom to leave out; None for nobody.
        scanner: looks through all of it, and through what belongs to nobody.
        tick: told people done and in all.
        overwritten: by person, texts the scanner is to read as they will be; the hashes are of what is.
    """
    changes = overwritten or {}
    people = [other for other in table_rows.scopes(connection) if other != scope]
    found: Fingerprint = {}

    def everybody() -> Iterator[bytes]:
        for number, other in enumerate(people):
            digest = hashlib.blake2b(digest_size=16)
            yield from _rows(connection, other, digest, changes.get(other, ()))
            found[other] = digest.digest()
            if tick is not None and number % _TICK == 0:
                tick(number, len(people))

    if scanner is None:
        for _ in everybody():
            pass
        return found
    scanner.pieces(everybody())
    for table in _SHARED:
        scanner.pieces(table_rows.joined_shared(connection, table))
    scanner.pieces(table_rows.schema_texts(connection))
    return found


def of(connection: apsw.Connection, scope: int) -> bytes:
    """The hash of what one person's rows are now."""
    digest = hashlib.blake2b(digest_size=16)
    for _ in _rows(connection, scope, digest, ()):
        pass
    return digest.digest()


def _rows(
    connection: apsw.Connection,
    scope: int,
    digest: hashlib.blake2b,
    changes: Sequence[tuple[bytes, bytes]],
) -> Iterator[bytes]:
    for table in table_rows.filled(connection, _PARTITIONED, scope):
        name = table.name.encode() + b"\x00"
        for row in table_rows.joined(connection, table, scope):
            digest.update(name + len(row).to_bytes(4, "big") + row)
            if not changes:
                yield row
            elif table.texts or not follows_records(table):
                for old, new in changes:
                    row = row.replace(old, new)
                yield row


def follows_records(table: Table) -> bool:
    """Whether a table repeats what records say, so that it changes with them."""
    return table.name in _FOLLOWING

"""What is held about a person, table by table, in counts."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

import apsw

from core import audit
from core.clock import optional_datetime
from core.scope import Scope
from core.store import subjects, table_rows
from core.store.inventory import INVENTORY, Erasure, Table
from core.store.subjects import Subject

if TYPE_CHECKING:
    from core.privacy.scanner import Scanner

SHORTEST_NAME = 3
_MOST_SENTENCES = 2_000
_SENTENCE = re.compile(r"[^\s{\[]\S* +\S+ +\S")
_MOST_SHARED = 50
_WITH_TEXTS = tuple(table for table in INVENTORY if table.scoped and table.texts)


@dataclass(frozen=True, slots=True)
class TableHoldings:
    """What one table holds about a person.

    Attributes:
        bytes: of the values themselves, without what the file needs around them.
        oldest, newest: when the rows were written; None where the table does not say.
        sources: rows by the kind of source, most first; empty where the table keeps none.
        exported: how an export shows the rows; None where there is nothing to show.
        erasure: what erasing does to the rows, and why they stay where they do.
        derived: the rows say nothing of their own.
    """

    name: str
    rows: int
    bytes: int
    oldest: datetime | None
    newest: datetime | None
    sources: dict[str, int]
    exported: str | None
    erasure: Erasure
    kept_because: str | None
    derived: bool


@dataclass(frozen=True, slots=True)
class Mention:
    """Another person whose records name this one or quote them, and in how many rows."""

    scope: Scope
    rows: int


@dataclass(frozen=True, slots=True)
class Holdings:
    """Everything held about one person at one moment.

    Attributes:
        journal_entries: entries that can be linked to the person as long as they are in the file.
        mentions: None where they were not looked for.
    """

    scope: Scope
    tables: tuple[TableHoldings, ...]
    journal_entries: int
    mentions: tuple[Mention, ...] | None = field(default=None)

    @property
    def rows(self) -> int:
        """Rows that erasing deletes."""
        return sum(table.rows for table in self.tables if table.erasure is Erasure.DELETE)

    @property
    def bytes(self) -> int:
        """Bytes of the rows that erasing deletes."""
        return sum(table.bytes for table in self.tables if table.erasure is Erasure.DELETE)

    def count(self, table: str) -> int:
        """Rows of one table."""
        return next((each.rows for each in self.tables if each.name == table), 0)


def holdings(connection: apsw.Connection, scope: Scope, subject: Subject) -> Holdings:
    """Measure every table of the inventory for one person."""
    tables = tuple(_measured(connection, table, subject) for table in INVENTORY if table.scoped)
    return Holdings(scope, tables, audit.count(connection, subject))


def counts(connection: apsw.Connection, scope: int) -> dict[str, int]:
    """Rows per table that erasing would delete; the export's manifest says the same."""
    return {
        table.name: table_rows.count(connection, table, scope)
        for table in INVENTORY
        if table.scoped and table.erasure is Erasure.DELETE
    }


def _measured(connection: apsw.Connection, table: Table, subject: Subject) -> TableHoldings:
    measure = table_rows.measure(connection, table, subject.scope)
    return TableHoldings(
        table.name,
        measure.rows,
        measure.bytes,
        optional_datetime(measure.oldest),
        optional_datetime(measure.newest),
        table_rows.sources(connection, table, subject.scope),
        table.exported,
        table.erasure,
        table.kept_because,
        table.computed_from is not None,
    )


def mentions(
    connection: apsw.Connection,
    scope: Scope,
    subject: Subject,
    tick: Callable[[int, int], None] | None = None,
) -> tuple[Mention, ...]:
    """Where others' rows name the person or repeat a sentence of theirs; counts only.

    Everybody else is asked one by one, inside their own partition (guide/privacy.md 3.2).
    """
    from core.privacy.scanner import Scanner

    words = [scope.user] if len(scope.user) >= SHORTEST_NAME else []
    sentences = sentences_of(connection, subject.scope)
    scanner = Scanner([*sentences])
    found = []
    people = [other for other in table_rows.scopes(connection) if other != subject.scope]
    for number, other in enumerate(people):
        if tick is not None and number % 16 == 0:
            tick(number, len(people))
        tables = table_rows.filled(connection, _WITH_TEXTS, other)
        shared = shared_with(connection, tables, other, sentences, scanner)
        rows = sum(
            _names(texts, words, shared)
            for table in tables
            if words or shared
            for texts in table_rows.holding(connection, table, other, [*words, *shared])
        )
        if rows:
            found.append(Mention(_scope_of(connection, other), rows))
    return tuple(found)


def _names(texts: Sequence[bytes | None], words: Sequence[str], sentences: Sequence[str]) -> bool:
    """Whether the row says a name as a word of its own, or a whole sentence."""
    shown = " \n ".join(text.decode("utf-8", "replace") for text in texts if text).lower()
    if any(sentence.lower() in shown for sentence in sentences):
        return True
    return any(re.search(rf"(?<!\w){re.escape(word.lower())}(?!\w)", shown) for word in words)


def sentences_of(connection: apsw.Connection, scope: int) -> dict[bytes, str]:
    """Texts of the person that say something: three words or more."""
    found: dict[bytes, str] = {}
    for table in _WITH_TEXTS:
        names = table_rows.shape(connection, table).of_type("TEXT")
        for row in table_rows.texts(connection, table, scope):
            for name, raw in zip(names, row, strict=False):
                if name in table.texts and raw and len(raw) >= 16 and len(found) < _MOST_SENTENCES:
                    text = raw.decode("utf-8", "replace")
                    if _SENTENCE.match(text):
                        found[raw] = text
    return found


def shared_with(
    connection: apsw.Connection,
    tables: Sequence[Table],
    other: int,
    sentences: dict[bytes, str],
    scanner: Scanner,
) -> list[str]:
    """Those of the sentences that another person's rows repeat."""
    if not sentences:
        return []
    scanner.forget_found()
    for table in tables:
        scanner.pieces(table_rows.joined(connection, table, other))
    met = [text for text, flag in zip(sentences.values(), scanner.found.tolist(), strict=True) if flag]
    return met[:_MOST_SHARED]


def _scope_of(connection: apsw.Connection, number: int) -> Scope:
    tenant, user = subjects.names(connection, number)
    return Scope(tenant, user)

"""What other people's records say about a person who is to be erased, to redact or to keep.

The rows stay theirs. An operator opens one other person at a time, which the journal keeps; what is
chosen is overwritten in the same transaction in which the person goes (guide/privacy.md 3.2).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

import apsw

from core import audit
from core.audit import Action, Entry
from core.errors import Conflict, ErrorCode, NotFound, OnHold, Restricted
from core.kind import Kind
from core.memory.ground import Ground
from core.memory.records.indexing import entry_of
from core.memory.records.rows import digest
from core.privacy.acting import acting
from core.privacy.holdings import SHORTEST_NAME, sentences_of, shared_with
from core.scope import Scope
from core.store import person_rows, record_rows, subjects, table_rows, value_copies
from core.store.inventory import INVENTORY
from core.store.person_rows import Flag
from core.store.subjects import Subject
from core.store.value_copies import ValueCopy

INSTEAD = "[redacted]"

# What rows are called or referred to by, and chunks, whose words are counted with their place in a text.
_NAMES = frozenset(
    {
        "conversation", "document", "folded", "id", "key", "lineage", "name", "op_id", "origin", "path",
        "relation", "run", "session", "source", "target", "task", "type",
    }
)  # fmt: skip
_WHOLE = frozenset({"document_chunks"})
_TABLES = {table.name: table for table in INVENTORY}


class KeptBecause(StrEnum):
    """Why what others' records say about an erased person stays (a code; it stands in the receipt)."""

    NOT_DECIDED = "not_decided"
    THEIRS = "theirs"
    NEEDED = "needed"
    PUBLIC = "public"


@dataclass(frozen=True, slots=True)
class Quote:
    """One text of another person that names the erased one or repeats them.

    Attributes:
        scope: whose record it is.
        copy: which text of which row.
        redacted: what it would say instead.
        can_redact: False for what rows are called by, and for documents, which are kept or withdrawn whole.
    """

    scope: Scope
    copy: ValueCopy
    redacted: str
    can_redact: bool

    @property
    def row(self) -> tuple[Scope, str, tuple[object, ...]]:
        """The row it stands in."""
        return self.scope, self.copy.table, self.copy.key


def open_other(ground: Ground, other: Ground) -> tuple[Quote, ...]:
    """Show what one other person's records say about the ground's person, and journal that they were opened.

    Raises:
        NotFound: one of the two is not in the file.
        ReadOnly, Locked, StorageFailure: that it was opened cannot be written down, so it is not shown.
    """
    with acting(other) as writing:
        about = subjects.find(writing.tx, ground.scope.tenant, ground.scope.user)
        if about is None:
            raise NotFound(ErrorCode.NO_SCOPE, tenant=ground.scope.tenant, user=ground.scope.user)
        found = quoted(writing.tx, ground.scope, about, other.scope, writing.scope)
        writing.journal(Entry(Action.REVEAL, "scope", None, len(found), "quotes"))
    return found


def quoted(
    connection: apsw.Connection, scope: Scope, about: Subject, other: Scope, number: int
) -> tuple[Quote, ...]:
    """The texts of one other person that name the person or repeat a sentence of theirs."""
    from core.privacy.scanner import Scanner

    sentences = sentences_of(connection, about.scope)
    tables = table_rows.filled(connection, value_copies.TABLES, number)
    shared = shared_with(connection, tables, number, sentences, Scanner([*sentences]))
    words = [scope.user] if len(scope.user) >= SHORTEST_NAME else []
    pattern = _pattern(words, shared)
    if pattern is None:
        return ()
    found = []
    for copy in value_copies.find(connection, number, [*words, *shared]):
        text = pattern.sub(INSTEAD, copy.text)
        if text != copy.text:
            free = copy.table not in _WHOLE and copy.column not in _NAMES
            found.append(Quote(other, copy, text, free))
    return tuple(found)


def _pattern(words: Iterable[str], sentences: Iterable[str]) -> re.Pattern[str] | None:
    """A sentence anywhere, a name as a word of its own; as they are and as JSON writes them."""
    parts = [re.escape(each) for each in value_copies.spellings([*sentences])]
    parts += [rf"(?<!\w){re.escape(each)}(?!\w)" for each in value_copies.spellings([*words])]
    return re.compile("|".join(parts), re.IGNORECASE) if parts else None


def by_number(connection: apsw.Connection, chosen: Iterable[Quote]) -> dict[int, list[Quote]]:
    """The chosen quotes by the number of the person whose they are.

    Raises:
        NotFound: one of them is not in the file any more.
    """
    found: defaultdict[int, list[Quote]] = defaultdict(list)
    for quote in chosen:
        subject = subjects.find(connection, quote.scope.tenant, quote.scope.user)
        if subject is None:
            raise NotFound(ErrorCode.NO_SCOPE, tenant=quote.scope.tenant, user=quote.scope.user)
        found[subject.scope].append(quote)
    return dict(found)


def overwritten(chosen: Mapping[int, Collection[Quote]]) -> dict[int, list[tuple[bytes, bytes]]]:
    """What will be left of each text, for whoever asks what only the erased person says."""
    return {
        number: [
            (
                quote.copy.text.encode("utf-8", "surrogatepass"),
                quote.redacted.encode("utf-8", "surrogatepass"),
            )
            for quote in quotes
        ]
        for number, quotes in chosen.items()
    }


def redact(
    ground: Ground, tx: apsw.Connection, about: Subject, number: int, chosen: Collection[Quote], now: int
) -> int:
    """Overwrite texts of one other person; the number of rows that say nothing of the first any more.

    Raises:
        Conflict: a text has changed since it was shown.
        Restricted, OnHold: the other person's memory is to stay as it is.
    """
    if person_rows.restricted(tx, number):
        raise Restricted(path=str(ground.database.path))
    if (hold := person_rows.flag(tx, Flag.LEGAL_HOLD, number)) is not None:
        raise OnHold(reason=hold.reason, at=hold.at)
    other = next(iter(chosen)).scope
    standing = quoted(tx, ground.scope, about, other, number)
    wanted = {*chosen}
    if wanted - {quote for quote in standing if quote.can_redact}:
        raise Conflict(copies=len(wanted))
    for quote in wanted:
        value_copies.rewrite(tx, number, _TABLES[quote.copy.table], quote.copy, quote.redacted)
    _retell(ground, tx, number, [quote for quote in wanted if quote.copy.table == "records"])
    subject = subjects.find(tx, other.tenant, other.user)
    actor = audit.actor_id(tx, ground.actor)
    audit.append(tx, actor, subject, Entry(Action.REDACT, "scope", None, len(wanted), "quotes"), now)
    return len({quote.row for quote in wanted} - {quote.row for quote in standing if quote not in wanted})


def _retell(ground: Ground, tx: apsw.Connection, scope: int, quotes: Collection[Quote]) -> None:
    """Let records be found by their new words only."""
    ids = sorted({int(quote.copy.key[0]) for quote in quotes})
    if not ids:
        return
    rows = [stored.row for _, stored in sorted(record_rows.by_ids(tx, scope, ids).items())]
    record_rows.retold(tx, scope, [(row.id, digest(Kind(row.kind), row.content)) for row in rows])
    live = [entry_of(row) for row in rows if row.ended_at is None]
    ground.recall.retell(tx, scope, ids, live)

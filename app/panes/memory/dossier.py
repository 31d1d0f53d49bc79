"""All that the detail shows about one record, read in one go on a worker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from core.audit import Actor
from core.handles import Operator
from core.memory.quarantine import HeldItem
from core.memory.records import Record, Sourced
from core.memory.records.events import RecordEvent
from core.memory.records.query import parse
from core.scope import Scope


@dataclass(frozen=True, slots=True)
class Dossier:
    """A record, every version of what it says, what people did to it, and how it stands.

    Attributes:
        chain: the supersession chain, oldest first, the record itself included.
        released_as: the proposal whose release stored it, if it had waited.
        sourced: the writer runs that proposed it and what they cited; none for a direct call.
        as_of: the moment the record is shown for, None for now.
        authors: who wrote each version of the chain.
        used: conversations and the prompts there that showed it.
    """

    record: Record
    chain: tuple[Record, ...]
    events: Sequence[RecordEvent]
    in_conflict: bool
    is_due: bool
    as_of: datetime | None = None
    released_as: HeldItem | None = None
    sourced: tuple[Sourced, ...] = ()
    authors: Mapping[int, Actor] = field(default_factory=dict)
    used: Sequence[tuple[str, int]] = ()

    @property
    def current(self) -> Record | None:
        """The version that is believed, if it is another one."""
        newest = self.chain[-1] if self.chain else self.record
        return newest if newest.id != self.record.id and newest.ended_at is None else None


def read_dossier(operator: Operator, number: int, as_of: datetime | None, scope: Scope) -> Dossier:
    """Reads the dossier of record ``number``.

    Raises:
        NotFound: there is no such record.
    """
    records, review = operator.records(scope), operator.review
    record = records.by_id(number)
    if as_of is not None:
        record = records.page([number], as_of=as_of)[0] or record
    chain = tuple(records.chain(number))
    if as_of is not None:
        chain = tuple(version for version in chain if version.recorded_at <= as_of)
    return Dossier(
        record,
        chain or (record,),
        records.events(number),
        as_of is None and records.count(parse(f"is:conflict id:{number} state:any")) > 0,
        as_of is None and records.count(parse(f"is:due id:{number} state:any")) > 0,
        as_of,
        review.item_behind(scope, number) if record.approved else None,
        review.behind_record(scope, number),
        records.authors([version.id for version in chain]),
        operator.used_in(scope, number),
    )


def brought_back(record: Record) -> int | None:
    """The id of the old version whose words a record repeats, when a roll back or an undo made it."""
    # Core notes it as the last source the words came through.
    last = record.lineage[-1] if record.lineage else ""
    number = last.removeprefix("record:")
    return int(number) if last != number and number.isascii() and number.isdigit() else None

"""What became of an agent's own proposals that were not stored at once."""

from __future__ import annotations

from dataclasses import dataclass

from core import audit
from core.errors import ErrorCode, NotFound
from core.memory.ground import Ground
from core.memory.quarantine import ItemStatus
from core.memory.quarantine.item import item_of
from core.store import quarantine_rows


@dataclass(frozen=True, slots=True)
class ProposalStanding:
    """Where one proposal stands; none of its words, which a person may be reading right now.

    Attributes:
        reason: code of the finding that decided.
        record: what releasing it produced.
    """

    id: int
    status: ItemStatus
    reason: str
    record: int | None


def standing(ground: Ground, id_: int) -> ProposalStanding:
    """Where a proposal of this actor stands.

    Raises:
        NotFound: no such proposal, or not this actor's; both answer the same.
    """
    with ground.read() as (connection, scope):
        row = None if scope is None else quarantine_rows.by_id(connection, scope, id_)
        actor = audit.known_actor(connection, ground.actor)
    if row is None or actor is None or row.author != actor:
        raise NotFound(ErrorCode.NO_RECORD, item=id_)
    item = item_of(row)
    return ProposalStanding(item.id, item.status, item.reason, item.record)

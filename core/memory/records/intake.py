"""Many proposals at once: judged off the write lock, written in short batches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from core.audit import Action, Entry
from core.gate import Finding, Standing, Verdict, WriteOutcome, judge
from core.memory.ground import Ground
from core.memory.records.draft import Draft
from core.memory.records.writing import apply, look_up
from core.store import imported
from core.store.imported import ImportedItem


@dataclass(frozen=True, slots=True)
class Offered:
    """One proposal of an import: what it is known by, the tag of its text, and the draft."""

    item: bytes
    digest: bytes
    external_id: str
    draft: Draft


@dataclass(slots=True)
class Tally:
    """What became of a batch.

    Attributes:
        stored: ids of the new records, in order.
        refused: external id and findings of each proposal that was not stored.
    """

    stored: list[int] = field(default_factory=list)
    refreshed: int = 0
    refused: list[tuple[str, tuple[Finding, ...]]] = field(default_factory=list)


def take_in(ground: Ground, batch: Sequence[Offered]) -> Tally:
    """Judge a batch and write what passes in one transaction with one journal entry."""
    with ground.read() as (connection, scope):
        now = ground.clock()
        standings = [look_up(connection, scope, offered.draft, now) for offered in batch]
    judged = [
        (offered, standing, judge(offered.draft.proposal, standing))
        for offered, standing in zip(batch, standings, strict=True)
    ]
    ground.recall.prepare(
        [verdict.text for _, _, verdict in judged if verdict.outcome is WriteOutcome.STORED]
    )
    return _write(ground, judged)


def _write(ground: Ground, judged: Sequence[tuple[Offered, Standing, Verdict]]) -> Tally:
    tally = Tally()
    seen: list[ImportedItem] = []
    with ground.write() as writing:
        for offered, standing, verdict in judged:
            # An earlier proposal of this very batch may have taken the key.
            today = look_up(writing.tx, writing.scope, offered.draft, writing.now)
            result = apply(
                writing, offered.draft, verdict if today == standing else judge(offered.draft.proposal, today)
            )
            if result.record is None:
                tally.refused.append((offered.external_id, result.reasons))
                continue
            seen.append(ImportedItem(offered.item, offered.digest, result.record.id))
            if result.outcome is WriteOutcome.STORED:
                tally.stored.append(result.record.id)
            else:
                tally.refreshed += 1
        imported.note(writing.tx, writing.scope, seen, writing.now)
        if seen:
            writing.journal(Entry(Action.IMPORT, "record", None, len(seen)))
        if tally.refused:
            code = tally.refused[0][1][0].code
            writing.journal(Entry(Action.REFUSE, "record", None, len(tally.refused), code))
    return tally

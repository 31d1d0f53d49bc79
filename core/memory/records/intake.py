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
        held: external id and findings of each proposal that waits for a person.
        refused: the same of each that was refused or skipped.
    """

    stored: list[int] = field(default_factory=list)
    refreshed: int = 0
    held: list[tuple[str, tuple[Finding, ...]]] = field(default_factory=list)
    refused: list[tuple[str, tuple[Finding, ...]]] = field(default_factory=list)


def take_in(ground: Ground, batch: Sequence[Offered]) -> Tally:
    """Judge a batch and write what passes in one transaction with one journal entry."""
    subject = ground.admit()
    with ground.database.read() as connection:
        now = ground.clock()
        standings = [look_up(connection, subject, offered.draft, now, ground.recall) for offered in batch]
    judged = [
        (offered, standing, judge(offered.draft.proposal, standing, key=subject.salt))
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
            today = look_up(writing.tx, writing.subject, offered.draft, writing.now, writing.recall)
            if today != standing:
                verdict = judge(offered.draft.proposal, today, key=writing.subject.salt)
            result = apply(writing, offered.draft, verdict)
            if result.record is None:
                kept_back = tally.held if result.outcome is WriteOutcome.HELD else tally.refused
                kept_back.append((offered.external_id, result.reasons))
                continue
            seen.append(ImportedItem(offered.item, offered.digest, result.record.id))
            if result.outcome is WriteOutcome.STORED:
                tally.stored.append(result.record.id)
            else:
                tally.refreshed += 1
        imported.note(writing.tx, writing.scope, seen, writing.now)
        if seen:
            writing.journal(Entry(Action.IMPORT, "record", None, len(seen)))
        if tally.held:
            writing.journal(Entry(Action.HOLD, "quarantine", None, len(tally.held)))
        if tally.refused:
            writing.journal(Entry(Action.REFUSE, "quarantine", None, len(tally.refused)))
    return tally
